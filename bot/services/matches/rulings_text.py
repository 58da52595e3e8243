"""How managers' rulings are written into a match's log."""

from __future__ import annotations

from rules.game import Seat


def read_ruling(text: str) -> tuple[str, str]:
    """What a manager ruled, and the reason given, from the text of an entry."""
    ruling, _, reason = text.partition("\n")
    return ruling, reason


def write_ruling(ruling: str, reason: str) -> str:
    """The text that ``read_ruling`` reads."""
    return f"{ruling}\n{reason}"


def read_ranking(text: str) -> tuple[tuple[Seat, ...], ...]:
    """The groups of seats, best first, that ``0=2>1`` stands for; raises ValueError."""
    return tuple(tuple(int(seat) for seat in group.split("=")) for group in text.split(">"))


def write_ranking(ranking: tuple[tuple[Seat, ...], ...]) -> str:
    """The text that ``read_ranking`` reads."""
    return ">".join("=".join(str(seat) for seat in group) for group in ranking)
