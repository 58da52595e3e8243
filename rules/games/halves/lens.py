"""What a removal would cut off, and of whom: only the largest part of the shape stays."""

from collections.abc import Iterator, Sequence

from rules.game import Colour
from rules.games.halves.info import NAMES, STRAY
from rules.games.halves.turns import Tiles, all_tiles, survivors
from rules.geometry.openfield import cells_of, name_of
from rules.lens import RANGE, Lens, Spot
from rules.texts import Text, in_a_row, labelled, parted


def lens_of(tiles: Tiles, playing: Sequence[Colour]) -> Lens:
    """The tiles whose removal would cut off others, of the colours ``playing``.

    Where the one who removes may choose what stays, fewest and most are given.
    """
    occupied = all_tiles(tiles)
    spots = []
    for cell in cells_of(sum(tiles[colour] for colour in playing)):
        lost = [occupied ^ 1 << cell ^ kept for kept in _kept(cell, occupied)]
        counts = tuple(_counts(lost, tiles, playing))
        if counts:
            spots.append(Spot(name_of(cell), counts, lost[0].bit_count()))
    said = legend = Text("No removal would cut off anything.")
    if spots:
        legend = Text("Numbers: tiles a removal would cut off.")
        told = parted(list(map(_said, spots)))
        said = Text("What removing a tile would cut off: {tiles}.", tiles=told)
    return Lens((said,), legend, tuple(spots))


def _kept(cell: int, occupied: int) -> tuple[int, ...]:
    return survivors(cell, occupied) if occupied != 1 << cell else (0,)


def _counts(
    lost: Sequence[int], tiles: Tiles, playing: Sequence[Colour]
) -> Iterator[tuple[Colour | None, str]]:
    """How many tiles of each colour are among those that are ``lost``, in one way or another."""
    strays = sum(each for colour, each in enumerate(tiles) if colour not in playing)
    groups: list[tuple[Colour | None, int]] = [(each, tiles[each]) for each in sorted(playing)]
    for colour, own in (*groups, (None, strays)):
        numbers = [(each & own).bit_count() for each in lost]
        if max(numbers):
            least, most = min(numbers), max(numbers)
            yield colour, str(most) if least == most else f"{least}{RANGE}{most}"


def _said(spot: Spot) -> Text:
    counts = [
        # For translators: so many tiles of a side, such as "3 Light"
        Text("{number} {side}", "counted", number=number, side=STRAY if of is None else NAMES[of])
        for of, number in spot.counts
    ]
    return labelled(spot.cell, in_a_row(counts))
