"""A module that imports others only when it needs them."""

LOADED: list[str] = []


def needed() -> int:
    from subjects import state_lazy_part

    return state_lazy_part.used()


def needed_once() -> int:
    from subjects import state_lazy_once

    return state_lazy_once.used()


def circle() -> str:
    from subjects.state_circle import first

    return first.told()
