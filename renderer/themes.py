"""The three sets of colours that a picture can be drawn in.

Every value was chosen by measured contrast, also as people with a colour-blindness see it; the
tests hold the ratios.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

Rgb: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""

REGULAR, BOLD = 500, 700
"""The weights of letters."""

SHADES = 5
"""In how many steps cells go from the lightest to the darkest."""

CROWN = (255, 210, 63)
"""The gold of who won."""

_BRIGHT = 382  # of three channels together


@dataclass(frozen=True, slots=True)
class Material:
    """The colours of one player's pieces: lit from ``high`` over ``base`` to ``low``.

    ``rim`` parts the piece from the board; ``ink`` is for what is written on it. A ``faint`` piece
    is so like the cells that its rim alone is seen, and must be strong.
    """

    base: Rgb
    high: Rgb
    low: Rgb
    rim: Rgb
    ink: Rgb
    faint: bool = False

    @property
    def rim_strength(self) -> float:
        """How much of the rim's colour is laid over the piece."""
        if self.faint:
            return 0.9
        return 0.85 if sum(self.rim) < _BRIGHT else 0.55

    @property
    def dark(self) -> bool:
        """Whether light shows on it as a glint rather than as brightness."""
        red, green, blue = self.base
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 127.5


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture. ``cells`` are those of a board: in its middle, at its
    lightest and at its darkest.

    ``pieces`` are told by the name of their colour: a theme only tunes the shade of it. ``last``
    and ``edge`` run side by side in the marks of the last move, so that one of them shows on
    whatever lies below; ``beside_colour`` has other two for games with pieces that they are too
    like. ``last`` is laid over all of the cell where a move ended, as strongly as ``tint``.
    ``badge`` is for choices and has the colour of no piece, ``turn`` for whose
    turn it is, ``win`` for who won.
    """

    id: str
    name: str
    page: Rgb
    plate: Rgb
    cells: tuple[Rgb, Rgb, Rgb]
    text: Rgb
    secondary: Rgb
    coordinate: Rgb
    pieces: Mapping[str, Material]
    neutral: Material
    last: Rgb
    edge: Rgb
    turn: Rgb
    badge: Rgb
    win: Rgb
    legal: Rgb
    beside_colour: Mapping[str, tuple[Rgb, Rgb]] = field(default_factory=dict)
    tint: float = 0.4

    @property
    def groove(self) -> Rgb:
        """What is seen between cells."""
        return mixed(self.plate, self.cells[2], 0.4)

    @property
    def shades(self) -> tuple[Rgb, ...]:
        """What cells are filled with, from the lightest to the darkest."""
        _, light, dark = self.cells
        return tuple(mixed(light, dark, step / (SHADES - 1)) for step in range(SHADES))

    @property
    def zones(self) -> tuple[Rgb, Rgb]:
        """What cells of zones are filled with, one zone after the other in turn."""
        return mixed(self.cells[0], self.badge, 0.35), mixed(self.cells[0], self.legal, 0.2)

    @property
    def table(self) -> Rgb:
        """What lies below tiles where there is no board."""
        return self.cells[0]

    def beside(self, colours: Sequence[str]) -> "Theme":
        """The theme for a game whose colours have these names: its marks show beside them."""
        for colour, (last, edge) in self.beside_colour.items():
            if colour in map(str.lower, colours):
                return replace(self, last=last, edge=edge, tint=0.0)
        return self

    def materials(self, colours: Sequence[str]) -> tuple[Material, ...]:
        """The pieces of a game by its colours, or by seat where no theme has one."""
        known = (_ALIKE.get(colour.lower(), colour.lower()) for colour in colours)
        return tuple(
            self.pieces[colour if colour in self.pieces else _USUAL[seat]]
            for seat, colour in enumerate(known)
        )


_ALIKE: Mapping[str, str] = {"light": "white", "dark": "black", "gray": "grey"}
_USUAL = ("white", "black", "grey")


def rgb(hexadecimal: str) -> Rgb:
    """``#22262C`` as numbers."""
    red, green, blue = bytes.fromhex(hexadecimal.removeprefix("#"))
    return red, green, blue


def mixed(one: Rgb, other: Rgb, share: float) -> Rgb:
    """The colour between two, with a ``share`` of the second from 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def written_on(colour: Rgb) -> Rgb:
    """What is legible on ``colour``."""
    return (20, 22, 26) if sum(colour) > _BRIGHT else (255, 255, 255)


def _material(*colours: str, faint: bool = False) -> Material:
    base, high, low, rim, ink = map(rgb, colours)
    return Material(base, high, low, rim, ink, faint)


_SLATE = Theme(
    id="slate",
    name="Slate",
    page=rgb("#22262C"),
    plate=rgb("#2F363F"),
    cells=(rgb("#55626F"), rgb("#5D6A77"), rgb("#4D5965")),
    text=rgb("#F2F4F7"),
    secondary=rgb("#AEB9C4"),
    coordinate=rgb("#E6EBF0"),
    pieces=MappingProxyType(
        {
            "white": _material("#F1EBDD", "#FFFFFF", "#A9A08B", "#FFFFFF", "#23201A"),
            "black": _material("#14171B", "#4A535F", "#050608", "#C3CCD5", "#F4EFE3"),
            "grey": _material("#82878D", "#B3B8BE", "#5A5F65", "#D6DADF", "#060708"),
            "red": _material("#A3141F", "#D9505A", "#700A13", "#FFC2BD", "#FFFFFF", faint=True),
            "yellow": _material("#FFD95A", "#FFF0B8", "#D3A51F", "#2C2100", "#1F1700"),
        }
    ),
    neutral=_material("#4A525B", "#646E79", "#363C43", "#D6DADF", "#C3CCD5"),
    last=rgb("#FFD23F"),
    edge=rgb("#101418"),
    turn=rgb("#FFD23F"),
    badge=rgb("#66BBFF"),
    win=rgb("#5BD68C"),
    legal=rgb("#F4EFE3"),
    beside_colour=MappingProxyType({"yellow": (rgb("#F2F4F7"), rgb("#101418"))}),
)
_WOOD = Theme(
    id="wood",
    name="Wood",
    page=rgb("#F4EDE1"),
    plate=rgb("#503618"),
    cells=(rgb("#A87F4D"), rgb("#B08856"), rgb("#9F7745")),
    text=rgb("#2B2118"),
    secondary=rgb("#6B5335"),
    coordinate=rgb("#140B01"),
    pieces=MappingProxyType(
        {
            "white": _material("#F7F1E3", "#FFFFFF", "#AB9F87", "#2F2619", "#221A10"),
            "black": _material("#1B1A19", "#54504B", "#0A0909", "#000000", "#FBF8F1"),
            "grey": _material("#858789", "#B5B7B9", "#5E6062", "#26211A", "#060606", faint=True),
            "red": _material("#A3141F", "#D14B54", "#6E0A13", "#FFFAF6", "#FFFFFF"),
            "yellow": _material("#F5C93B", "#FFE796", "#C59A12", "#2A1E00", "#1C1300"),
        }
    ),
    neutral=_material("#C9BCA6", "#DCD2C0", "#A89A82", "#3B2F20", "#3B2F20"),
    last=rgb("#72090F"),
    edge=rgb("#FFF6D6"),
    turn=rgb("#98230F"),
    badge=rgb("#17508F"),
    win=rgb("#1B6B38"),
    legal=rgb("#1F1304"),
    beside_colour=MappingProxyType({"yellow": (rgb("#FFF6D6"), rgb("#1F1304"))}),
)
_TIDE = Theme(
    id="tide",
    name="Tide",
    page=rgb("#FFFFFF"),
    plate=rgb("#5B7E90"),
    cells=(rgb("#A4BFCC"), rgb("#ACC6D2"), rgb("#9CB8C6")),
    text=rgb("#1C2329"),
    secondary=rgb("#55626B"),
    coordinate=rgb("#1F343F"),
    pieces=MappingProxyType(
        {
            "white": _material("#FAFCFD", "#FFFFFF", "#AEBCC5", "#1C2329", "#1C2329"),
            "black": _material("#15202B", "#4E6173", "#080E14", "#04070A", "#FFFFFF"),
            "grey": _material("#82888D", "#B4B9BD", "#5B6166", "#1C2329", "#050607"),
            "red": _material("#A3141F", "#D9505A", "#700A13", "#4A050B", "#FFFFFF"),
            "yellow": _material("#FFD23F", "#FFEBA3", "#D09E00", "#3A2A00", "#1F1700", faint=True),
        }
    ),
    neutral=_material("#C9D0D5", "#DDE2E6", "#A5AEB5", "#55626B", "#2B3942"),
    last=rgb("#980E85"),
    edge=rgb("#FFFFFF"),
    turn=rgb("#B5179E"),
    badge=rgb("#0B57D0"),
    win=rgb("#0C6038"),
    legal=rgb("#2B3942"),
    beside_colour=MappingProxyType({"yellow": (rgb("#1B2430"), rgb("#FFFFFF"))}),
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {theme.id: theme for theme in (_SLATE, _WOOD, _TIDE)}
)
"""Every theme by its id, in the order in which people are offered them."""
