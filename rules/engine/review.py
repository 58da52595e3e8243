"""How good the moves of a match were, ply by ply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.engine.known import knowledge_of
from rules.engine.search import WON, Choice, Limits, Search
from rules.game import Move, Position, Seat

NODES = 3_000
"""Nodes for each ply; fewer judge too many good moves bad."""

_DOUBT = 0.2  # a difference worth looking at again
_BETTER = 2 / 3  # of the way from -1 to 1: an expected score that falls by a third


@dataclass(frozen=True, slots=True)
class Judgement:
    """One ply of a match, as the engine sees it.

    ``before`` is what each seat could expect when the move was to be made, from -1 to 1, and
    ``after`` what it could expect of the move that was made. ``better`` is a move that is clearly
    better, with how it would go on; None when the move made was as good, or nearly.
    """

    ply: int
    seat: Seat
    move: Move
    before: tuple[float, ...]
    after: tuple[float, ...]
    better: Choice | None = None

    @property
    def cost(self) -> float:
        """How much less the player could expect after the move, at most 2."""
        return self.before[self.seat] - self.after[self.seat]


def judge(position: Position, move: Move, nodes: int = NODES) -> Judgement:
    """How good ``move``, legal in ``position``, was.

    The better move is one that was searched as long as the one that was made.
    """
    seat = position.to_move
    assert seat is not None
    best = _best(position, nodes)
    after = _expected(position.after(move), nodes)
    if best is None or best.move == move or best.expected - after[seat] < _DOUBT:
        return Judgement(position.ply, seat, move, after, after)
    would = _expected(position.after(best.move), nodes)
    missed = best.proven and best.expected == WON and after[seat] < WON
    better = best if missed or would[seat] - after[seat] >= _BETTER else None
    before = would if would[seat] > after[seat] else after
    return Judgement(position.ply, seat, move, before, after, better)


def review(position: Position, moves: Sequence[Move], nodes: int = NODES) -> Iterator[Judgement]:
    """Judge the moves that were made from ``position`` on, one after another."""
    for move in moves:
        yield judge(position, move, nodes)
        position = position.after(move)


def _best(position: Position, nodes: int) -> Choice | None:
    found = Search(knowledge_of(position), Limits(nodes)).choices(position)
    return found[0] if found else None


def _expected(position: Position, nodes: int) -> tuple[float, ...]:
    """What each seat may expect of a position, running or over."""
    return Search(knowledge_of(position), Limits(nodes)).expected(position)
