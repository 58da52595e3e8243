"""The pictures that are kept: fixed positions, every game and mark, all themes, both ways round."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from renderer import THEMES, PictureRequest
from rules import GAMES

FOLDER = Path(__file__).parents[1] / "golden" / "pictures"
MOMENTS = FOLDER / "moments.json"
SIZE = 240


@dataclass(frozen=True, slots=True)
class Case:
    """A picture and the file that it is compared with."""

    name: str
    request: PictureRequest

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.png"


def cases() -> Iterator[Case]:
    for moment in json.loads(MOMENTS.read_text("utf-8")):
        for theme in THEMES:
            yield Case(f"{moment['id']}-{theme}", request(moment, theme, None))
        if "taken" not in moment:
            yield Case(f"{moment['id']}-turned", request(moment, "slate", 1))


def request(moment: dict[str, object], theme: str, viewer: int | None) -> PictureRequest:
    """``before`` and the ``move`` made there, or the choice after the steps ``taken``."""
    before = GAMES[str(moment["game"])].decode(str(moment["before"]))
    if "taken" in moment:
        taken = tuple(moment["taken"])
        cells = tuple(cell for cell in taken if cell in before.pieces())
        options = before.steps(taken).options
        return PictureRequest(before, (), options, cells, viewer, theme, SIZE)
    move = before.parse(str(moment["move"]))
    return PictureRequest(before.play(move), before.events(move), (), (), viewer, theme, SIZE)


def pixels(png: bytes) -> np.ndarray:
    """Red, green and blue of every pixel: (rows, columns, 3)."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(np.int16)
