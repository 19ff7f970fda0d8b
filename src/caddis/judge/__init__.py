"""Tells a bug from a misuse: contracts on values, and what exceptions mean."""
