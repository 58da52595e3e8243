"""The fixed colours of a theme's pictures, and the nearest of them to any other."""

import json
import threading
from importlib import resources
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from renderer.shapes import Floats
from renderer.themes import Rgb, rgb
from rules.game import Shape

Indices: TypeAlias = NDArray[np.uint8]
"""Numbers of palette entries, one a pixel."""

STILL = "still"
REPLAY = "replay"
FILE = "palettes.json"

_BITS = 7  # of each channel that the table of nearest entries tells apart
EYE = np.sqrt(np.array([0.55, 1.0, 0.45], np.float32))  # how much a channel's error is seen
_LOW, _LOWEST = np.uint32(_BITS), np.uint32((1 << _BITS) - 1)
_AT_ONCE = 1 << 13


class Ink(Protocol):
    """Turns colours into the numbers that a picture is made of, and back."""

    def index(self, pixels: Floats) -> Indices:
        """The number of each pixel's colour."""

    def look_up(self, indices: Indices) -> Floats:
        """The colour of each number."""


class Palette:
    """Up to 255 colours. Several threads may share one."""

    def __init__(self, colours: tuple[Rgb, ...]) -> None:
        self.colours: NDArray[np.uint8] = np.array(colours, np.uint8)
        self._entries = self.colours.astype(np.float32) * EYE
        # Where the table has which row, and its rows: one more than the nearest entry, or 0 where
        # nobody asked yet. Most rows of the table would be empty: they all are row 0.
        self._table = (np.zeros(1 << 2 * _BITS, np.uint32), np.zeros((1, 1 << _BITS), np.uint8))
        self._filling = threading.Lock()
        levels = self.colours.astype(np.uint32)[::-1]
        numbers = np.arange(len(levels), 0, -1).astype(np.uint8)
        self._fill(_keys(levels), numbers)  # an entry is its own nearest

    def index(self, pixels: Floats) -> Indices:
        """The nearest entry to every pixel of ``pixels`` (..., 3), 0 to 255 a channel."""
        keys = _keys((np.clip(pixels, 0, 255) + np.float32(0.5)).astype(np.uint32))
        entries = self._known(keys)
        if not entries.all():
            self._find(np.unique(keys[entries == 0]))
            entries = self._known(keys)
        indices: Indices = entries - np.uint8(1)
        return indices

    def look_up(self, indices: Indices) -> Floats:
        """The colours of entries, as pixels."""
        return self.colours[indices].astype(np.float32)

    @property
    def cached_bytes(self) -> int:
        return self.colours.nbytes + self._entries.nbytes + sum(each.nbytes for each in self._table)

    def _known(self, keys: NDArray[np.uint32]) -> Indices:
        """What the table has for ``keys``."""
        where, rows = self._table
        # in half the time of square brackets
        known: Indices = rows.ravel().take(where.take(keys >> _LOW) + (keys & _LOWEST))
        return known

    def _fill(self, keys: NDArray[np.uint32], numbers: Indices) -> None:
        """Write into the table, with more rows where it has none."""
        with self._filling:
            where, rows = self._table
            places = keys >> _LOW
            new = np.unique(places[where[places] == 0])
            if len(new):  # replaced whole: other threads see old or new
                where = where.copy()
                where[new] = (len(rows) + np.arange(len(new))) << _BITS
                rows = np.concatenate([rows, np.zeros((len(new), 1 << _BITS), np.uint8)])
            rows.ravel()[where[places] + (keys & _LOWEST)] = numbers
            self._table = where, rows

    def _find(self, keys: NDArray[np.uint32]) -> None:
        """Fill in the entries nearest to the middles of some cubes of colours."""
        squares = (self._entries**2).sum(1)
        top = (1 << _BITS) - 1
        for part in np.array_split(keys, len(keys) // _AT_ONCE + 1):
            cut = np.stack((part >> 2 * _BITS, part >> _BITS & top, part & top), 1)
            middles = (2 * cut.astype(np.float32) + np.float32(0.5)) * EYE
            nearest = (squares - 2 * middles @ self._entries.T).argmin(1) + 1
            self._fill(part, nearest.astype(np.uint8))


def _keys(levels: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Where the table has the colours ``levels`` (..., 3)."""
    cut = levels >> np.uint32(8 - _BITS)
    high, low = np.uint32(2 * _BITS), np.uint32(_BITS)
    keys: NDArray[np.uint32] = cut[..., 0] << high | cut[..., 1] << low | cut[..., 2]
    return keys


def load_palette(theme: str, shape: Shape, use: str) -> Palette:
    """The palette of ``theme`` for pieces of ``shape`` and for ``use``: STILL or REPLAY."""
    text = resources.files("renderer").joinpath(FILE).read_text("utf-8")
    return Palette(tuple(rgb(colour) for colour in json.loads(text)[theme][shape][use].split()))
