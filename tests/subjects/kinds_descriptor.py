"""Attributes that are descriptors of the target's own."""


class Positive:
    """Refuses numbers below zero."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = f"_{name}"

    def __get__(self, instance, owner=None):
        return self if instance is None else getattr(instance, self.name, 0)

    def __set__(self, instance, value: int) -> None:
        if value < 0:
            raise ValueError(value)
        setattr(instance, self.name, value)


class _Greeting:
    """Read only."""

    def __get__(self, instance, owner=None):
        return "hello"


class Item:
    amount = Positive()
    greeting = _Greeting()

    def double(self) -> int:
        return 2 * self.amount
