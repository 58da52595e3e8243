"""Palette pictures as PNG files, quick when most rows were written before; and as GIF films.

Each band of rows is compressed for itself, up to a byte boundary, and kept; a file is its bands in
a row, with the checksum over them all worked out from theirs.

Pillow would write the whole file anew. From one ply to the next of Detach's large board, 1000
pixels wide, that takes 6.8 ms of processor time for as many bytes (its level 4), or 5.1 ms for 6 %
more of them (level 3); this takes 4.1 ms, and less than one where nothing has changed.
"""

import hashlib
import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PIL import GifImagePlugin, Image

from renderer.kept import Kept
from renderer.palette import Indices

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_ZLIB_HEADER = b"\x78\x9c"
_LAST_BLOCK = b"\x03\x00"  # an empty deflate block that ends the stream
_ROWS = 25
_ADLER = 65521
_PALETTE_IMAGE = 3
_IN_HALF = 3 * 16  # bytes of a palette whose entries take half a byte
MOST_COLOURS = 126
"""The most colours that a palette may have."""
_TABLE_BITS = 7
_TRANSPARENT = 126
_GLOBAL_TABLE = 0x80 | _TABLE_BITS - 1 << 4 | _TABLE_BITS - 1
_LOOP_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_LEAVE_IN_PLACE = 1
_END = b";"


@dataclass(frozen=True, slots=True)
class _Band:
    """Compressed rows, and what the checksum of the whole needs to know of them."""

    data: bytes
    adler: int
    length: int


class PngWriter:
    """Writes PNG files. Several threads may share one; it keeps at most ``most_bytes``."""

    def __init__(self, most_bytes: int = 8 << 20, level: int = 4) -> None:
        self._level = level
        self._bands: Kept[bytes, _Band] = Kept(most_bytes, lambda band: len(band.data))
        self._before: list[tuple[bytes, _Band]] = []

    @property
    def cached_bytes(self) -> int:
        return self._bands.size

    def write(self, indices: Indices, colours: NDArray[np.uint8]) -> bytes:
        """The file of a picture of palette entries (rows, columns)."""
        height, width = indices.shape
        rows = np.zeros((height, width + 1), np.uint8)  # each row begins with its filter: none
        rows[:, 1:] = indices
        bands = self._bands_of(rows)
        adler = 1
        for band in bands:
            adler = _joined(adler, band.adler, band.length)
        stream = b"".join(
            (_ZLIB_HEADER, *(band.data for band in bands), _LAST_BLOCK, struct.pack(">I", adler))
        )
        return _file((width, height), 8, colours.tobytes(), stream)

    def _bands_of(self, rows: Indices) -> list[_Band]:
        """The compressed bands; those that are as in the picture before are not looked at again."""
        before, bands = self._before, []
        for number, top in enumerate(range(0, len(rows), _ROWS)):
            part = rows[top : top + _ROWS].tobytes()
            if number < len(before) and part == before[number][0]:
                bands.append(before[number])
            else:
                key = hashlib.sha1(part, usedforsecurity=False).digest()  # half BLAKE2's time
                bands.append((part, self._bands.get(key, partial(self._compressed, part))))
        self._before = bands  # replaced whole: other threads see old or new
        return [band for _, band in bands]

    def _compressed(self, rows: bytes) -> _Band:
        squeeze = zlib.compressobj(self._level, zlib.DEFLATED, -15, 8)
        data = squeeze.compress(rows) + squeeze.flush(zlib.Z_FULL_FLUSH)
        return _Band(data, zlib.adler32(rows), len(rows))


def _joined(first: int, second: int, length: int) -> int:
    """The Adler-32 of two texts in a row, from their own and the second's length."""
    low = (first & 0xFFFF) + (second & 0xFFFF) - 1
    high = (first >> 16) + (second >> 16) + length % _ADLER * ((first & 0xFFFF) - 1)
    return high % _ADLER << 16 | low % _ADLER


def write_small(indices: Indices, colours: bytes) -> bytes:
    """The file of a picture of an even width that is drawn but once, in as few bytes as it takes.

    Sixteen colours take four bits a pixel: a sixth less. Pillow would choose filters for such rows,
    and write a fifth more bytes than in eight bits.
    """
    height, width = indices.shape
    is_half = len(colours) <= _IN_HALF
    pixels = indices[:, ::2] << 4 | indices[:, 1::2] if is_half else indices
    stream = zlib.compress(np.pad(pixels, ((0, 0), (1, 0))).tobytes(), 9)
    return _file((width, height), 4 if is_half else 8, colours, stream)


def _file(size: tuple[int, int], bits: int, colours: bytes, stream: bytes) -> bytes:
    header = struct.pack(">IIBBBBB", *size, bits, _PALETTE_IMAGE, 0, 0, 0)
    parts = (b"IHDR" + header, b"PLTE" + colours, b"IDAT" + stream, b"IEND")
    number = struct.Struct(">I").pack
    chunks = (number(len(part) - 4) + part + number(zlib.crc32(part)) for part in parts)
    return b"".join((_SIGNATURE, *chunks))


def write_gif(frames: Iterable[tuple[Indices, int]], colours: NDArray[np.uint8]) -> bytes:
    """The file of frames of one size, each with the milliseconds that it stays.

    Raises ValueError for no frames, or more than MOST_COLOURS colours.
    """
    if len(colours) > MOST_COLOURS:
        raise ValueError(f"a replay has at most {MOST_COLOURS} colours, not {len(colours)}")
    parts: list[bytes] = []
    shown: Indices | None = None
    for frame, stay in frames:
        if shown is None:
            parts += [_header(frame, colours), _LOOP_FOR_EVER]
            changed, corner = frame, (0, 0)
        else:
            changed, corner = _changes(shown, frame)
        shown = frame
        parts += GifImagePlugin.getdata(
            Image.fromarray(changed),
            corner,
            duration=stay,
            disposal=_LEAVE_IN_PLACE,
            transparency=_TRANSPARENT,
        )
    if shown is None:
        raise ValueError("a replay needs a position at least")
    return b"".join((*parts, _END))


def _header(frame: Indices, colours: NDArray[np.uint8]) -> bytes:
    height, width = frame.shape
    table = np.zeros((1 << _TABLE_BITS, 3), np.uint8)
    table[: len(colours)] = colours
    table[_TRANSPARENT] = 255 - colours[0]  # entry 0 is the background
    return b"GIF89a" + struct.pack("<HHBBB", width, height, _GLOBAL_TABLE, 0, 0) + table.tobytes()


def _changes(shown: Indices, frame: Indices) -> tuple[Indices, tuple[int, int]]:
    """The rectangle that differs, transparent where it does not, and its top left corner."""
    differs = frame != shown
    rows, columns = np.flatnonzero(differs.any(1)), np.flatnonzero(differs.any(0))
    if not len(rows):
        return np.full((1, 1), _TRANSPARENT, np.uint8), (0, 0)
    top, left = int(rows[0]), int(columns[0])
    box = np.s_[top : int(rows[-1]) + 1, left : int(columns[-1]) + 1]
    return np.where(differs[box], frame[box], np.uint8(_TRANSPARENT)), (left, top)
