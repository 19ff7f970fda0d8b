"""Tests that run in a process of their own, since what they show would end pytest or never let it end."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Sequence as Listing

from caddis.emit.imports import Import, block
from caddis.emit.layout import MARK
from caddis.emit.literals import source as atom_source
from caddis.emit.printer import INDENT

ALONE_FAILURE = "Failed"
"""The class name of all that `run_alone` raises: what `pytest.fail` raises."""
MEGABYTES = 2048
"""How much memory a test may take that shows how memory runs out."""
DEFAULT_SECONDS = 10.0

HELPER_NAME = "run_alone"
HELPER_IMPORTS = frozenset(
    map(Import, ("contextlib", "os", "pytest", "signal", "subprocess", "sys", "textwrap")),
)
HELPER = '''\
def run_alone(code, seconds, megabytes=None):
    """Run code in a process of its own: it must get to its end, and in time."""
    at_end = 93
    parts = [code, f"import os; os._exit({at_end})"]
    if megabytes:
        limit = megabytes << 20
        start = f"""
        import contextlib, resource

        with contextlib.suppress(ValueError):  # a lower limit may be in force
            resource.setrlimit(resource.RLIMIT_AS, ({limit}, {limit}))
        """
        parts.insert(0, start)
    program = "\\n".join(map(textwrap.dedent, parts))
    process = subprocess.Popen(
        [sys.executable, "-P", "-X", "faulthandler", "-c", program],
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sys.path))},
        start_new_session=True,
    )
    try:
        status = process.wait(seconds)
    except subprocess.TimeoutExpired:
        pytest.fail(f"still running after {seconds} s", pytrace=False)
    finally:
        process.kill()
        # what it started; there may be nothing, and groups are for POSIX only
        with contextlib.suppress(AttributeError, OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if status < 0:
        pytest.fail(f"ended by {signal.Signals(-status).name}", pytrace=False)
    if status != at_end:
        pytest.fail(f"exited with status {status}", pytrace=False)
'''


def running_alone(
    imports: Iterable[Import], statements: Listing[str], seconds: float, megabytes: int | None = None
) -> list[str]:
    """The lines of a call of the helper with some code, given as imports and statements."""
    needed = block(imports, 2 * INDENT)
    code = [*needed, *([""] if needed else []), *(line.removesuffix(MARK) for line in statements)]
    limits = [f"seconds={_number(seconds or DEFAULT_SECONDS)},"]
    if megabytes is not None:
        limits.append(f"megabytes={megabytes},")
    return [f"{HELPER_NAME}(", *_indented([*_quoted(code), *limits]), ")"]


def _number(seconds: float) -> str:
    return atom_source(int(seconds) if float(seconds).is_integer() else seconds)


def _quoted(lines: Listing[str]) -> list[str]:
    """Lines as a string over as many lines, raw where that is enough to keep them as they are."""
    text = "\n".join(lines)
    raw = "\\" in text and '"""' not in text
    kept = text if raw else text.replace("\\", "\\\\").replace('"""', '""\\"')
    return [f'{"r" * raw}"""', *kept.split("\n"), '""",']


def _indented(lines: Iterable[str]) -> list[str]:
    return [" " * INDENT + line if line else "" for line in lines]
