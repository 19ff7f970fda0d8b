"""A cleaning up that changes what it iterates over."""


class Stock:
    """Numbers of things."""

    def __init__(self) -> None:
        self._things: dict[str, int] = {}

    def put(self, name: str, number: int) -> None:
        """Set how many there are of a thing."""
        self._things[name] = number

    def clean(self) -> None:
        """Forget the things of which there are none."""
        for name, number in self._things.items():
            if number <= 0:
                del self._things[name]
