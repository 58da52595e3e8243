"""Quintet."""
