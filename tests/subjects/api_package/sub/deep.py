"""Far down."""


class Deep:
    """Stays where it is."""

    class Inner:
        """Nested."""

        def inside(self) -> int:
            return 1


def far(deep: Deep) -> Deep:
    return deep
