"""Two modules that import each other."""
