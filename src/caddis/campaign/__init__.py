"""Runs the work in sandboxed processes and puts the results together."""
