"""A wrapper that is copied by the name of what it wraps, be that what it may."""

from functools import update_wrapper


class Wrapper:
    """Calls something else."""

    def __init__(self, wrapped):
        update_wrapper(self, wrapped)

    def __reduce__(self):
        return self.__qualname__

    def __eq__(self, other):
        return isinstance(other, Wrapper) and vars(self) == vars(other)

    def __hash__(self):
        return 1
