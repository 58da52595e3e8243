"""The pictures that are kept: fixed positions, every game and mark, all themes, both ways round."""

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from renderer import THEMES, PictureRequest
from renderer.drawing import Renderer
from rules import GAMES
from rules.game import StepKind

FOLDER = Path(__file__).parents[1] / "golden" / "pictures"
MOMENTS = FOLDER / "moments.json"
SIZE = 1000
PHONE = 360
"""How wide a picture is shown on a phone."""

# positions that show much
APART = (
    "standard ply:31 white:a1,b4,b6,c2,c7,e2,e6,e8,f4,h1,h5,h7"
    " black:a2,a5,a8,c5,d5,d8,e7,f3,f5,g1,g7,h3"
)
DETACH = "hexhex6 ply:40 white:d4,e5,i2 black:c3,f10,g8"
GLAISHER = "basic ply:31 red:e4=2,e6=5,e7=4 yellow:e2=6,e3=2"
ABANDE = "square ply:40 reserve:1,1 passes:0 stacks:c3=WBW,c4=BBW,d3=B,d4=W,d5=WWB,e4=BW"
ABANDE_PASS = (
    "hex ply:56 reserve:0,0 passes:1 stacks:a3=WWB,b3=BW,c2=BBW,c3=BBW,c4=B,c5=WB,"
    "d2=BBW,d6=BW,d7=WB,e1=W,e4=WB,e5=WWB,f1=W,f3=BBW,g1=WWB,g3=W,g4=B"
)
"""That ends with a pass, after which some do not count."""
CHAIN = "basic ply:38 red:a1=1,b2=1,c3=1,d4=1,e5=1,f5=1,g5=1,h4=1,i5=3 yellow:e1=1"
"""Whose next move connects two sides."""

_LARGE = ("detach-split", "apart-journey", "halves-three", "glaisher-joined")
_COLOURS = 56


@dataclass(frozen=True, slots=True)
class Case:
    """A picture and the file that it is compared with, ``width`` pixels wide."""

    name: str
    request: PictureRequest
    width: int = PHONE

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.png"

    def drawn(self, renderer: Renderer, request: PictureRequest | None = None) -> Image.Image:
        """The case's picture, or another instead of it, as large as it is kept.

        Chat programs make pictures smaller in the same way.
        """
        return self.shown(renderer.still(request or self.request))

    def shown(self, png: bytes) -> Image.Image:
        """A picture as large as the case is kept."""
        picture = Image.open(io.BytesIO(png)).convert("RGB")
        height = round(picture.height * self.width / picture.width)
        return picture.resize((self.width, height), Image.Resampling.LANCZOS)

    def keep(self, renderer: Renderer) -> None:
        """Write the file anew."""
        drawn = self.drawn(renderer)
        few = drawn.quantize(_COLOURS, kmeans=2, dither=Image.Dither.NONE)
        _in_colours_of(few, drawn).save(self.file, "PNG", optimize=True)

    def kept(self) -> Image.Image:
        """The picture as it was."""
        return Image.open(self.file).convert("RGB")

    def as_kept(self, drawn: Image.Image) -> Image.Image:
        """``drawn`` in the few colours of the file, so that only what is drawn can differ."""
        with Image.open(self.file) as kept:
            return _in_colours_of(kept, drawn).convert("RGB")


def _in_colours_of(few: Image.Image, drawn: Image.Image) -> Image.Image:
    return drawn.quantize(palette=few, dither=Image.Dither.NONE)


def kept_moments() -> list[dict[str, object]]:
    """What is kept of each moment; ``request`` makes of it what is drawn."""
    kept: list[dict[str, object]] = json.loads(MOMENTS.read_text("utf-8"))
    return kept


def cases() -> Iterator[Case]:
    for moment in kept_moments():
        for theme in THEMES:
            yield Case(f"{moment['id']}-{theme}", request(moment, theme, None))
        if moment["id"] in _LARGE:
            yield Case(f"{moment['id']}-large", request(moment, "slate", None), SIZE)
        if moment["id"] in _LARGE:
            yield Case(f"{moment['id']}-turned", request(moment, "slate", 1))


def request(moment: dict[str, object], theme: str, viewer: int | None) -> PictureRequest:
    """``before`` and the ``move`` made there, the choice after ``taken``, or what is suggested."""
    before = GAMES[str(moment["game"])].decode(str(moment["before"]))
    if "suggested" in moment:
        suggested = tuple(before.events(before.parse(text)) for text in moment["suggested"])
        return PictureRequest(before, suggested=suggested, viewer=viewer, theme=theme, size=SIZE)
    if "taken" in moment:
        draft = tuple(moment["taken"])
        options, zones = before.steps(draft).options, tuple(map(tuple, moment.get("zones", ())))
        pieces = any(step.kind is StepKind.PIECE for step in options)
        return PictureRequest(
            before,
            options=() if zones else options,
            zones=zones,
            draft=draft,
            strengths=pieces,
            viewer=viewer,
            theme=theme,
            size=SIZE,
        )
    move = before.parse(str(moment["move"]))
    return PictureRequest(
        before.play(move), before.events(move), viewer=viewer, theme=theme, size=SIZE
    )


def pixels(png: bytes) -> np.ndarray:
    """Red, green and blue of every pixel: (rows, columns, 3)."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(np.int16)
