"""Pytest source from sequences: pure functions from data to text, formatted as `ruff format` leaves it."""
