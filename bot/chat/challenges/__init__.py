"""Challenging people, and answering challenges."""
