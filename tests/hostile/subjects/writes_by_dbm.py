"""Makes a database in a tree with each C library for that, which no audit hook sees."""

from importlib import import_module
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> list[str]:
    """Make a database in the canary by every library there is; which of them did."""
    made = []
    for name in ("dbm.gnu", "dbm.ndbm", "dbm.dumb"):
        try:
            module = import_module(name)
        except ImportError:
            continue
        try:
            module.open(str(_CANARY / name.replace(".", "-")), "n").close()
            made.append(name)
        except (OSError, module.error) as error:
            refused = error
    if not made:
        raise refused
    return made


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
