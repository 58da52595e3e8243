"""Why nothing came of thinking."""

from __future__ import annotations


class ThinkingFailedError(Exception):
    """Whoever was asked died, took too long, or could make nothing of the question."""
