"""Deleting a person, and giving them what is kept of them."""
