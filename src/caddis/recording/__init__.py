"""Recording a run of a program, and what can be learned from it: object histories and invocation models."""
