"""Counting move sequences: the quickest way to find a wrong rule is a wrong number."""

from collections.abc import Iterator

from rules.game import Move, Position


def perft(position: Position, depth: int) -> int:
    """How many sequences of exactly ``depth`` moves begin at ``position``; 1 for no moves.

    Raises ValueError for a negative depth.
    """
    if depth < 0:
        raise ValueError(f"sequences of {depth} moves cannot be counted")
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in position.moves())
    return sum(perft(position.play(move), depth - 1) for move in position.moves())


def divided(position: Position, depth: int) -> Iterator[tuple[Move, int]]:
    """Each move and the number of sequences of ``depth`` moves, at least one, that it begins."""
    for move in position.moves():
        yield move, perft(position.play(move), depth - 1)
