"""Invariants of real packages, from their documentation; `python -m benchmarks.invariants` checks them."""
