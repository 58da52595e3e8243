"""Small pieces of English that several games need."""

from __future__ import annotations

from collections.abc import Sequence


def listed(words: Sequence[str]) -> str:
    """``words``, one at least, as a list in a sentence: ``a, b and c``."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
