"""Posting what delivery wants posted."""
