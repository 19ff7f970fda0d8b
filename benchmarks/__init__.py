"""Benchmarks: ratios within one run, printed as tables; never part of the tests."""
