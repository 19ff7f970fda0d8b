"""Classes that need each other, some of them only in a roundabout way."""

from __future__ import annotations


class Oil:
    def __init__(self, grade: int) -> None:
        self.grade = grade


class Engine:
    def __init__(self, oil: Oil) -> None:
        self.oil = oil


class Trip:
    def __init__(self, length: int) -> None:
        self.length = length

    def lengthen(self, by: int) -> None:
        self.length += by


class Car:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.trips: list[Trip] = []

    def drive(self, length: int) -> Trip:
        self.trips.append(Trip(length))
        return self.trips[-1]


class Dealer:
    """Makes cars as well, but takes more to get."""

    def __init__(self, engines: list[Engine], name: str, partner: Car) -> None:
        self.engines = engines

    def deliver(self) -> Car:
        return Car(self.engines[0])


class Bicycle:
    """Nobody needs it."""

    def ring(self) -> str:
        return "ring"
