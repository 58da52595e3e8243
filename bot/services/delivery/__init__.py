"""Telling Discord what was committed, exactly once and in order."""
