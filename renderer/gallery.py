"""A contact sheet of every game and mark, as small as on a phone, for every theme."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from PIL import Image

from renderer.drawing import Renderer
from renderer.lettering import Lettering
from renderer.palette import STILL, Indices, Palette, load_palette
from renderer.png import PngWriter
from renderer.samples import Sample, samples
from renderer.shapes import Surface
from renderer.themes import THEMES, Theme

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
        sheet.write_bytes(contact_sheet(theme, renderer, samples(theme.id, _SIDE)))
        page.append(f"## {theme.name}\n\n![Every picture in {theme.name}]({sheet.name})\n")
        written.append(sheet)
    index = folder / "README.md"
    index.write_text("\n".join(page), "utf-8")
    return [*written, index]


def contact_sheet(theme: Theme, renderer: Renderer, shown: tuple[Sample, ...]) -> bytes:
    """The samples with their captions, in rows, as a PNG file."""
    palette, lettering = load_palette(theme.id, STILL), Lettering()
    rows = -(-len(shown) // _COLUMNS)
    page = palette.index(np.array(theme.page, np.float32))
    sheet = np.full((rows * (_SIDE + _CAPTION), _COLUMNS * _SIDE), page, np.uint8)
    for number, sample in enumerate(shown):
        top = number // _COLUMNS * (_SIDE + _CAPTION)
        left = number % _COLUMNS * _SIDE
        picture = np.asarray(Image.open(io.BytesIO(renderer.still(sample.request))))
        sheet[top : top + _SIDE, left : left + _SIDE] = picture
        caption = _caption(theme, palette, lettering, sample.caption)
        sheet[top + _SIDE : top + _SIDE + _CAPTION, left : left + _SIDE] = caption
    return PngWriter(level=9).write(sheet, palette.colours)


def _caption(theme: Theme, palette: Palette, lettering: Lettering, text: str) -> Indices:
    surface = Surface.plain(_SIDE, _CAPTION, theme.page)
    word = lettering.word(text, _LETTERS)
    surface.stamp(theme.text, word, (_SIDE - word.shape[1]) // 2, 0)
    return palette.index(surface.pixels)
