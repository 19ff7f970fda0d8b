"""What inputs were like: labels that a property gives to those it is called with."""

from __future__ import annotations


class Monitor:
    """Labels the input at hand; a property that has a parameter of this type is given one each time."""

    __slots__ = ("_classes", "_collected")

    def __init__(self) -> None:
        self._classes: list[str] = []
        self._collected: list[str] = []

    def classify(self, condition: object, label: str) -> None:
        """Label the input if the condition is true."""
        if condition:
            self._classes.append(str(label))

    def collect(self, value: object) -> None:
        """Label the input with a value, for a histogram of all of them."""
        self._collected.append(str(value))

    @property
    def label(self) -> str:
        """What `classify` has called the input; several labels as one."""
        return ", ".join(self._classes)

    @property
    def collected(self) -> str | None:
        """What was collected of the input, several values as one; None if nothing was."""
        return ", ".join(self._collected) if self._collected else None
