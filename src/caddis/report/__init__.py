"""Shows a run to people and to programs."""
