"""How matches of Halves may end from where tiles are taken away: played out a few times.

A removal can cut off tiles of everybody, so who will be first is seen badly from how many are left.
Everybody takes now the removal that does them most good at once, now any.
"""

import functools
import random

from rules.game import Colour, Seat
from rules.games.halves.moves import Tiles, all_tiles
from rules.games.halves.state import State
from rules.geometry.openfield import cells_of, largest_subsets, pivots

_WELL = 0.5  # how often the removal is one that does its player good
CAREFUL = 0.7  # how often it is where one player is taken to think, and the others not to
THEIRS = 0.5  # what a tile of somebody else that goes as well takes from that


@functools.lru_cache(maxsize=20_000)
def shares(stand: State, times: int, careful: Seat | None = None) -> tuple[float, ...]:
    """What each seat may expect, from -1 to 1, by playing out a match in its last part.

    Everybody plays alike, or ``careful`` well and the others anyhow. The same position gives the
    same in every process.
    """
    chance = random.Random(f"{stand.tiles} {stand.colours} {stand.turn} {stand.left}")
    order = _order(stand)
    well = [_WELL if careful is None else CAREFUL * (seat == careful) for seat in order]
    colours = tuple([stand.colours[seat] for seat in order])
    won = [0.0] * len(stand.colours)
    for _ in range(times):
        winners = _played_out(stand.tiles, colours, well, chance)
        for place in winners:
            won[order[place]] += 1 / len(winners)
    return tuple([2 * each / times - 1 for each in won])


def _order(stand: State) -> tuple[int, ...]:
    """The seats that play, whoever is to move first."""
    playing = stand.seats_playing()
    first = playing.index(stand.turn)
    return playing[first:] + playing[:first]


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
