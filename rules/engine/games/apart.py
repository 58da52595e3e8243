"""What Apart looks like: whoever has fewer pieces to bring away from each other stands better."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence
from typing import ClassVar

from rules.engine.knowledge import MOST_CANDIDATES, Feature, Knowledge, Part, State, wins
from rules.game import Move, Position, Seat
from rules.games.apart.info import BOARD
from rules.games.apart.jumps import Turn, touching
from rules.games.apart.position import ApartPosition
from rules.geometry.cellset import cells_in

_AWAY = 2.0  # for a piece that has to leave
_TOUCHING = 0.4
_TURN = 1.0
_MOST_DETOURS = 20_000  # turns of one piece that are walked in the search for a win


class ApartKnowledge(Knowledge):
    """Pieces that have to leave until no two touch."""

    scale = 4.0
    features: ClassVar[tuple[Feature, ...]] = (
        Feature("mine", -1, "leaves {then} of your pieces touching, where {now} touch now"),
        Feature("theirs", 1, "keeps {then} of their pieces touching, where {now} touch now"),
        Feature("away", -1, "leaves about {then} of your pieces still to go away, not {now}", 1.5),
        Feature("taken", -1, "takes pieces: they have {then} left, not {now}", 0.5),
    )

    def worth(self, state: State, seat: Seat) -> float:
        assert isinstance(state, ApartPosition)
        (mine, my_touching), (theirs, their_touching) = (
            _to_bring_away(state.stones[seat]),
            _to_bring_away(state.stones[1 - seat]),
        )
        ahead = _AWAY * (theirs - mine) + _TOUCHING * (their_touching - my_touching)
        return ahead + (_TURN if state.plies % 2 == seat else -_TURN)

    def choices(self, state: State) -> Sequence[Move | Part]:
        assert isinstance(state, ApartPosition)
        return list(itertools.islice(state.results(), MOST_CANDIDATES))

    def winning(self, position: Position) -> Move | None:
        assert isinstance(position, ApartPosition)
        if position.to_move is None:
            return None
        for turn in itertools.islice(position.results(), MOST_CANDIDATES):
            if wins(position, turn, position.to_move):
                return turn
        return _by_detour(position)

    def measured(self, position: Position, seat: Seat) -> Mapping[str, int]:
        assert isinstance(position, ApartPosition)
        own, enemy = position.stones[seat], position.stones[1 - seat]
        return {
            "mine": touching(own).bit_count(),
            "theirs": touching(enemy).bit_count(),
            "away": _to_bring_away(own)[0],
            "taken": enemy.bit_count(),
        }


def _by_detour(position: ApartPosition) -> Turn | None:
    """A turn that wins, of those that ``results`` may leave out: captures on the longer way."""
    seat = position.plies % 2
    own = position.stones[seat]
    for origin in cells_in(own):
        if not touching(own ^ 1 << origin):  # the others stand alone, so it only has to end well
            turns = itertools.islice(position.turns_of(origin), _MOST_DETOURS)
            for turn in turns:
                if wins(position, turn, seat):
                    return turn
    return None


@functools.lru_cache(maxsize=50_000)
def _to_bring_away(own: int) -> tuple[int, int]:
    """About how many pieces must leave until no two touch, and how many touch now.

    Those with the most neighbours leave first.
    """
    neighbours = BOARD.neighbours
    rest = touching(own)
    number, leaving = rest.bit_count(), 0
    while rest:
        most, busiest, left = 0, 0, rest
        while left:
            lowest = left & -left
            left ^= lowest
            around = (neighbours[lowest.bit_length() - 1] & rest).bit_count()
            if around > most:
                most, busiest = around, lowest
        rest = touching(rest ^ busiest)
        leaving += 1
    return leaving, number
