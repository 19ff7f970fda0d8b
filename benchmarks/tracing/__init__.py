"""What recording costs, and what it is worth, on real packages with the tests of their source distributions."""
