"""Running sequences: the interpreter, branch probes, state, limits, the sandbox and the worker."""
