"""A match from its start, and as a record to take away."""
