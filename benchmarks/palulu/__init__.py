"""Palulu's experiment (section 3.1): a suite made from one implementation, run on many others of the same interface."""
