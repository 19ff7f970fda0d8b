"""Makes findings small and suites few."""
