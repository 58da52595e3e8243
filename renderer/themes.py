"""The three sets of colours that a picture can be drawn in.

Every value was chosen by measured contrast, also as people with a colour-blindness see it; the
tests hold the ratios.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from rules.game import Colour

Rgb: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""


@dataclass(frozen=True, slots=True)
class Material:
    """The colours of one player's pieces: lit from ``high`` over ``base`` to ``low``.

    ``rim`` parts the piece from the board; ``ink`` is for what is written on it.
    """

    base: Rgb
    high: Rgb
    low: Rgb
    rim: Rgb
    ink: Rgb

    @property
    def dark(self) -> bool:
        """Whether light shows on it as a glint rather than as brightness."""
        red, green, blue = self.base
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 127.5


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture. ``cells`` are the tints that neighbouring cells alternate in."""

    id: str
    name: str
    page: Rgb
    plate: Rgb
    cells: tuple[Rgb, Rgb, Rgb]
    text: Rgb
    secondary: Rgb
    coordinate: Rgb
    materials: tuple[Material, Material, Material]
    neutral: Material
    last: Rgb
    turn: Rgb
    legal: Rgb

    def material(self, colour: Colour | None) -> Material:
        """The pieces of ``colour``, or of nobody for None."""
        return self.neutral if colour is None else self.materials[colour]


def rgb(hexadecimal: str) -> Rgb:
    """``#22262C`` as numbers."""
    red, green, blue = bytes.fromhex(hexadecimal.removeprefix("#"))
    return red, green, blue


def _material(*colours: str) -> Material:
    base, high, low, rim, ink = map(rgb, colours)
    return Material(base, high, low, rim, ink)


_SLATE = Theme(
    id="slate",
    name="Slate",
    page=rgb("#22262C"),
    plate=rgb("#2F363F"),
    cells=(rgb("#55626F"), rgb("#5D6A77"), rgb("#4D5965")),
    text=rgb("#F2F4F7"),
    secondary=rgb("#AEB9C4"),
    coordinate=rgb("#E6EBF0"),
    materials=(
        _material("#F4EFE3", "#FFFFFF", "#CDC5B2", "#FFFFFF", "#23201A"),
        _material("#14171B", "#4A535F", "#050608", "#C3CCD5", "#F4EFE3"),
        _material("#E8871E", "#FFC077", "#B86205", "#FFE3BF", "#1C0E00"),
    ),
    neutral=_material("#7B8794", "#A3AEB9", "#5C6671", "#C3CCD5", "#14171B"),
    last=rgb("#FFD23F"),
    turn=rgb("#FFD23F"),
    legal=rgb("#F4EFE3"),
)
_WOOD = Theme(
    id="wood",
    name="Wood",
    page=rgb("#F4EDE1"),
    plate=rgb("#5E3F1C"),
    cells=(rgb("#AB7C40"), rgb("#B38548"), rgb("#A37439")),
    text=rgb("#2B2118"),
    secondary=rgb("#6B5335"),
    coordinate=rgb("#140B01"),
    materials=(
        _material("#FDFBF6", "#FFFFFF", "#D9D2C4", "#2F2619", "#221A10"),
        _material("#1B1A19", "#54504B", "#0A0909", "#000000", "#FBF8F1"),
        _material("#0F5A9C", "#5FA4DC", "#0A3D6B", "#03182B", "#FFFFFF"),
    ),
    neutral=_material("#9C8A72", "#BBAB95", "#7A6A55", "#2F2619", "#1B1208"),
    last=rgb("#FFF6D6"),
    turn=rgb("#A8480F"),
    legal=rgb("#1F1304"),
)
_TIDE = Theme(
    id="tide",
    name="Tide",
    page=rgb("#FFFFFF"),
    plate=rgb("#9AA6AE"),
    cells=(rgb("#D5DCE1"), rgb("#DEE4E8"), rgb("#CCD4DA")),
    text=rgb("#1C2329"),
    secondary=rgb("#55626B"),
    coordinate=rgb("#45525B"),
    materials=(
        _material("#E69F00", "#FFD27A", "#B87A00", "#4A3000", "#1F1400"),
        _material("#0A4275", "#4B87BE", "#062B4E", "#021526", "#FFFFFF"),
        _material("#FFFFFF", "#FFFFFF", "#DDE2E6", "#1C2329", "#1C2329"),
    ),
    neutral=_material("#98A3AB", "#BAC3C9", "#7A858D", "#1C2329", "#14191D"),
    last=rgb("#B5179E"),
    turn=rgb("#B5179E"),
    legal=rgb("#2B3942"),
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {theme.id: theme for theme in (_SLATE, _WOOD, _TIDE)}
)
"""Every theme by its id, in the order in which people are offered them."""
