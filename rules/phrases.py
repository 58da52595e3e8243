"""Small pieces of English that several games need."""

from collections.abc import Sequence


def listed(words: Sequence[str], last_by: str = "and") -> str:
    """``words``, one at least, as a list in a sentence: ``a, b and c``."""
    *others, last = words
    return f"{', '.join(others)} {last_by} {last}" if others else last


def parts_to(parts: Sequence[tuple[str, int]]) -> str:
    """Where parts of a stack go, in their order: ``1 to e2, 5 to a2``."""
    return ", ".join(f"{height} to {cell}" for cell, height in parts)


def counted(number: int, noun: str) -> str:
    """``1 stone``, ``2 stones``, ``3 hexes``."""
    return f"{number} {plural(number, noun)}"


def plural(number: int, noun: str) -> str:
    """``noun`` as it stands after ``number``: ``stone`` after 1, ``stones`` after any other."""
    if number == 1:
        return noun
    return f"{noun}es" if noun.endswith("x") else f"{noun}s"
