"""What managers may do to a match, in the open."""
