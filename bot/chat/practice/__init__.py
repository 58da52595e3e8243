"""A board on which one plays both sides."""
