"""A record whose `repr` reads like a call and is none."""

from dataclasses import dataclass


@dataclass
class Broken:
    name: str
    size: int = 0

    def __repr__(self) -> str:
        return f"Broken(name={self.name!r}, length={self.size})"


@dataclass
class Sound:
    name: str
    held: object = None
    # what it holds may be what cannot be written down
