"""The frozen facts every stage speaks of; they know nothing of the stages."""
