"""What Glaisher looks like: whose nearest way across is shorter.

Turns are thousands, so they are chosen in two parts: the separation, then where the piece goes.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.games.paths import costs, crucial, missing
from rules.engine.knowledge import MOST_CANDIDATES, Defeat, Feature, Halfway, Knowledge, Part, State
from rules.game import Move, Position, Reason, Seat
from rules.games.glaisher.info import BOARD
from rules.games.glaisher.position import GlaisherPosition
from rules.games.glaisher.separation import (
    GlaisherTurn,
    Separation,
    Stacks,
    can_separate,
    connects,
    separated,
    separations,
    winning_chain,
)
from rules.geometry.cellset import cells_in
from rules.words import counted

_WHOLE = (1 << len(BOARD.names)) - 1
_MISSING = 3.0
_STACK = 0.3
_PLACING = 2.0  # for who may still place a piece this turn
_TURN = 1.0
_BREAK = (
    "Look before each turn whether their chain lacks a single step, and flip a stack of it: a part "
    "that lands there has to be at least as high."
)
_KEEP_ONE = "Keep a stack whose parts find a place to land."


@dataclass(frozen=True, slots=True)
class Separated(Halfway):
    """A turn whose separation is chosen; ``stacks`` are as it leaves them to the mover."""

    separation: Separation
    stacks: Stacks

    def open_cells(self) -> int:
        """Where the piece may be placed."""
        return _WHOLE & ~(self.stacks.own | self.stacks.enemy)

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
        Feature("missing", -1, "leaves you {then:hex} short of connecting"),
        Feature("their_missing", 1, "leaves them {then:hex} short of connecting"),
        Feature("stacks", 1, "gives you {then:stack}", 0.3),
        Feature("their_stacks", -1, "leaves them {then:stack}", 0.5),
    )

    def worth(self, state: State, seat: Seat) -> float:
        if isinstance(state, Separated):
            mover, (own, enemy, _), ahead = state.to_move, state.stacks, _PLACING
        else:
            assert isinstance(state, GlaisherPosition)
            mover, ahead = state.state.turn, _TURN
            own, enemy = state.state.stones[mover], state.state.stones[1 - mover]
        ahead += _MISSING * (missing(enemy, own) - missing(own, enemy))
        ahead += _STACK * (own.bit_count() - enemy.bit_count())
        return ahead if seat == mover else -ahead

    def choices(self, state: State) -> Sequence[Move | Part]:
        if isinstance(state, Separated):
            return state.placed_on(state.crucial() or state.open_cells())
        assert isinstance(state, GlaisherPosition)
        if state.state.is_set_up():
            return list(state.moves())
        return list(itertools.islice(_begun(state), MOST_CANDIDATES))

    def rest(self, state: State) -> Sequence[Move | Part]:
        if isinstance(state, Separated):
            crucial = state.crucial()
            return state.placed_on(state.open_cells() & ~crucial) if crucial else ()
        assert isinstance(state, GlaisherPosition)
        if state.state.is_set_up():
            return ()
        return list(itertools.islice(_begun(state), MOST_CANDIDATES, None))

    def after(self, state: State, choice: Move | Part) -> State:
        if isinstance(state, Separated):
            assert isinstance(choice, GlaisherTurn)
            return state.position.after(choice)
        assert isinstance(state, GlaisherPosition)
        if isinstance(choice, Separation):
            stacks = separated(choice, state.state.stacks)
            return Separated(state, state.state.turn, separation=choice, stacks=stacks)
        assert isinstance(choice, Move)
        return state.after(choice)

    def winning(self, position: Position) -> Move | None:
        assert isinstance(position, GlaisherPosition)
        if position.to_move is None or position.state.is_set_up():
            return None
        stacks = position.state.stacks
        for separation in separations(stacks):
            own, enemy, heights = separated(separation, stacks)
            if connects(own):
                return GlaisherTurn(*separation)
            cell = _winning_cell(own, enemy, heights)
            if cell is not None:
                return GlaisherTurn(*separation, cell)
        return None

    def measured(self, position: Position, seat: Seat) -> Mapping[str, int]:
        assert isinstance(position, GlaisherPosition)
        own, enemy = position.state.stones[seat], position.state.stones[1 - seat]
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
            stuck = f"None of your {counted(counts['stacks'], 'stack')} can separate."
            return Defeat(stuck, _KEEP_ONE)
        chain = winning_chain(position.state.stones[1 - seat])
        first, last = (BOARD.names[chain[end]] for end in (0, -1))
        why = (
            f"A chain of {len(chain)} of their stacks, from {first} to {last}, connects two "
            f"opposite sides; you were {counted(counts['missing'], 'hex')} short of one."
        )
        return Defeat(why, _BREAK)


def _begun(position: GlaisherPosition) -> Iterator[Move | Part]:
    """Every separation, as a whole turn where it wins."""
    stacks = position.state.stacks
    for separation in separations(stacks):
        done = connects(separated(separation, stacks).own)
        yield GlaisherTurn(*separation) if done else separation


def _winning_cell(own: int, enemy: int, heights: tuple[int, ...]) -> int | None:
    """Where a piece wins after a separation: it connects, or the other cannot separate."""
    empty = _WHOLE & ~(own | enemy)
    if min(costs(own, enemy)) == 1:
        return next(cells_in(crucial(own, enemy)))
    # One piece more, one high, stops no part of a stack from landing on it.
    if empty and not can_separate(Stacks(enemy, own, heights)):
        return next(cells_in(empty))
    return None
