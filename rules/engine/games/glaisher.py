"""What Glaisher looks like: whose nearest way across is shorter.

Turns are thousands, so they are chosen in two parts: the separation, then where the piece goes. On
a way across own stacks cost nothing, an empty hex one, an enemy stack two. Sets of hexes are kept
for that in rows of ten bits, so that the neighbours of a whole set are a few shifts.
"""

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.knowledge import MOST_CANDIDATES, Defeat, Feature, Halfway, Knowledge, Part, State
from rules.game import Move, Position, Reason, Seat
from rules.games.glaisher import separating
from rules.games.glaisher.info import BOARD
from rules.games.glaisher.position import GlaisherPosition
from rules.games.glaisher.separating import GlaisherTurn, Separation, Stacks
from rules.geometry.cellset import cell_set, cells_in
from rules.texts import Counted, Text, sentences

_MISSING = 3.0
_STACK = 0.3
_PLACING = 2.0  # for who may still place a piece this turn
_TURN = 1.0
_BREAK = Text(
    "Before each turn, check whether their chain is one hex short. If so, flip one of "
    "its stacks with a part at least as high."
)
_KEEP_ONE = Text("Keep a stack that can still separate.")
_ROW = 10
_BITS = tuple((r + 5) * _ROW + q + 4 for q, r in BOARD.places)
_CELLS = {bit: cell for cell, bit in enumerate(_BITS)}
_BYTE = 8
_TABLES = tuple(
    tuple(
        cell_set(_BITS[first + number] for number in cells_in(byte) if first + number < len(_BITS))
        for byte in range(1 << _BYTE)
    )
    for first in range(0, len(_BITS), _BYTE)
)
_SECOND = 0.25  # how much the second shortest of the three ways counts, and the third
_THIRD = 0.1


@dataclass(frozen=True, slots=True)
class Separated(Halfway):
    """A turn whose separation is chosen; ``stacks`` are as it leaves them to the mover."""

    separation: Separation
    stacks: Stacks

    def open_cells(self) -> int:
        """Where the piece may be placed."""
        return separating.WHOLE & ~(self.stacks.own | self.stacks.enemy)

    def crucial(self) -> int:
        """Those of them that are on a nearest connection of either player."""
        own, enemy, _ = self.stacks
        return (crucial(own, enemy) | crucial(enemy, own)) & self.open_cells()

    def placed_on(self, cells: int) -> Sequence[GlaisherTurn]:
        """The turns that end with a piece on one of ``cells``."""
        return [GlaisherTurn(*self.separation, cell) for cell in cells_in(cells)]


class GlaisherKnowledge(Knowledge):
    """Hexes missing for the nearest connection."""

    scale = 4.0
    breadth = 10
    features: ClassVar[tuple[Feature, ...]] = (
        Feature("missing", -1, Text("Hexes you lack to connect", "counted")),
        Feature("their_missing", 1, Text("Hexes they lack to connect", "counted")),
        Feature("stacks", 1, Text("Your stacks", "counted"), 0.3),
        Feature("their_stacks", -1, Text("Their stacks", "counted"), 0.5),
    )

    def worth(self, state: State, seat: Seat) -> float:
        if isinstance(state, Separated):
            mover, (own, enemy, _), ahead = state.to_move, state.stacks, _PLACING
        else:
            assert isinstance(state, GlaisherPosition)
            mover, ahead = state.turn, _TURN
            own, enemy = state.stones[mover], state.stones[1 - mover]
        ahead += _MISSING * (missing(enemy, own) - missing(own, enemy))
        ahead += _STACK * (own.bit_count() - enemy.bit_count())
        return ahead if seat == mover else -ahead

    def choices(self, state: State) -> Sequence[Move | Part]:
        if isinstance(state, Separated):
            return state.placed_on(state.crucial() or state.open_cells())
        assert isinstance(state, GlaisherPosition)
        if state.is_set_up():
            return list(state.moves())
        return list(itertools.islice(_begun(state), MOST_CANDIDATES))

    def rest(self, state: State) -> Sequence[Move | Part]:
        if isinstance(state, Separated):
            crucial = state.crucial()
            return state.placed_on(state.open_cells() & ~crucial) if crucial else ()
        assert isinstance(state, GlaisherPosition)
        if state.is_set_up():
            return ()
        return list(itertools.islice(_begun(state), MOST_CANDIDATES, None))

    def after(self, state: State, choice: Move | Part) -> State:
        if isinstance(state, Separated):
            assert isinstance(choice, GlaisherTurn)
            return state.position.after(choice)
        assert isinstance(state, GlaisherPosition)
        if isinstance(choice, Separation):
            stacks = separating.separated(choice, state.stacks)
            return Separated(state, state.turn, separation=choice, stacks=stacks)
        assert isinstance(choice, Move)
        return state.after(choice)

    def winning(self, position: Position) -> Move | None:
        assert isinstance(position, GlaisherPosition)
        if position.to_move is None or position.is_set_up():
            return None
        stacks = position.stacks
        for separation in separating.separations(stacks):
            own, enemy, heights = separating.separated(separation, stacks)
            if separating.connects(own):
                return GlaisherTurn(*separation)
            cell = _winning_cell(own, enemy, heights)
            if cell is not None:
                return GlaisherTurn(*separation, cell)
        return None

    def measured(self, position: Position, seat: Seat) -> Mapping[str, int]:
        assert isinstance(position, GlaisherPosition)
        own, enemy = position.stones[seat], position.stones[1 - seat]
        return {
            "missing": min(costs(own, enemy)),
            "their_missing": min(costs(enemy, own)),
            "stacks": own.bit_count(),
            "their_stacks": enemy.bit_count(),
        }

    def defeat(self, position: Position, seat: Seat) -> Defeat | None:
        assert isinstance(position, GlaisherPosition)
        assert position.outcome is not None
        counts = self.measured(position, seat)
        if position.outcome.reason is Reason.NO_MOVE:
            stuck = Counted(
                "Your only stack cannot separate.",
                "None of your {number} stacks can separate.",
                counts["stacks"],
            )
            return Defeat(stuck, _KEEP_ONE)
        chain = separating.winning_chain(position.stones[1 - seat])
        first, last = (BOARD.names[chain[end]] for end in (0, -1))
        why = sentences(
            Counted(
                "A chain of {number} stack of theirs, from {first} to {last}, connects two "
                "opposite sides.",
                "A chain of {number} stacks of theirs, from {first} to {last}, connects two "
                "opposite sides.",
                len(chain),
                first=first,
                last=last,
            ),
            Counted(
                "You were {number} hex short of one.",
                "You were {number} hexes short of one.",
                counts["missing"],
            ),
        )
        return Defeat(why, _BREAK)


def _begun(position: GlaisherPosition) -> Iterator[Move | Part]:
    """Every separation, as a whole turn where it wins."""
    stacks = position.stacks
    for separation in separating.separations(stacks):
        done = separating.connects(separating.separated(separation, stacks).own)
        yield GlaisherTurn(*separation) if done else separation


def _winning_cell(own: int, enemy: int, heights: tuple[int, ...]) -> int | None:
    """Where a piece wins after a separation: it connects, or the other cannot separate."""
    empty = separating.WHOLE & ~(own | enemy)
    if min(costs(own, enemy)) == 1:
        return next(cells_in(crucial(own, enemy)))
    # One piece more, one high, stops no part of a stack from landing on it.
    if empty and not separating.can_separate(Stacks(enemy, own, heights)):
        return next(cells_in(empty))
    return None


@functools.lru_cache(maxsize=50_000)
def missing(own: int, enemy: int) -> float:
    """What a connection would still cost, the nearest counting most."""
    first, second, third = sorted(costs(own, enemy))
    return first + _SECOND * second + _THIRD * third


def costs(own: int, enemy: int) -> tuple[int, ...]:
    """What connecting each of the three pairs of sides would cost."""
    mine, theirs = _spread_out(own), _spread_out(enemy)
    empty = _SPREAD_WHOLE & ~(mine | theirs)
    return tuple([len(_rings(*pair, mine, empty, theirs)) - 1 for pair in _PAIRS])


@functools.lru_cache(maxsize=20_000)
def crucial(own: int, enemy: int) -> int:
    """The empty hexes on a cheapest connection."""
    mine, theirs = _spread_out(own), _spread_out(enemy)
    empty = _SPREAD_WHOLE & ~(mine | theirs)
    ways = [(_rings(*pair, mine, empty, theirs), pair) for pair in _PAIRS]
    least = min(len(way) for way, _ in ways)
    found = 0
    for way, (start, goal) in ways:
        if len(way) == least:
            back = _rings(goal, start, mine, empty, theirs)
            for cost in range(1, min(least, len(back))):
                rest = least - cost
                if rest < len(back):
                    there = way[cost] & ~way[cost - 1]
                    found |= there & back[rest] & ~back[rest - 1]
    return cell_set(_CELLS[bit] for bit in cells_in(found & empty))


def _spread_out(cells: int) -> int:
    found = 0
    tables = _TABLES
    for table, byte in zip(tables, cells.to_bytes(len(tables), "little"), strict=True):
        found |= table[byte]
    return found


def _rings(start: int, goal: int, own: int, empty: int, enemy: int) -> list[int]:
    """The hexes reached from ``start`` for nothing, for one at most, and so on to ``goal``."""
    reached = _flooded(own & start, own)
    rings = [reached]
    before = entered = 0  # what was reached one step earlier; enemy hexes that may be entered now
    while not reached & goal:
        near = _beside(reached & ~before) | (start if len(rings) == 1 else 0)
        before, fresh = reached, near & empty | entered
        entered = near & enemy & ~reached
        reached = _flooded(reached | fresh, own)
        rings.append(reached)
    return rings


def _flooded(reached: int, own: int) -> int:
    frontier = reached
    while frontier:
        frontier = _beside(frontier) & own & ~reached
        reached |= frontier
    return reached


def _beside(cells: int) -> int:
    left, right = cells >> 1, cells << 1
    return left | right | (cells | left) << _ROW | (cells | right) >> _ROW


_SPREAD_WHOLE = _spread_out(separating.WHOLE)
_PAIRS = tuple((_spread_out(one), _spread_out(other)) for one, other in separating.OPPOSITE)
