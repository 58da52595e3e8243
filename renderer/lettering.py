"""Words in the project's own typeface, as coverage that can be laid on a surface."""

from __future__ import annotations

import threading
import unicodedata
from collections import OrderedDict
from importlib import resources
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from renderer.shapes import Floats

REGULAR = 500
BOLD = 700

_Key: TypeAlias = tuple[str, int, int]
_MOST_BYTES = 8 << 20
_MOST_FONTS = 64
_TRIED = 24
_NO_LETTER = "\uffff"


class Lettering:
    """Sets words. Several threads may share one; what it keeps is bounded."""

    def __init__(self) -> None:
        self._path = str(resources.files("fontpkg_inter") / "files" / "Inter[opsz,wght].ttf")
        self._lock = threading.Lock()  # a font's face must not be used by two threads at once
        self._fonts: OrderedDict[tuple[int, int], ImageFont.FreeTypeFont] = OrderedDict()
        self._words: OrderedDict[_Key, NDArray[np.uint8]] = OrderedDict()
        self._cached_bytes = 0

    def word(self, text: str, height: int, weight: int = REGULAR) -> Floats:
        """The coverage of ``text`` at a font size of ``height`` pixels; its middle is the text's.

        ``weight`` is REGULAR or BOLD.
        """
        key = (text, height, weight)
        with self._lock:
            known = self._words.get(key)
            if known is None:
                known = self._words[key] = self._set(text, self._font(height, weight))
                self._cached_bytes += known.nbytes
                while self._cached_bytes > _MOST_BYTES:
                    self._cached_bytes -= self._words.popitem(last=False)[1].nbytes
        return known.astype(np.float32) / np.float32(255)

    def legible(self, text: str) -> str:
        """``text`` without what the typeface has no letter for, such as emoji."""
        with self._lock:
            font = self._font(_TRIED, REGULAR)
            missing = bytes(font.getmask(_NO_LETTER))
            kept = [
                each
                for each in unicodedata.normalize("NFC", text)
                if each == " " or (each.isprintable() and bytes(font.getmask(each)) != missing)
            ]
        return " ".join("".join(kept).split())

    @property
    def cached_bytes(self) -> int:
        """The bytes held for words that were set before."""
        return self._cached_bytes

    def _font(self, height: int, weight: int) -> ImageFont.FreeTypeFont:
        font = self._fonts.get((height, weight))
        if font is None:
            font = ImageFont.truetype(self._path, height)
            font.set_variation_by_axes([min(max(height, 14), 32), weight])
            self._fonts[height, weight] = font
            if len(self._fonts) > _MOST_FONTS:
                self._fonts.popitem(last=False)
        return font

    def _set(self, text: str, font: ImageFont.FreeTypeFont) -> NDArray[np.uint8]:
        width, height = round(font.getlength(text)) + 4, round(1.5 * font.size)
        image = Image.new("L", (width, height))
        ImageDraw.Draw(image).text((width / 2, height / 2), text, 255, font, anchor="mm")
        return np.asarray(image)
