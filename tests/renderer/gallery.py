"""Sheets of the kept moments, of lenses, hints and charts, at the size of a phone, in each theme.

``python -m tests.renderer.gallery docs/gallery`` draws them.
"""

import io
import random
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from renderer import ShareCard, illustrations
from renderer.drawing import Renderer
from renderer.lettering import Lettering
from renderer.themes import THEMES, Theme
from rules import GAMES
from tests.kit.charts import CLUB, samples
from tests.renderer.cases import PHONE, kept_moments, request
from tests.renderer.posters import poster

Picture = tuple[str, bytes]
"""A caption, and a file."""

COLUMNS, CAPTION, QUALITY = 4, 34, 78
LETTERS, FINER = 17, 4
"""How high captions are, and how many times as large they are drawn, so that they are even."""
HINTS = 3
TITLE = "# Gallery\n\nEvery game and every mark, at the size of a phone. `make gallery` draws it.\n"


def write_gallery(folder: Path, renderer: Renderer) -> None:
    """Write sheets for every theme, and a page that shows them."""
    folder.mkdir(parents=True, exist_ok=True)
    page = [TITLE]

    def keep(theme: Theme, name: str, told: str, pictures: Iterable[Picture]) -> None:
        (folder / f"{name}.webp").write_bytes(contact_sheet(theme, pictures))
        page.append(f"![{told}]({name}.webp)\n")

    for theme in THEMES.values():
        page.append(f"## {theme.name}\n")
        for game in GAMES.values():
            name = game.info.name
            pictures = of_game(game.info.id, theme.id, renderer)
            keep(theme, f"{theme.id}-{game.info.id}", f"{name} in {theme.name}", pictures)
        drawn = of_charts(theme.id, renderer)
        keep(theme, f"{theme.id}-charts", f"Charts in {theme.name}", drawn)
    page.append("## The rules\n")
    keep(THEMES["slate"], "illustrations", "Every picture of the rules", of_rules(renderer))
    (folder / "README.md").write_text("\n".join(page), "utf-8")


def of_game(game: str, theme: str, renderer: Renderer) -> Iterator[Picture]:
    """Its kept moments, a lens, a private look, hints for the last choice, and a card."""
    kept = [moment for moment in kept_moments() if moment["game"] == game]
    for moment in kept:
        caption = str(moment["id"]).removeprefix(f"{game}-").replace("-", " ")
        yield caption, renderer.still(request(moment, theme, None))
    played = request(next(moment for moment in kept if "move" in moment), theme, None)
    yield "lens", renderer.lens(played)
    if played.position.strengths():
        yield "look", renderer.still(replace(played, strengths=True))
    chosen = next(moment for moment in kept if "taken" in moment)
    moves = [str(move) for move in GAMES[game].decode(str(chosen["before"])).moves()]
    suggested = random.Random(game).sample(moves, min(HINTS, len(moves)))
    hints = {"game": game, "before": chosen["before"], "suggested": suggested}
    if not any("suggested" in moment for moment in kept):
        yield "hints", renderer.still(request(hints, theme, None))
    over = [request(moment, theme, None) for moment in kept if "move" in moment]
    ended = next(each for each in over if each.position.to_move is None)
    names = CLUB[: ended.position.variant.seats]
    yield "card", renderer.share_card(ShareCard(ended, names, GAMES[game].info.name))


def of_charts(theme: str, renderer: Renderer) -> Iterator[Picture]:
    for caption, chart in samples():
        yield caption, renderer.chart(chart, theme)
    yield "match poster", renderer.poster(poster("apart", "standard", theme))


def of_rules(renderer: Renderer) -> Iterator[Picture]:
    for game in GAMES.values():
        for shown in illustrations(game.info.id):
            yield f"{game.info.name}: {shown.id}", renderer.picture(shown.scene, "slate")


def contact_sheet(theme: Theme, pictures: Iterable[Picture]) -> bytes:
    """Captions and pictures of one theme, in rows, as a WebP file."""
    opened = [(text, on_phone(file)) for text, file in pictures]
    rows = [opened[first : first + COLUMNS] for first in range(0, len(opened), COLUMNS)]
    heights = [max(picture.height for _, picture in row) + CAPTION for row in rows]
    sheet = Image.new("RGB", (COLUMNS * PHONE, sum(heights)), theme.page)
    lettering, top = Lettering(), 0
    for row, height in zip(rows, heights, strict=True):
        for column, (text, picture) in enumerate(row):
            left = column * PHONE
            sheet.paste(picture, (left, top))
            word = (lettering.word(text, LETTERS * FINER) * 255).astype(np.uint8)
            mask = Image.fromarray(word).reduce(FINER)
            sheet.paste(theme.text, (left + (PHONE - mask.width) // 2, top + picture.height), mask)
        top += height
    packed = io.BytesIO()
    # no palette has the colours of so many pictures
    sheet.save(packed, "WEBP", quality=QUALITY, method=6)
    return packed.getvalue()


def on_phone(file: bytes) -> Image.Image:
    shown = Image.open(io.BytesIO(file)).convert("RGB")
    height = round(shown.height * PHONE / shown.width)
    return shown.resize((PHONE, height), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    write_gallery(Path(sys.argv[1]), Renderer())
