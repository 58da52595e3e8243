"""What removals in Halves for three promise when everybody goes on as a casual player would.

Other than in ``halves_endings``, where playing out judges a position, everybody chooses here what
looks best, like level 2, after playing out each removal a few times. How it goes on when the others
are careless counts too, as whoever counts on good moves alone does badly against weak ones.
"""

import math
import random

from rules.engine.games.halves_small import COLOURS, MASKS, Order, SmallField
from rules.game import Colour, Position
from rules.games.halves.position import HalvesPosition
from rules.games.halves.state import TILES, HalvesState, Phase

_PLAYOUTS = 4  # of each removal that is weighed, with every tile there
_MOST_PLAYOUTS = 48
_CARELESS, _TIMES = 0.3, 200  # what careless others count, and how often they are played out
_TRUST = 0.8  # what these count beside the tiles that are left
_FEWER, _OTHERS, _SCALE = 2.0, 0.2, 4.0


class CasualTrials:
    """Matches that go on from what may be left of some tiles; what was chosen is kept."""

    __slots__ = ("_careless", "_chosen", "_field", "_playouts", "weighed")

    def __init__(self, stand: HalvesState) -> None:
        chance = random.Random(f"{stand.tiles} {stand.colours} {stand.turn}")
        self._field = SmallField(stand.tiles, chance.random)
        self._chosen: dict[tuple[int, Order, int], int] = {}
        self._careless: dict[tuple[int, Order], float] = {}
        self._playouts = _playouts(stand.occupied.bit_count())
        self.weighed = 0

    def shares(self, position: Position, number: int) -> tuple[float, ...]:
        """What each seat gets of a running match in the trial of this number, from -1 to 1.

        Trials of one number go on alike wherever they meet. The same calls give the same.
        """
        assert isinstance(position, HalvesPosition)
        tiles, turn = self._field.smaller(position.occupied), position.turn
        order = position.colours[turn:] + position.colours[:turn]
        won = self._won(tiles, order, number)
        careless = self._against_careless(tiles, order)
        last = order[-1]
        return tuple(
            [
                (1 - _CARELESS) * _share(won, colour)
                + _CARELESS * (2 * careless - 1 if colour == last else -careless)
                for colour in position.colours
            ]
        )

    def _won(self, tiles: int, order: Order, number: int) -> frozenset[Colour]:
        """The colours that win when all go on casually."""
        while all(tiles & mask for mask in MASKS):
            tiles = self._choice(tiles, order, number)
            order = (*order[1:], order[0])
        return frozenset([colour for colour in order if not tiles & MASKS[colour]])

    def _against_careless(self, tiles: int, order: Order) -> float:
        """What share of a win who moved last may expect where the others take any tile."""
        found = self._careless.get((tiles, order))
        if found is None:
            won = sum([self._field.played_out(tiles, order) for _ in range(_TIMES)])
            found = self._careless[tiles, order] = won / _TIMES
        return found

    def _choice(self, tiles: int, order: Order, number: int) -> int:
        key = tiles, order, number
        found = self._chosen.get(key)
        if found is None:
            found = self._chosen[key] = self._choose(tiles, order)
        return found

    def _choose(self, tiles: int, order: Order) -> int:
        """What whoever moves leaves: what wins at once, else what looks best."""
        followers = self._field.followers(tiles, order[0])
        winning = [kept for kept in followers if not kept & MASKS[order[0]]]
        if winning:
            return winning[0]
        after = (*order[1:], order[0])
        return max(followers, key=lambda kept: self._looks(kept, after))

    def _looks(self, tiles: int, order: Order) -> float:
        """How good ``tiles`` look to who left them, the last in ``order``."""
        *theirs, mine = [(tiles & MASKS[colour]).bit_count() for colour in order]
        behind = min(theirs)
        if not behind:
            return -1.0
        counted = _FEWER * (behind - mine) + _OTHERS * (max(theirs) - behind)
        self.weighed += 1
        won = sum([self._field.played_out(tiles, order) for _ in range(self._playouts)])
        return _TRUST * (2 * won / self._playouts - 1) + (1 - _TRUST) * math.tanh(counted / _SCALE)


def _share(won: frozenset[Colour], colour: Colour) -> float:
    """What a match is worth to one colour, from -1 to 1, that these have won."""
    return 1 - 2 * (len(won) - 1) / COLOURS if colour in won else -1.0


def _playouts(tiles: int) -> int:
    """How often each removal is played out, as long as ``tiles`` are left to begin with.

    The fewer they are, the less it takes, so that all moves can take about the same time.
    """
    return min(_MOST_PLAYOUTS, round(_PLAYOUTS * (COLOURS * TILES / tiles) ** 2))


def can_be_tried(stand: HalvesState) -> bool:
    """Whether nobody of three has left, and every tile is placed."""
    return (
        len(stand.seats_playing()) == COLOURS
        and stand.phase is not Phase.WAXING
        and max(cells.bit_count() for cells in stand.tiles) <= TILES
    )
