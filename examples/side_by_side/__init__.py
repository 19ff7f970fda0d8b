"""One class with two bugs, and four ways to look for them: see docs/explanation/properties.md."""
