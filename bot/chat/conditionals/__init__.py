"""Preparing answers to what the opponents may play."""
