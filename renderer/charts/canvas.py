"""What charts are drawn on: lines, areas and words, smoothed by drawing at twice the size."""

import io
from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from renderer.charts.style import LABEL, WIDTH, Point
from renderer.lettering import Lettering
from renderer.shapes import Floats
from renderer.themes import REGULAR, Rgb, Theme
from rules.texts import ENGLISH, Wording, Words, said

SCALE = 2
_COLOURS = 64


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
        self.width, self.height = width, height
        self._lettering = lettering
        self._image = Image.new("RGB", (width * SCALE, height * SCALE), theme.page)
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
        """Words whose middle is at the height ``y``; how wide they are.

        ``anchor`` says which part of them is at ``x``: 0 their beginning, 1 their end. Where they
        have no ``room`` they end in an ellipsis.
        """
        coverage = self._lettering.fitted(self.said(words), size * SCALE, weight, room * SCALE)
        mask = Image.fromarray((coverage * 255).astype(np.uint8))
        left = round(x * SCALE - anchor * mask.width)
        top = round(y * SCALE - mask.height / 2)
        self._image.paste(colour, (left, top), mask)
        return mask.width / SCALE

    def wide(self, words: Words, size: int = LABEL, weight: int = REGULAR) -> float:
        """How wide such words are."""
        width: int = self._lettering.word(self.said(words), size * SCALE, weight).shape[1]
        return width / SCALE

    def pixels(self, size: tuple[int, int]) -> Floats:
        """The picture's pixels where it is so wide and high."""
        return np.asarray(self._image.resize(size)).astype(np.float32)

    def png(self) -> bytes:
        """The picture as a PNG file."""
        few = self._image.reduce(SCALE).quantize(
            _COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )
        colours, page = few.getpalette() or [], few.tobytes()[0]
        colours[3 * page : 3 * page + 3] = self.theme.page
        few.putpalette(colours)
        file = io.BytesIO()
        few.save(file, "PNG", compress_level=8)
        return file.getvalue()


def _scaled(points: Sequence[Point]) -> list[Point]:
    return [(x * SCALE, y * SCALE) for x, y in points]
