"""From an offer to the start of a match."""
