"""Offers by `__all__`."""

from collections import deque

from api_package._core import Gear
from api_package.sub.deep import Deep

__all__ = ["Gear", "deque", "shift"]


def shift(gear: Gear) -> Deep: ...


def not_offered(): ...
