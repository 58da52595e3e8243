"""What charts are drawn on: lines and areas, smoothed by drawing at twice the size, and words.

Words are set upon the finished picture, in the size that it has: made smaller, each letter would
have more shades, and the file a half more bytes.
"""

from collections.abc import Sequence
from typing import TypeAlias, cast

import numpy as np
from PIL import Image, ImageDraw

from renderer.charts.style import LABEL, WIDTH, Point
from renderer.lettering import Lettering
from renderer.png import write_small
from renderer.shapes import Floats
from renderer.themes import REGULAR, Rgb, Theme
from rules.texts import ENGLISH, Wording, Words, said

_Shades: TypeAlias = list[tuple[int, Rgb]]
"""Colours, and how many pixels have each."""

SCALE = 2
_COLOURS, _FEW, _UNSEEN = 32, 16, 0.002
"""How many colours a file has: few, which take four bits, where so small a share has others."""
_ALIKE = 12
"""So near, in each channel, are colours that are taken for each other."""
_STEPS = 2
"""In how many steps letters go over into what is below them; each more is a tenth more bytes."""


class Canvas:
    """A picture under way. Places and lengths are in pixels of the finished one."""

    def __init__(
        self,
        theme: Theme,
        lettering: Lettering,
        height: int,
        width: int = WIDTH,
        wording: Wording = ENGLISH,
    ) -> None:
        self.theme = theme
        self._wording = wording
        self.width, self.height = width, 0
        self._lettering = lettering
        self.heighten(height)
        self._words: list[tuple[str, Point, float, Rgb, int, int, float]] = []

    def heighten(self, more: int) -> None:
        """Make a picture that is empty yet so much higher."""
        self.height += more
        size = self.width * SCALE, self.height * SCALE
        self._image = Image.new("RGB", size, self.theme.page)
        self._pen = ImageDraw.Draw(self._image)

    def line(self, points: Sequence[Point], colour: Rgb, width: float) -> None:
        """A line through ``points``, with round ends and corners."""
        thick = round(width * SCALE)
        self._pen.line(_scaled(points), colour, thick, joint="curve")
        for x, y in (points[0], points[-1]):
            self.disc(x, y, width / 2, colour)

    def area(self, points: Sequence[Point], colour: Rgb) -> None:
        """A filled area with these corners."""
        self._pen.polygon(_scaled(points), colour)

    def box(
        self, left: float, top: float, wide: float, high: float, colour: Rgb, corner: float = 0
    ) -> None:
        """A filled box, with round corners if ``corner`` is their radius."""
        ends = ((left, top), (left + wide - 1 / SCALE, top + high - 1 / SCALE))
        self._pen.rounded_rectangle(_scaled(ends), corner * SCALE, colour)

    def disc(self, x: float, y: float, radius: float, colour: Rgb) -> None:
        """A filled circle."""
        corners = ((x - radius, y - radius), (x + radius, y + radius))
        self._pen.ellipse(_scaled(corners), colour)

    def said(self, words: Words) -> str:
        """The words in the picture's language."""
        return said(words, self._wording)

    def legible(self, words: Words) -> str:
        """So much of the words as can be set; empty if that says nothing."""
        return self._lettering.legible(self.said(words))

    def name(self, name: Words, otherwise: Words) -> str:
        """What can be set of a name; what stands for it where that says nothing."""
        return self.legible(name) or self.said(otherwise)

    def text(
        self,
        x: float,
        y: float,
        words: Words,
        colour: Rgb,
        size: int = LABEL,
        *,
        weight: int = REGULAR,
        anchor: float = 0.0,
        room: float = WIDTH,
    ) -> float:
        """Words whose middle is at the height ``y``, above all that is drawn; how wide they are.

        ``anchor`` says which part of them is at ``x``: 0 their beginning, 1 their end. Where they
        have no ``room`` they end in an ellipsis.
        """
        told = self.said(words)
        self._words.append((told, (x, y), anchor, colour, size, weight, room))
        width: int = self._lettering.fitted(told, size, weight, room).shape[1]
        return width

    def wide(self, words: Words, size: int = LABEL, weight: int = REGULAR) -> float:
        """How wide such words are."""
        width: int = self._lettering.word(self.said(words), size, weight).shape[1]
        return width

    def in_two(self, words: str, weight: int, room: float) -> tuple[str, ...]:
        """The words, in two lines where one has no ``room``: what the second has may be more."""
        return self._lettering.in_two(words, LABEL, weight, room)

    def pixels(self, size: tuple[int, int]) -> Floats:
        """The picture's pixels where it is so wide and high."""
        return np.asarray(self._lettered(self._image.resize(size))).astype(np.float32)

    def _lettered(self, image: Image.Image) -> Image.Image:
        """``image``, which is the picture in some size, with the words on it."""
        scale = image.width / self.width
        for told, (x, y), anchor, colour, size, weight, room in self._words:
            coverage = self._lettering.fitted(told, round(size * scale), weight, room * scale)
            mask = Image.fromarray(np.rint(coverage * _STEPS).astype(np.uint8) * (255 // _STEPS))
            left, top = x * scale - anchor * mask.width, y * scale - mask.height / 2
            image.paste(colour, (round(left), round(top)), mask)
        return image

    def png(self) -> bytes:
        """The picture as a PNG file, in the colours that are most of it."""
        whole = self._lettered(self._image.reduce(SCALE))
        shades = cast("_Shades", whole.getcolors(whole.width * whole.height))
        kept, rest = list[Rgb](), 0
        for count, colour in sorted(shades, reverse=True):
            near = any(_far(colour, each) <= _ALIKE for each in kept)
            rest += count * (not near and len(kept) >= _FEW)
            if not near and len(kept) < _COLOURS:
                kept.append(colour)
        if rest < _UNSEEN * whole.width * whole.height:
            kept = kept[:_FEW]
        colours = np.array(kept, np.uint8).tobytes()
        palette = Image.new("P", (1, 1))
        palette.putpalette(colours)
        few = whole.quantize(palette=palette, dither=Image.Dither.NONE)
        return write_small(np.asarray(few), colours)


def _far(one: Rgb, other: Rgb) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _scaled(points: Sequence[Point]) -> list[Point]:
    return [(x * SCALE, y * SCALE) for x, y in points]
