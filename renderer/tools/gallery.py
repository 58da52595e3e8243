"""A contact sheet of every game and mark, as small as on a phone, for every theme."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from renderer.drawing import Renderer
from renderer.illustrations import illustrations
from renderer.lettering import Lettering
from renderer.palette import STILL, Indices, Palette, load_palette
from renderer.png import PngWriter
from renderer.shapes import Surface
from renderer.themes import THEMES, Theme
from renderer.tools.samples import samples
from rules.registry import GAMES

_COLUMNS = 4
_SIDE = 360  # pixels: a picture on a phone
_CAPTION = 34
_LETTERS = 17
_TITLE = (
    "# Gallery\n\nEvery game and every mark, at the size of a phone. `make gallery` draws it.\n"
)


def write_gallery(folder: Path, renderer: Renderer) -> list[Path]:
    """Write a sheet for every theme and a page that shows them; gives the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    page = [_TITLE]
    for theme in THEMES.values():
        sheet = folder / f"{theme.id}.png"
        shown = samples(theme.id, _SIDE)
        pictures = [(sample.caption, renderer.still(sample.request)) for sample in shown]
        sheet.write_bytes(contact_sheet(theme, pictures))
        page.append(f"## {theme.name}\n\n![Every picture in {theme.name}]({sheet.name})\n")
        written.append(sheet)
    drawn = [
        (f"{GAMES[game].info.name}: {shown.id}", renderer.picture(shown.scene, "slate", _SIDE))
        for game in GAMES
        for shown in illustrations(game)
    ]
    sheet = folder / "illustrations.png"
    sheet.write_bytes(contact_sheet(THEMES["slate"], drawn))
    page.append(f"## The rules\n\n![Every picture of the rules]({sheet.name})\n")
    written.append(sheet)
    index = folder / "README.md"
    index.write_text("\n".join(page), "utf-8")
    return [*written, index]


def contact_sheet(theme: Theme, pictures: Sequence[tuple[str, bytes]]) -> bytes:
    """Captions and pictures of one theme, in rows, as a PNG file."""
    palette, lettering = load_palette(theme.id, STILL), Lettering()
    rows = -(-len(pictures) // _COLUMNS)
    page = palette.index(np.array(theme.page, np.float32))
    sheet = np.full((rows * (_SIDE + _CAPTION), _COLUMNS * _SIDE), page, np.uint8)
    for number, (text, file) in enumerate(pictures):
        top = number // _COLUMNS * (_SIDE + _CAPTION)
        left = number % _COLUMNS * _SIDE
        picture = np.asarray(Image.open(io.BytesIO(file)))
        sheet[top : top + _SIDE, left : left + _SIDE] = picture
        caption = _caption(theme, palette, lettering, text)
        sheet[top + _SIDE : top + _SIDE + _CAPTION, left : left + _SIDE] = caption
    return PngWriter(level=9).write(sheet, palette.colours)


def _caption(theme: Theme, palette: Palette, lettering: Lettering, text: str) -> Indices:
    surface = Surface.plain(_SIDE, _CAPTION, theme.page)
    word = lettering.word(text, _LETTERS)
    surface.stamp(theme.text, word, (_SIDE - word.shape[1]) // 2, 0)
    return palette.index(surface.pixels)
