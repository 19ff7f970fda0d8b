"""A counter that is a global of the module."""

total = 0
history = []


def count() -> int:
    global total
    total += 1
    history.append(total)
    return total


def count_and_undo() -> int:
    global total
    total += 1_000_000
    total -= 1_000_000
    return total


def forget() -> None:
    """Delete a name that others count on."""
    del globals()["history"]


def invent() -> str:
    """Bind a name that was not there."""
    globals()["invented"] = "invented" in globals()
    return str(globals()["invented"])
