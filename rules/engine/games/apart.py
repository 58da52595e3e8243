"""What Apart looks like: better for who has fewer pieces to bring away, and room for them.

Most turns bring nothing away. They are one choice together, which is looked into when the others
promise no more than to wait: so the search sees further.
"""

import functools
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.knowledge import MOST_CANDIDATES, Defeat, Feature, Halfway, Knowledge, Part, State
from rules.game import Move, Position, Seat
from rules.games.apart.info import BOARD
from rules.games.apart.jumps import ApartMove, reach, touching
from rules.games.apart.position import ApartPosition
from rules.geometry.cellset import cell_set, cells_in
from rules.texts import Counted, Text, sentences

_KEPT = 50_000
_AWAY = 2.0  # for a piece that has to leave
_TOUCHING = 0.4
_TURN = 1.0
_ADVICE = Text("Move a piece away from your others every turn. Capturing does not win.")
_CROWDED = 0.3  # for each piece that room has to be found for
_STUCK = 2.0  # for a turn that will be lost
_WAYS = 0.7
_USUAL_WAYS = (0.0, 1.1, 4.7, 10.5, 17.4)  # for so many that have to leave; more are too many
_MOST_TURNS = 2_000  # that are listed before a position is taken for lost
_MOST_DETOURS = 20_000  # turns of one piece that are walked in the search for a win


@functools.lru_cache(maxsize=_KEPT)
def to_bring_away(own: int) -> tuple[int, int]:
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


def ways(own: int) -> int:
    """In how many ways a piece that has to leave can come to where it is alone in one turn."""
    return sum(places.bit_count() for _, places in _departures(own))


@functools.lru_cache(maxsize=_KEPT)
def separable(own: int) -> bool:
    """Whether every turn can bring one such piece to where it is alone, until no two touch.

    Captures are not thought of.
    """
    if not touching(own):
        return True
    return any(
        separable(rest | 1 << cell)
        for rest, places in _departures(own)
        for cell in cells_in(places)
    )


@functools.lru_cache(maxsize=_KEPT)
def _departures(own: int) -> tuple[tuple[int, int], ...]:
    """The other pieces without one that may leave, and the squares for it that touch none."""
    must_leave = to_bring_away(own)[0]
    found = []
    for origin in cells_in(touching(own)):
        rest = own ^ 1 << origin
        if to_bring_away(rest)[0] < must_leave:
            places = _ends(origin, rest) & ~(BOARD.beside(rest) | rest | 1 << origin)
            if places:
                found.append((rest, places))
    return tuple(found)


def _ends(origin: int, friends: int) -> int:
    """The squares where a turn from ``origin`` may end."""
    neighbours = BOARD.neighbours
    found = reach(origin, friends)
    met = ahead = found & ~neighbours[origin]
    while ahead:
        lowest = ahead & -ahead
        cell = lowest.bit_length() - 1
        more = reach(cell, friends) & ~neighbours[cell] & ~met
        met |= more
        ahead = (ahead ^ lowest) | more
    return found | met


@dataclass(frozen=True, slots=True)
class Waiting:
    """The turns that bring nothing away and take nothing, as one choice."""

    turns: tuple[ApartMove, ...]


@dataclass(frozen=True, slots=True)
class Waits(Halfway):
    """A position in which one of such turns will be made."""

    turns: tuple[ApartMove, ...] = ()


_FEWEST_TOUCH = Text("After which move do fewest of your pieces touch?")


class ApartKnowledge(Knowledge):
    """Pieces that have to leave until no two touch."""

    scale = 4.0
    features: ClassVar[tuple[Feature, ...]] = (
        Feature("mine", -1, Text("Your pieces that touch", "counted"), asks=_FEWEST_TOUCH),
        Feature("theirs", 1, Text("Their pieces that touch", "counted")),
        Feature("away", -1, Text("Your pieces still to move, about", "counted"), 1.5),
        Feature("taken", -1, Text("Their pieces", "counted"), 0.5),
    )

    def worth(self, state: State, seat: Seat) -> float:
        waits = isinstance(state, Waits)
        position = state.position if isinstance(state, Waits) else state
        assert isinstance(position, ApartPosition)
        own, enemy = position.stones[seat], position.stones[1 - seat]
        ahead = self._standing(own) - self._standing(enemy)
        has_turn = (position.ply % 2 == seat) != waits
        return ahead + (_TURN if has_turn else -_TURN)

    def at_a_glance(self) -> Knowledge:
        return _AT_A_GLANCE

    def _standing(self, own: int) -> float:
        return _standing(own)

    def choices(self, state: State) -> Sequence[Move | Part]:
        if isinstance(state, Waits):
            return state.turns
        assert isinstance(state, ApartPosition)
        turns = _results(state)
        hastes = _hastes(state, turns)
        waits = tuple(turn for turn, haste in zip(turns, hastes, strict=True) if not haste)
        if len(waits) in (0, len(turns)):
            return turns
        return [*itertools.compress(turns, hastes), Waiting(waits)]

    def rest(self, state: State) -> Sequence[Move | Part] | None:
        if isinstance(state, Waits):
            return ()
        assert isinstance(state, ApartPosition)
        return _left_out(state)

    def after(self, state: State, choice: Move | Part) -> State:
        if isinstance(choice, Waiting):
            assert isinstance(state, ApartPosition)
            return Waits(state, state.ply % 2, turns=choice.turns)
        position = state.position if isinstance(state, Waits) else state
        return super().after(position, choice)

    def winning(self, position: Position) -> Move | None:
        assert isinstance(position, ApartPosition)
        if position.to_move is None:
            return None
        for turn in itertools.islice(position.results(), MOST_CANDIDATES):
            if _wins(position, turn, position.to_move):
                return turn
        return _by_detour(position)

    def measured(self, position: Position, seat: Seat) -> Mapping[str, int]:
        assert isinstance(position, ApartPosition)
        own, enemy = position.stones[seat], position.stones[1 - seat]
        return {
            "mine": touching(own).bit_count(),
            "theirs": touching(enemy).bit_count(),
            "away": to_bring_away(own)[0],
            "taken": enemy.bit_count(),
        }

    def defeat(self, position: Position, seat: Seat) -> Defeat | None:
        assert isinstance(position, ApartPosition)
        counts, pieces = self.measured(position, seat), position.stones[seat].bit_count()
        if not counts["mine"]:
            return None
        why = sentences(
            Counted(
                "{number} of your {pieces} pieces still touches another of yours.",
                "{number} of your {pieces} pieces still touch another of yours.",
                counts["mine"],
                pieces=pieces,
            ),
            Text("None of theirs does."),
            Counted(
                "About {number} of yours still had to move.",
                "",
                counts["away"],
            ),
        )
        return Defeat(why, _ADVICE)


class _AtAGlance(ApartKnowledge):
    """The same for who looks one move ahead only, and does not ask where pieces could go then."""

    def choices(self, state: State) -> Sequence[Move | Part]:
        assert isinstance(state, ApartPosition)
        return _results(state)

    def _standing(self, own: int) -> float:
        return _plainly(own)


_AT_A_GLANCE = _AtAGlance()


def _results(position: ApartPosition) -> list[ApartMove]:
    return list(itertools.islice(position.results(), MOST_CANDIDATES))


def _left_out(position: ApartPosition) -> list[ApartMove] | None:
    """A turn for each result that ``_results`` leaves out; None where turns are too many to list.

    Beyond the number that it looks at, only captures on a longer way can be missing.
    """
    seat = position.ply % 2
    enemy = position.stones[1 - seat]

    def result(turn: ApartMove) -> tuple[int, int, int]:
        return turn.path[0], turn.path[-1], enemy & cell_set(turn.path[1:])

    turns = list(itertools.islice(position.results(), _MOST_TURNS))
    capturing = dict.fromkeys(turn.path[0] for turn in turns if result(turn)[2])
    every = itertools.chain.from_iterable(map(position.turns_of, capturing))
    longer = list(itertools.islice(every, _MOST_TURNS))
    if _MOST_TURNS in (len(turns), len(longer)):
        return None
    results = {result(turn): turn for turn in (*longer, *turns)}
    for turn in turns[:MOST_CANDIDATES]:
        del results[result(turn)]
    return list(results.values())


def _hastes(position: ApartPosition, turns: Sequence[ApartMove]) -> list[bool]:
    """Whether each turn takes something, or leaves fewer pieces to bring away."""
    seat = position.ply % 2
    own, enemy = position.stones[seat], position.stones[1 - seat]
    leaving = to_bring_away(own)[0]
    return [
        bool(enemy & cell_set(path[1:]))
        or to_bring_away(own & ~(1 << path[0]) | 1 << path[-1])[0] < leaving
        for path in (turn.path for turn in turns)
    ]


def _wins(position: ApartPosition, turn: ApartMove, seat: Seat | None) -> bool:
    """Whether ``turn``, legal in ``position``, wins for ``seat`` at once."""
    outcome = position.after(turn).outcome
    return outcome is not None and seat in outcome.winners


def _by_detour(position: ApartPosition) -> ApartMove | None:
    """A turn that wins, of those that ``results`` may leave out: captures on the longer way."""
    seat = position.ply % 2
    own = position.stones[seat]
    for origin in cells_in(own):
        if not touching(own ^ 1 << origin):  # the others stand alone, so it only has to end well
            turns = itertools.islice(position.turns_of(origin), _MOST_DETOURS)
            for turn in turns:
                if _wins(position, turn, seat):
                    return turn
    return None


@functools.lru_cache(maxsize=50_000)
def _plainly(own: int) -> float:
    """How a player stands by what can be counted on the board."""
    leaving, number = to_bring_away(own)
    return -_AWAY * leaving - _TOUCHING * number


@functools.lru_cache(maxsize=50_000)
def _standing(own: int) -> float:
    """How a player stands whose pieces have to find room: the fewer they are, the easier."""
    leaving = to_bring_away(own)[0]
    worth = _plainly(own) - _CROWDED * own.bit_count()
    if 0 < leaving < len(_USUAL_WAYS):
        worth += _WAYS * math.log((1 + ways(own)) / (1 + _USUAL_WAYS[leaving]))
        if not separable(own):
            worth -= _STUCK
    return worth
