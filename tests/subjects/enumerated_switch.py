"""A lamp with four states, and a socket that it may be put into: small enough to be explored to the end."""

from __future__ import annotations


class Lamp:
    """Has a switch and a dimmer."""

    def __init__(self) -> None:
        self.on = False
        self.dimmed = False

    def press(self) -> None:
        """On, or off again."""
        self.on = not self.on

    def dim(self) -> None:
        """Dimmed, or bright again."""
        self.dimmed = not self.dimmed

    def is_on(self) -> bool:
        """Whether it shines."""
        return self.on
