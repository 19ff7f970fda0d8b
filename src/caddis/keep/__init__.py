"""What is kept for building on: the pool of components, and what counts as new."""
