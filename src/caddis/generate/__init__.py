"""Makes new sequences: which operation, on which values."""
