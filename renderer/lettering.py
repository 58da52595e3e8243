"""Words in the project's own typeface, as coverage that can be laid on a surface."""

import threading
import unicodedata
from importlib import resources
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from renderer.kept import Kept
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
        self._fonts: Kept[tuple[int, int], ImageFont.FreeTypeFont] = Kept(_MOST_FONTS)
        self._words: Kept[_Key, NDArray[np.uint8]] = Kept(_MOST_BYTES, lambda word: word.nbytes)

    def word(self, text: str, height: int, weight: int = REGULAR) -> Floats:
        """The coverage of ``text`` at a font size of ``height`` pixels; its middle is the text's.

        ``weight`` is REGULAR or BOLD.
        """
        word = self._words.get((text, height, weight), lambda: self._set(text, height, weight))
        return word.astype(np.float32) / np.float32(255)

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
        return self._words.size

    def _font(self, height: int, weight: int) -> ImageFont.FreeTypeFont:
        return self._fonts.get((height, weight), lambda: self._load(height, weight))

    def _load(self, height: int, weight: int) -> ImageFont.FreeTypeFont:
        font = ImageFont.truetype(self._path, height)
        font.set_variation_by_axes([min(max(height, 14), 32), weight])
        return font

    def _set(self, text: str, size: int, weight: int) -> NDArray[np.uint8]:
        with self._lock:
            font = self._font(size, weight)
            width, height = round(font.getlength(text)) + 4, round(1.5 * font.size)
            image = Image.new("L", (width, height))
            ImageDraw.Draw(image).text((width / 2, height / 2), text, 255, font, anchor="mm")
        return np.asarray(image)
