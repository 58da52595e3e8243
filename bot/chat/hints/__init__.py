"""Suggesting moves."""
