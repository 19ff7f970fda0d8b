"""Objects that only somebody who knows how can build: section 3.2 of the paper on Palulu."""
