"""What regression tests assert, as written and run."""

from __future__ import annotations

import re

from cli.running import Project

SUBJECT = "refusing"


def test_refusals_and_what_calls_change_are_asserted(project: Project) -> None:
    """Under any hash seed the tests pass, and none of them is expected to fail."""
    run = project.generate(project.subject(SUBJECT))
    written = run.files[f"tests/caddis/test_{SUBJECT}.py"]

    assert 'with pytest.raises(Empty, match="the shelf is empty"):\n        shelf.take()\n' in written
    assert f"from {SUBJECT} import Empty, Shelf\n" in written
    assert re.search(r"    shelf\.put\(.*\)\n    assert shelf\.", written)
    assert "xfail" not in written
    assert [project.pytest("tests/caddis", "-q", hash_seed=seed).returncode for seed in (1, 2)] == [0, 0]


def test_all_tests_are_written_if_that_is_wanted(project: Project) -> None:
    """With all that is seen, none chosen; and refusals need not say the same."""
    few = project.generate(project.subject(SUBJECT), "--steps", "200")
    every = project.generate(
        project.subject(SUBJECT), "--steps", "200", "--all-tests", "--no-messages", "--output", "all"
    )
    written = every.files[f"all/test_{SUBJECT}.py"]

    assert every.summary["tests"]["regression"] > few.summary["tests"]["regression"]
    assert "with pytest.raises(Empty):\n        shelf.take()\n" in written
    assert "match=" not in written
    assert project.pytest("all", "-q", hash_seed=1).returncode == 0


def test_observers_can_be_named(project: Project) -> None:
    """Though they change something."""
    project.write("pyproject.toml", f'[tool.caddis]\nsteps = 150\nobservers = ["{SUBJECT}.Tally.seen"]\n')
    project.write(
        f"{SUBJECT}.py",
        "class Tally:\n"
        "    def __init__(self, start: int) -> None:\n"
        "        self._start, self._asked = start, 0\n\n"
        "    def seen(self) -> int:\n"
        "        self._asked += 1\n"
        "        return self._start\n",
    )
    run = project.generate(SUBJECT)

    # without it the object would have nothing to show
    assert "tally.seen() == " in run.tests(f"tests/caddis/test_{SUBJECT}.py")["test_tally"]


def test_what_an_unseeded_generator_decides_is_not_tested(project: Project) -> None:
    """However steady it looks."""
    lucky = "from random import Random\n\n\ndef draw(tickets: int) -> bool:\n    return Random().random() >= 0\n"
    project.write("lottery.py", f"{lucky}\n\ndef price(tickets: int) -> int:\n    return 3 * tickets\n")

    [tests] = project.generate("lottery", "--steps", "60").files.values()

    assert "price(" in tests
    assert "draw(" not in tests
