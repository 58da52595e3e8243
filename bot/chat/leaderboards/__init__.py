"""Leaderboards, as people see them."""
