"""The private boards on which players build moves."""
