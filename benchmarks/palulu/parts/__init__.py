"""Classes to be put in the place of those of the library: other representations of the same thing."""
