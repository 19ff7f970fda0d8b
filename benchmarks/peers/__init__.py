"""Our suites beside those of other generators."""
