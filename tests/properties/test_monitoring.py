"""Labels of inputs."""

from __future__ import annotations

from caddis import Monitor


def test_an_input_nobody_labels_has_no_label() -> None:
    """And nothing was collected of it."""
    assert (Monitor().label, Monitor().collected) == ("", None)


def test_several_labels_are_one() -> None:
    """Concatenated, in the order given, those whose condition is true."""
    monitor = Monitor()
    monitor.classify(True, "large")
    monitor.classify(0, "empty")
    monitor.classify([1], "odd")

    assert monitor.label == "large, odd"


def test_several_values_are_one() -> None:
    """As texts."""
    monitor = Monitor()
    monitor.collect(3)
    monitor.collect("x")

    assert monitor.collected == "3, x"
