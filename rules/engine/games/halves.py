"""What Halves looks like: who has fewer tiles left; before that, what a removal would cut off."""

import functools
import math
from collections.abc import Mapping
from typing import ClassVar

from rules.engine.games.halves_endings import Ending, shares
from rules.engine.games.halves_trials import CasualTrials, can_be_tried
from rules.engine.knowledge import Defeat, Effort, Feature, Knowledge, Solver, State, Trials
from rules.engine.lacking import cutting_off
from rules.game import Position, Seat
from rules.games.halves.position import HalvesPosition
from rules.games.halves.state import TILES, HalvesState, Phase
from rules.games.halves.turns import Tiles, all_tiles
from rules.geometry.openfield import cells_of, largest_subsets, pivots
from rules.texts import Counted, Text, listed, sentences

_FEWER = 2.0
_TURN = 1.0
_OTHERS = 0.2
_PROSPECT = 0.5  # for what further removals will cut off
_FOLLOWING = 0.5  # the second best removal is worth so much of the best, and so on
_PAIR = 2
_ADVICE = Text("Look for the tile whose removal breaks off many of yours and few of the others'.")
_NEARLY = 0.97  # what was played out is never quite won
_TIMES, _TRUST = 2, 0.5  # how often an ending is played out in a tree, and what that counts
_TIMES_OF_TWO, _TRUST_OF_TWO = 16, 0.9  # at a glance, of two players
_TIMES_OF_THREE, _TRUST_OF_THREE = 48, 0.8
_FEWEST_TILES = Text("Which move leaves you the fewest tiles?")


class HalvesKnowledge(Knowledge):
    """Tiles left, removals that take many at once, and how it may end when it is played out.

    Where tiles are taken away, a tree of three players plays each position out a few times; of two
    it sees more by counting alone.
    """

    scale = 4.0

    def at_a_glance(self) -> Knowledge:
        return _CLOSELY

    features: ClassVar[tuple[Feature, ...]] = (
        Feature(
            "mine",
            -1,
            Text("Tiles you still have to remove", "counted"),
            asks=_FEWEST_TILES,
            lacks=cutting_off,
        ),
        Feature("at_once", 1, Text("Your tiles to remove at once", "counted"), 0.6),
        Feature("their_at_once", -1, Text("Their tiles to remove at once", "counted"), 0.6),
    )

    def solver(self, position: Position) -> Solver | None:
        assert isinstance(position, HalvesPosition)
        if len(position.colours) != _PAIR:
            return None
        if position.phase is Phase.WAXING:
            missing = _PAIR * TILES - sum(cells.bit_count() for cells in position.tiles)
            return _solved_anew if missing == 1 else None
        return functools.partial(_solved, Ending(position.tiles))

    def trials(self, position: Position) -> Trials | None:
        assert isinstance(position, HalvesPosition)
        return CasualTrials(position) if can_be_tried(position) else None

    def worth(self, state: State, seat: Seat) -> float:
        assert isinstance(state, HalvesPosition)
        if state.phase is Phase.WANING:
            return self._ending(state, seat)
        gains = _removable(state.tiles)
        if state.phase is Phase.CONTRACT:
            best = max(_lead(gains, colour) for colour in state.colours_playing())
            return best if state.turn == seat else -best
        if state.has_contract():
            return self._before_contract(state, gains, seat)
        return _lead(gains, state.colours[seat])

    def _before_contract(self, stand: HalvesState, gains: tuple[float, ...], seat: Seat) -> float:
        """The seat that will choose wants one colour to stand out, and nobody else does."""
        gap = max(abs(_lead(gains, colour)) for colour in stand.colours_playing())
        return gap if seat == stand.seats_playing()[0] else -gap

    def _ending(self, stand: HalvesState, seat: Seat) -> float:
        if _is_pair(stand):
            return _waning(stand, seat)
        return self._played_out(stand, seat, shares(stand, _TIMES), _TRUST)

    def _played_out(
        self, stand: HalvesState, seat: Seat, played: tuple[float, ...], trust: float
    ) -> float:
        """What a seat has by counting, and for the share ``trust`` by what was played out."""
        counted = math.tanh(_waning(stand, seat) / self.scale)
        expected = trust * played[seat] + (1 - trust) * counted
        return self.scale * math.atanh(max(-_NEARLY, min(_NEARLY, expected)))

    def measured(self, position: Position, seat: Seat) -> Mapping[str, int]:
        assert isinstance(position, HalvesPosition)
        others = [position.colours[each] for each in position.seats_playing() if each != seat]
        colour, tiles = position.colours[seat], position.tiles
        most = [  # tiles of each colour that its largest removal takes, that one included
            1 + max((mine for mine, _ in swings), default=0) if own else 0
            for swings, own in zip(_swings(tiles), tiles, strict=True)
        ]
        counted = {"at_once": most[colour], "their_at_once": max(most[each] for each in others)}
        if position.phase is Phase.WANING:
            counted["mine"] = tiles[colour].bit_count()
        return counted

    def defeat(self, position: Position, seat: Seat) -> Defeat | None:
        assert isinstance(position, HalvesPosition)
        assert position.outcome is not None
        winners = [position.info.sides[position.colours[each]] for each in position.outcome.winners]
        counts = self.measured(position, seat)
        left, at_once = counts["mine"], counts["at_once"]
        why = sentences(
            Counted("You still have {number} tile.", "You still have {number} tiles.", left),
            Counted(
                "{winners} has none.",
                "{winners} have none.",
                len(winners),
                winners=listed(winners),
            ),
            Text("Your next turn would have been your last.")
            if at_once == left
            else Counted(
                "One more turn would have removed {number} of them at most.",
                "",
                at_once,
            ),
        )
        return Defeat(why, _ADVICE)


class _AtAGlance(HalvesKnowledge):
    """For who looks one move ahead only, and so at few positions: each is played out many times.

    Of three players, who looks thinks the others careless: against players who are not, it is no
    worse than to think them equals, and against those who are it is much better.
    """

    def _before_contract(self, stand: HalvesState, gains: tuple[float, ...], seat: Seat) -> float:
        if _is_pair(stand) or seat == stand.seats_playing()[0]:
            return super()._before_contract(stand, gains, seat)
        return _lead(gains, stand.colours[seat])  # most likely theirs to the end

    def _ending(self, stand: HalvesState, seat: Seat) -> float:
        if _is_pair(stand):
            return self._played_out(stand, seat, shares(stand, _TIMES_OF_TWO), _TRUST_OF_TWO)
        played = shares(stand, _TIMES_OF_THREE, careful=stand.in_turn()[-1])
        return self._played_out(stand, seat, played, _TRUST_OF_THREE)


def _solved_anew(position: Position, effort: Effort) -> tuple[float, ...]:
    assert isinstance(position, HalvesPosition)
    return _solved(Ending(position.tiles), position, effort)


def _solved(ending: Ending, position: Position, effort: Effort) -> tuple[float, ...]:
    """What both seats get when all tiles are placed, and both play their best."""
    assert isinstance(position, HalvesPosition)
    tiles = position.tiles
    if position.phase is Phase.WANING:
        wins = ending.wins(tiles, position.colour, effort)
    else:  # the other begins, with the colour that was not chosen
        wins = not all(ending.wins(tiles, colour, effort) for colour in position.colours)
    return (1.0, -1.0) if wins == (position.turn == 0) else (-1.0, 1.0)


def _is_pair(stand: HalvesState) -> bool:
    return len(stand.seats_playing()) == _PAIR


def _waning(stand: HalvesState, seat: Seat) -> float:
    counts = [stand.tiles[colour].bit_count() for colour in stand.colours]
    mine = counts[seat]
    others = [number for each, number in enumerate(counts) if each not in (seat, *stand.left)]
    behind = min(others)
    ahead = _FEWER * (behind - mine) + (_TURN if stand.turn == seat else 0.0)
    ahead += _PROSPECT * _lead(_removable(stand.tiles), stand.colours[seat])
    if len(others) == 1:
        return ahead - _TURN / 2
    return ahead + _OTHERS * (sum(others) - behind)


def _lead(gains: tuple[float, ...], colour: int) -> float:
    return gains[colour] - max(gain for each, gain in enumerate(gains) if each != colour)


@functools.lru_cache(maxsize=20_000)
def _removable(tiles: Tiles) -> tuple[float, ...]:
    """For each colour what its removals do it good, the best counting most."""
    enemies = max(1, len(tiles) - 1)
    found = []
    for swings in _swings(tiles):
        good = sorted(
            (mine - theirs / enemies for mine, theirs in swings if mine * enemies > theirs),
            reverse=True,
        )
        found.append(sum(gain * _FOLLOWING**place for place, gain in enumerate(good)))
    return tuple(found)


@functools.lru_cache(maxsize=20_000)
def _swings(tiles: Tiles) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each colour its removals that cut something off: how many of its own, how many others."""
    occupied = all_tiles(tiles)
    found = []
    for own in tiles:
        swings = []
        for cell in cells_of(pivots(own, occupied)):
            rest = occupied ^ 1 << cell
            largest = largest_subsets(rest)
            gone = rest & ~max(largest, key=lambda kept: (rest & own & ~kept).bit_count())
            if gone:
                mine = (gone & own).bit_count()
                swings.append((mine, gone.bit_count() - mine))
        found.append(tuple(swings))
    return tuple(found)


_CLOSELY = _AtAGlance()
