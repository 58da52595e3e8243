"""Profiles, as people see them."""
