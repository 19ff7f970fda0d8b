"""Mutants: the target with one small fault at a time, put into its live functions and taken out again.

`faults` says what may go wrong in a tree, `units` which functions there are and how one is changed, `sampling` which
mutants are worth a try, and in which order.
"""
