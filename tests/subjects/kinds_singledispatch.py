"""A function and a method with one body for each type."""

from functools import singledispatch, singledispatchmethod


@singledispatch
def describe(thing) -> str:
    raise TypeError("nothing is known of it")


@describe.register
def _(thing: int) -> str:
    return "number"


@describe.register
def _(thing: list) -> str:
    return "list"


class Formatter:
    @singledispatchmethod
    def show(self, thing) -> str:
        raise TypeError("nothing is known of it")

    @show.register
    def _(self, thing: str) -> str:
        return repr(thing)
