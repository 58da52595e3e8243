"""The clocks of a match: what is left, and how it came to that."""
