"""Matches: their log, their store, moving, and finding one's own."""
