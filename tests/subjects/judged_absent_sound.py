"""None where something is not installed that can be done without."""

try:
    import drawing_that_nobody_has as drawing
except ImportError:
    drawing = None


class Sheet:
    """Something to draw on."""

    def __init__(self, width: int) -> None:
        self.width = width

    def draw(self) -> object:
        """Draw it, by means of something else."""
        return drawing.drawn(self.width)
