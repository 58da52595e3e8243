"""Who wins an ending of Halves for two when both play their best: everything is tried.

What can be left of 24 tiles is little enough for that, a few ten thousand sets in most matches.
"""

from rules.engine.games.halves_small import largest_parts
from rules.engine.knowledge import Effort
from rules.game import Colour
from rules.games.halves.moves import Tiles, all_tiles
from rules.geometry.openfield import cells_of, junctions, place_of


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
