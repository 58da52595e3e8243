"""The fixed colours of a theme's pictures, and the nearest of them to any other."""

import json
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
        # One more than the nearest entry; 0 where nobody asked yet. Threads that fill in the same
        # place at once write the same number.
        self._nearest = np.zeros(1 << 3 * _BITS, np.uint8)
        levels = self.colours.astype(np.uint32)[::-1]
        self._nearest[_keys(levels)] = np.arange(len(levels), 0, -1)  # an entry is its own nearest

    def index(self, pixels: Floats) -> Indices:
        """The nearest entry to every pixel of ``pixels`` (..., 3), 0 to 255 a channel."""
        keys = _keys((np.clip(pixels, 0, 255) + np.float32(0.5)).astype(np.uint32))
        entries = self._nearest[keys]
        if not entries.all():
            self._find(np.unique(keys[entries == 0]))
            entries = self._nearest[keys]
        indices: Indices = entries - np.uint8(1)
        return indices

    def look_up(self, indices: Indices) -> Floats:
        """The colours of entries, as pixels."""
        return self.colours[indices].astype(np.float32)

    @property
    def cached_bytes(self) -> int:
        return self.colours.nbytes + self._entries.nbytes + self._nearest.nbytes

    def _find(self, keys: NDArray[np.uint32]) -> None:
        """Fill in the entries nearest to the middles of some cubes of colours."""
        squares = (self._entries**2).sum(1)
        top = (1 << _BITS) - 1
        for part in np.array_split(keys, len(keys) // _AT_ONCE + 1):
            cut = np.stack((part >> 2 * _BITS, part >> _BITS & top, part & top), 1)
            middles = (2 * cut.astype(np.float32) + np.float32(0.5)) * EYE
            self._nearest[part] = (squares - 2 * middles @ self._entries.T).argmin(1) + 1


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
