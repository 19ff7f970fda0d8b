"""Objects that answer to any name."""


class Record:
    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> str:
        if name.startswith("__"):
            raise AttributeError(name)
        return f"{name} of {self._name}"

    def known(self) -> str:
        return self.anything


class Proxy:
    """Passes everything on, its class included."""

    def __init__(self, record: Record) -> None:
        object.__setattr__(self, "_record", record)

    def __getattribute__(self, name: str):
        return getattr(object.__getattribute__(self, "_record"), name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(object.__getattribute__(self, "_record"), name, value)


RECORD = Record("module")
