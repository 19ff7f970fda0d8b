"""The loop: propose a sequence, run it, judge it, keep what is worth building on."""
