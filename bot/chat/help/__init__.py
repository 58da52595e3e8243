"""What the reader can do next."""
