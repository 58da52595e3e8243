"""How matches of Halves may end from where tiles are taken away.

A removal can cut off tiles of everybody, so who will be first is seen badly from how many are left.
So a match is played out a few times: everybody takes now the removal that does them most good at
once, now any. Of two players everything is tried: what can be left of 24 tiles is a few ten
thousand sets in most matches.
"""

import functools
import random

from rules.engine.games.halves_small import CAREFUL, THEIRS, largest_parts
from rules.engine.knowledge import Effort
from rules.game import Colour, Seat
from rules.games.halves.state import HalvesState
from rules.games.halves.turns import Tiles, all_tiles
from rules.geometry.openfield import cells_of, junctions, largest_subsets, pivots, place_of

_WELL = 0.5  # how often the removal is one that does its player good


@functools.lru_cache(maxsize=20_000)
def shares(stand: HalvesState, times: int, careful: Seat | None = None) -> tuple[float, ...]:
    """What each seat may expect, from -1 to 1, by playing out a match in its last part.

    Everybody plays alike, or ``careful`` well and the others anyhow. The same position gives the
    same in every process.
    """
    chance = random.Random(f"{stand.tiles} {stand.colours} {stand.turn} {stand.left}")
    order = stand.in_turn()
    well = [_WELL if careful is None else CAREFUL * (seat == careful) for seat in order]
    colours = tuple([stand.colours[seat] for seat in order])
    won = [0.0] * len(stand.colours)
    for _ in range(times):
        winners = _played_out(stand.tiles, colours, well, chance)
        for place in winners:
            won[order[place]] += 1 / len(winners)
    return tuple([2 * each / times - 1 for each in won])


def _played_out(
    tiles: Tiles, colours: tuple[Colour, ...], well: list[float], chance: random.Random
) -> list[int]:
    """The places in ``colours`` of those who lose their last tile first.

    ``well`` is how often each plays well.
    """
    turn = 0
    while all(tiles[colour] for colour in colours):
        tiles = _removed(tiles, colours[turn], well[turn], chance)
        turn = (turn + 1) % len(colours)
    return [place for place, colour in enumerate(colours) if not tiles[colour]]


def _removed(tiles: Tiles, colour: Colour, well: float, chance: random.Random) -> Tiles:
    own, occupied = tiles[colour], all_tiles(tiles)
    splitting = pivots(own, occupied)
    kept = _best(own, occupied, splitting) if splitting and chance.random() < well else 0
    if not kept:
        cells = list(cells_of(own))
        cell = cells[int(chance.random() * len(cells))]
        kept = occupied ^ 1 << cell
        if splitting >> cell & 1:
            kept = chance.choice(largest_subsets(kept))
    return tuple([cells & kept for cells in tiles])


def _best(own: int, occupied: int, splitting: int) -> int:
    """What stays after the removal that cuts off most to one's liking; 0 if none does good."""
    best, most = 0, 0.0
    for cell in cells_of(splitting):
        rest = occupied ^ 1 << cell
        for kept in largest_subsets(rest):
            gone = rest & ~kept
            mine = (gone & own).bit_count()
            good = mine - THEIRS * (gone.bit_count() - mine)
            if good > most:
                best, most = kept, good
    return best


class Ending:
    """Who wins from what may be left of some tiles of two colours; what was found out is kept.

    Sets of cells are here on a smaller field, on which integers are short.
    """

    __slots__ = ("_column", "_first", "_known", "_tiles")

    def __init__(self, tiles: Tiles) -> None:
        places = [place_of(cell) for cell in cells_of(all_tiles(tiles))]
        columns, rows = [q for q, _ in places], [r for _, r in places]
        self._first = min(columns), min(rows)
        self._column = max(rows) - min(rows) + 2  # one row more, so that no column touches the next
        self._tiles = tuple(map(self._smaller, tiles))
        self._known: dict[int, bool] = {}

    def wins(self, tiles: Tiles, colour: Colour, effort: Effort) -> bool:
        """Whether ``colour``, to move, wins when ``tiles`` are left, none of the two without any.

        Raises TooLongError where that takes more than the effort.
        """
        return self._wins(self._smaller(all_tiles(tiles)), colour, effort)

    def _smaller(self, cells: int) -> int:
        """A set of cells on the smaller field."""
        found = 0
        for cell in cells_of(cells):
            q, r = place_of(cell)
            found |= 1 << (q - self._first[0]) * self._column + r - self._first[1]
        return found

    def _wins(self, occupied: int, colour: Colour, effort: Effort) -> bool:
        key = occupied << 1 | colour
        known = self._known.get(key)
        if known is None:
            effort.spend()
            known = self._known[key] = self._finds_a_win(occupied, colour, effort)
        return known

    def _finds_a_win(self, occupied: int, colour: Colour, effort: Effort) -> bool:
        own, other = occupied & self._tiles[colour], 1 - colour
        if not own & own - 1:
            return True  # no tile is left but one, or the removal before has taken the last
        followers = [kept for _, kept in self._followers(occupied, own)]
        for kept in followers:  # what was found out before is asked first
            if not kept & own or self._known.get(kept << 1 | other) is False:
                return True
        return any(not self._wins(kept, other, effort) for kept in followers)

    def _followers(self, occupied: int, own: int) -> list[tuple[int, int]]:
        """What may be left after a removal, and how many tiles more its player has than the other.

        Who has fewer comes first.
        """
        theirs = occupied ^ own
        splitting = own & junctions(occupied, self._column)[0]
        others = own ^ splitting
        followers = []
        while splitting:
            cell = splitting & -splitting
            splitting ^= cell
            followers += [
                ((kept & own).bit_count() - (kept & theirs).bit_count(), kept)
                for kept in largest_parts(occupied ^ cell, self._reached)
            ]
        more = own.bit_count() - 1 - theirs.bit_count()
        while others:
            cell = others & -others
            others ^= cell
            followers.append((more, occupied ^ cell))
        followers.sort()
        return followers

    def _reached(self, start: int, within: int) -> int:
        """The connected subset of ``within`` that ``start`` is a cell of."""
        column, reached, before = self._column, start, 0
        while reached != before:
            before = reached
            above, below = reached << 1, reached >> 1
            columns = (reached | below) << column | (reached | above) >> column
            reached = (reached | above | below | columns) & within
        return reached
