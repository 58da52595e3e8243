"""What can be done in Halves: where a tile may go, and what stays when one is taken away.

Tiles are one set of cells for each colour, in the order of ``COLOURS``.
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from rules.game import Colour, Move
from rules.games.halves.info import COLOURS
from rules.geometry import openfield

Tiles: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Placement(Move):
    """A tile of the mover's colour comes to ``cell``."""

    cell: int

    def __str__(self) -> str:
        return openfield.record_name(self.cell)

    @property
    def written(self) -> str:
        """The hex by the name that pictures show."""
        return openfield.name_of(self.cell)


@dataclass(frozen=True, slots=True)
class Election(Move):
    """The elector plays ``colour`` from now on."""

    colour: Colour

    def __str__(self) -> str:
        return COLOURS[self.colour].lower()


@dataclass(frozen=True, slots=True)
class Removal(Move):
    """The mover's tile on ``cell`` goes; the subset whose smallest cell is ``kept`` stays.

    ``kept`` is None when there is no choice.
    """

    cell: int
    kept: int | None = None

    def __str__(self) -> str:
        return "/".join(map(openfield.record_name, self._cells()))

    @property
    def written(self) -> str:
        """The hexes by the names that pictures show."""
        return "/".join(map(openfield.name_of, self._cells()))

    def _cells(self) -> tuple[int, ...]:
        return (self.cell,) if self.kept is None else (self.cell, self.kept)


def all_tiles(tiles: Tiles) -> int:
    """The cells that hold a tile of any colour."""
    together = 0
    for cells in tiles:
        together |= cells
    return together


def open_cells(tiles: Tiles, colour: Colour) -> int:
    """Where a tile of ``colour`` may be placed: empty, and next to a tile of another colour."""
    occupied = all_tiles(tiles)
    return openfield.touching(occupied ^ tiles[colour]) & openfield.FIELD & ~occupied


def removals(tiles: Tiles, colour: Colour) -> Iterator[Removal]:
    """Every way to remove a tile of ``colour``."""
    tied = openfield.ties(tiles[colour], all_tiles(tiles))
    for cell in openfield.cells_of(tiles[colour]):
        if cell in tied:
            yield from _choices(cell, tied[cell])
        else:
            yield _without_choice(cell)


def removals_of(cell: int, occupied: int) -> tuple[Removal, ...]:
    """Every way to remove the tile on ``cell``: one, or one for each subset that could stay."""
    kept = survivors(cell, occupied)
    return (_without_choice(cell),) if len(kept) == 1 else _choices(cell, kept)


def survivors(cell: int, occupied: int) -> tuple[int, ...]:
    """The largest subsets that ``occupied`` leaves without ``cell``: several when they tie."""
    return openfield.largest_subsets(occupied ^ 1 << cell)


@functools.cache
def _without_choice(cell: int) -> Removal:
    """The removal, made once: the same few are listed again and again."""
    return Removal(cell)


def _choices(cell: int, kept: tuple[int, ...]) -> tuple[Removal, ...]:
    return tuple(Removal(cell, smallest_of(subset)) for subset in kept)


def kept_by(removal: Removal, occupied: int) -> int:
    """The cells whose tiles stay after ``removal``."""
    kept = survivors(removal.cell, occupied)
    if len(kept) == 1:
        return kept[0]
    return next(subset for subset in kept if removal.kept == smallest_of(subset))


def smallest_of(cells: int) -> int:
    """The smallest cell of a set that is not empty."""
    return (cells & -cells).bit_length() - 1
