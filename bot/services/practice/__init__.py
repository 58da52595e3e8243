"""Trying a game alone."""
