"""How good the moves of a match were, what would have been better, and why somebody lost."""

import functools
from dataclasses import dataclass, replace

from rules.engine.games import knowledge_of
from rules.engine.hints import WITH_ANSWERS, Hint, Kind, Merit, contrast, limits_of, why
from rules.engine.knowledge import Defeat
from rules.engine.search import WON, Choice, Search
from rules.game import Move, Position, Reason, Seat

NODES = 3_000
"""Nodes for each ply; fewer judge too many good moves bad."""

ANSWERS = 3
"""How many plies are told that would have followed a move."""

_DOUBT = 0.2  # a difference worth looking at again
_BETTER = 2 / 3  # of the way from -1 to 1: an expected score that falls by a third
_KEPT = 4  # searches: the position after a move is the one that the next is made in


@dataclass(frozen=True, slots=True)
class Better:
    """A move that was clearly better than the one made, and why.

    ``line`` is the move and the answers that the reason reckons with. ``punished_by`` is a move by
    which the next player could win at once after the move that was made; None if there is none.
    ``expected`` is how it would have gone on after the better move, and ``allowed`` how after the
    one that was made, as the search sees it, best move by best move; none where it wins at once.
    """

    choice: Choice
    line: tuple[Move, ...]
    reason: Merit
    punished_by: Move | None = None
    expected: tuple[Move, ...] = ()
    allowed: tuple[Move, ...] = ()

    @property
    def move(self) -> Move:
        return self.choice.move


@dataclass(frozen=True, slots=True)
class Judgement:
    """One ply of a match, as the engine sees it.

    ``before`` is what each seat could expect when the move was to be made, from -1 to 1, and
    ``after`` what it could expect of the move that was made. ``better`` is None when the move made
    was as good as any, or nearly.
    """

    ply: int
    seat: Seat
    move: Move
    before: tuple[float, ...]
    after: tuple[float, ...]
    better: Better | None = None

    @property
    def cost(self) -> float:
        """How much less the player could expect after the move, at most 2."""
        return self.before[self.seat] - self.after[self.seat]


def judge(position: Position, move: Move, nodes: int = NODES) -> Judgement:
    """How good ``move``, legal in ``position``, was.

    The better move is one that was searched as long as the one that was made. Without a limit in
    seconds the same position, move and nodes give the same on every machine.
    """
    seat = position.to_move
    assert seat is not None
    found, _ = _searched(position, nodes)
    after = _expected(position.after(move), nodes)
    best = found[0] if found else None
    if best is None or best.move == move:
        return Judgement(position.ply, seat, move, after, after)
    wins_at_once = best.expected == WON and position.after(best.move).outcome is not None
    is_beaten = wins_at_once and after[seat] < WON
    if not is_beaten and best.expected - after[seat] < _DOUBT:
        return Judgement(position.ply, seat, move, after, after)
    would = _expected(position.after(best.move), nodes)
    missed = best.proven and best.expected == WON and after[seat] < WON
    is_better = missed or would[seat] - after[seat] >= _BETTER
    better = _told(position, move, found, nodes) if is_better else None
    before = would if would[seat] > after[seat] else after
    return Judgement(position.ply, seat, move, before, after, better)


def _told(position: Position, made: Move, found: tuple[Choice, ...], nodes: int) -> Better | None:
    best, after = found[0], position.after(made)
    hint = why(position, best, found)
    if hint is None:
        return None
    punished_by = None if after.to_move is None else knowledge_of(after).winning(after)
    allowed = () if punished_by is not None else _goes_on(after, nodes)
    expected = best.line[1 : 1 + ANSWERS]
    line, reason = _contrasted(position, hint, best.line, (made, *allowed))
    return Better(best, line, reason, punished_by, expected, allowed)


def _contrasted(
    position: Position, hint: Hint, better: tuple[Move, ...], made: tuple[Move, ...]
) -> tuple[tuple[Move, ...], Merit]:
    """The hint's line and reason, or what can be counted beside the move that was made."""
    seats, reason = position.variant.seats, hint.reason
    if reason.kind not in (*WITH_ANSWERS, Kind.FORCES):
        return hint.line, reason
    found = contrast(position, better[:seats], made[:seats])
    if found is None:
        return hint.line, reason
    if reason.kind is Kind.FORCES:
        found = replace(found, forced=True)
    return better[:seats], found


def _goes_on(position: Position, nodes: int) -> tuple[Move, ...]:
    """What the search would play from here on, for everybody."""
    found, _ = _searched(position, nodes)
    return found[0].line[:ANSWERS] if found else ()


@functools.lru_cache(maxsize=_KEPT)
def _searched(position: Position, nodes: int) -> tuple[tuple[Choice, ...], tuple[float, ...]]:
    """The choices in a position, running or over, and what each seat may expect of it."""
    search = Search(knowledge_of(position), limits_of(nodes))
    return tuple(search.choices(position)), search.each


def _expected(position: Position, nodes: int) -> tuple[float, ...]:
    _, each = _searched(position, nodes)
    return each


def why_lost(position: Position, seat: Seat) -> Defeat | None:
    """Why ``seat`` has lost, said to them: ``None of your 3 stones can detach. ...``.

    None for whoever has not lost, where somebody has left, and where there is nothing to count.
    """
    outcome = position.outcome
    if outcome is None or not outcome.winners or seat in outcome.winners:
        return None
    if outcome.reason is Reason.LEFT:
        return None
    return knowledge_of(position).defeat(position, seat)
