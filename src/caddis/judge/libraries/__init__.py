"""Contracts that the target states itself, with icontract, deal or plain asserts: who broke them, and who is to blame.

Neither library is imported here: what they leave in functions, classes and frames is read where the target uses them.
"""
