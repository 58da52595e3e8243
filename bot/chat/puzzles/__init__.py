"""Puzzles, as people see them."""
