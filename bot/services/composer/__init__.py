"""Moves being put together step by step."""
