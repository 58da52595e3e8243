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
from renderer.themes import THEMES, Theme
from renderer.tools.looking_back import strips
from renderer.tools.samples import samples
from rules.registry import GAMES

_COLUMNS = 4
_SIDE = 360  # pixels: a picture on a phone
_CAPTION = 34
_LETTERS = 17
_COLOURS = 160
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
        pictures += [
            (caption, _on_phone(renderer.chart(chart, theme.id))) for caption, chart in strips()
        ]
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


def _on_phone(file: bytes) -> bytes:
    shown = Image.open(io.BytesIO(file)).convert("RGB")
    small = shown.resize((_SIDE, round(shown.height * _SIDE / shown.width)), Image.Resampling.BOX)
    packed = io.BytesIO()
    small.save(packed, "PNG")
    return packed.getvalue()


def contact_sheet(theme: Theme, pictures: Sequence[tuple[str, bytes]]) -> bytes:
    """Captions and pictures of one theme, in rows, as a PNG file."""
    opened = [(text, Image.open(io.BytesIO(file)).convert("RGB")) for text, file in pictures]
    rows = [opened[first : first + _COLUMNS] for first in range(0, len(opened), _COLUMNS)]
    heights = [max(picture.height for _, picture in row) + _CAPTION for row in rows]
    sheet = Image.new("RGB", (_COLUMNS * _SIDE, sum(heights)), theme.page)
    lettering, top = Lettering(), 0
    for row, height in zip(rows, heights, strict=True):
        for column, (text, picture) in enumerate(row):
            left = column * _SIDE
            sheet.paste(picture, (left, top))
            word = (lettering.word(text, _LETTERS) * 255).astype(np.uint8)
            place = left + (_SIDE - word.shape[1]) // 2, top + picture.height
            sheet.paste(theme.text, place, Image.fromarray(word))
        top += height
    packed = io.BytesIO()
    # the usual way keeps the commonest colours, and drops that of a mark which a sheet shows once
    sheet.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE).save(packed, "PNG", optimize=True)
    return packed.getvalue()
