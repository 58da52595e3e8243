"""The fixed colours of a theme's pictures, and the nearest of them to any other."""

from __future__ import annotations

import json
from importlib import resources
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from renderer.shapes import Floats
from renderer.themes import Rgb, rgb

Indices: TypeAlias = NDArray[np.uint8]
"""Numbers of palette entries, one a pixel."""

STILL = "still"
REPLAY = "replay"
FILE = "palettes.json"

_BITS = 6  # of each channel that the table of nearest entries tells apart
_LEVELS = 1 << _BITS
_EYE = np.sqrt(np.array([0.55, 1.0, 0.45], np.float32))  # how much a channel's error is seen
_AT_ONCE = 1 << 15


class Palette:
    """Up to 256 colours. Immutable, so threads may share one."""

    def __init__(self, colours: tuple[Rgb, ...]) -> None:
        self.colours: NDArray[np.uint8] = np.array(colours, np.uint8)
        self._nearest = _nearest_entries(self.colours)

    def index(self, pixels: Floats) -> Indices:
        """The nearest entry to every pixel of ``pixels`` (..., 3), 0 to 255 a channel."""
        levels = (np.clip(pixels, 0, 255) + np.float32(0.5)).astype(np.uint32) >> (8 - _BITS)
        key = (levels[..., 0] << 2 * _BITS) | (levels[..., 1] << _BITS) | levels[..., 2]
        return self._nearest[key]

    def look_up(self, indices: Indices) -> Floats:
        """The colours of entries, as pixels."""
        return self.colours[indices].astype(np.float32)

    @property
    def kept(self) -> int:
        """The bytes held."""
        return self.colours.nbytes + self._nearest.nbytes


def _nearest_entries(colours: NDArray[np.uint8]) -> Indices:
    """The nearest entry for the middle of every cube of colours; entries are nearest themselves."""
    axis = np.arange(_LEVELS, dtype=np.float32) * (256 // _LEVELS) + np.float32(128 / _LEVELS)
    cubes = np.stack(np.meshgrid(axis, axis, axis, indexing="ij"), -1).reshape(-1, 3) * _EYE
    entries = colours.astype(np.float32) * _EYE
    squares = (entries**2).sum(1)
    nearest = np.empty(len(cubes), np.uint8)
    for start in range(0, len(cubes), _AT_ONCE):
        part = cubes[start : start + _AT_ONCE]
        nearest[start : start + _AT_ONCE] = (squares - 2 * part @ entries.T).argmin(1)
    levels = colours.astype(np.uint32) >> (8 - _BITS)
    own = (levels[:, 0] << 2 * _BITS) | (levels[:, 1] << _BITS) | levels[:, 2]
    nearest[own[::-1]] = np.arange(len(colours))[::-1]  # the first entries are the exact ones
    return nearest


def load_palette(theme: str, use: str) -> Palette:
    """The palette of ``theme`` for ``use``: STILL or REPLAY."""
    text = resources.files("renderer").joinpath(FILE).read_text("utf-8")
    return Palette(tuple(rgb(colour) for colour in json.loads(text)[theme][use].split()))
