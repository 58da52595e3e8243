"""Finds puzzles of the Daily in matches that the engine plays against itself."""
