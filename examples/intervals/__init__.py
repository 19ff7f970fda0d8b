"""Closed intervals of whole numbers, sets of them, and spans between two points."""

from __future__ import annotations

from intervals.interval import Interval
from intervals.interval_set import Intervals, IntervalSet, read_only
from intervals.span import Span

__all__ = ["Interval", "IntervalSet", "Intervals", "Span", "read_only"]
