"""More than can be looked after."""

TABLE = list(range(6_000))


def grow() -> int:
    TABLE.append(0)
    return len(TABLE)
