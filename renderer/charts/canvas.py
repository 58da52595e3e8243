"""What charts are drawn on: lines, areas and words, smoothed by drawing at twice the size."""

import io
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from PIL import Image, ImageDraw

from renderer.lettering import REGULAR, Lettering
from renderer.shapes import Floats
from renderer.themes import Rgb, Theme, rgb
from rules.texts import ENGLISH, Wording, Words, said

WIDTH = 800
"""Pixels; on a telephone the picture is shown 300 wide, so letters of 24 are 9 there."""
LABEL, TITLE = 24, 28
"""The sizes of letters."""

SCALE = 2
_COLOURS = 64

_ON_DARK = ("#6FB7FF", "#FFB454", "#7BD88F", "#E58FD0", "#5ED4D2", "#C9A7FF", "#F2E06B", "#FF8F7A")
_ON_LIGHT = ("#1F6FB5", "#B85C00", "#2B774B", "#A8358A", "#0B6F73", "#6A46B8", "#716200", "#C23B2A")
_HALF = 127.5

Point: TypeAlias = tuple[float, float]


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

    def disc(self, x: float, y: float, radius: float, colour: Rgb) -> None:
        """A filled circle."""
        corners = ((x - radius, y - radius), (x + radius, y + radius))
        self._pen.ellipse(_scaled(corners), colour)

    def legible(self, words: Words) -> str:
        """So much of the words as can be set; empty if that says nothing."""
        return self._lettering.legible(said(words, self._wording))

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
        coverage = self._lettering.fitted(
            said(words, self._wording), size * SCALE, weight, room * SCALE
        )
        mask = Image.fromarray((coverage * 255).astype(np.uint8))
        left = round(x * SCALE - anchor * mask.width)
        top = round(y * SCALE - mask.height / 2)
        self._image.paste(colour, (left, top), mask)
        return mask.width / SCALE

    def pixels(self) -> Floats:
        """The picture's pixels."""
        return np.asarray(self._image.reduce(SCALE)).astype(np.float32)

    def png(self) -> bytes:
        """The picture as a PNG file."""
        few = self._image.reduce(SCALE).quantize(
            _COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )
        file = io.BytesIO()
        few.save(file, "PNG", compress_level=6)
        return file.getvalue()


def line_colours(theme: Theme) -> tuple[Rgb, ...]:
    """Colours for lines that people tell from each other on the theme's page."""
    is_dark = sum(theme.page) / 3 < _HALF
    return tuple(rgb(each) for each in (_ON_DARK if is_dark else _ON_LIGHT))


def main_colour(theme: Theme) -> Rgb:
    """The colour of what a chart is about."""
    return line_colours(theme)[0]


def _scaled(points: Sequence[Point]) -> list[Point]:
    return [(x * SCALE, y * SCALE) for x, y in points]
