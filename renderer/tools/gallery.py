"""Contact sheets of samples of every game, mark and chart, as on a phone, in each theme."""

import io
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np
from PIL import Image

from renderer.drawing import Renderer
from renderer.illustrations import illustrations
from renderer.lettering import Lettering
from renderer.poster import Poster, Still
from renderer.request import PictureRequest, ShareCard
from renderer.themes import THEMES, Theme
from renderer.tools.charted import charts, strip
from rules.game import Event, Game, Move, Position, StepKind, StepMenu
from rules.games import GAMES
from rules.texts import Plain

Moment: TypeAlias = tuple[Position, tuple[Event, ...]]
"""A position and what the move before it did."""

_MATCHES = 3  # of every variant
_STOPPING = 0.5  # how often a move ends where it may
_COLUMNS = 4
_SIDE = 360  # pixels: a picture on a phone
_CAPTION = 34
_LETTERS, _FINER = 17, 4
"""How high captions are, and how many times as large they are drawn, so that they are even."""
_QUALITY = 78
_TITLE = (
    "# Gallery\n\nEvery game and every mark, at the size of a phone. `make gallery` draws it.\n"
)
_PLAYERS = ("Ada", "Ben")


def random_move(position: Position, chance: random.Random) -> Move:
    """A move put together step by step; the game must not be over."""
    taken: tuple[str, ...] = ()
    while True:
        menu = position.steps(taken)
        stops = not menu.options or chance.random() < _STOPPING
        if menu.complete is not None and stops:
            return menu.complete
        taken = (*taken, chance.choice(menu.options).text)


def moments(game: str, variant: str | None = None, seed: int = 0) -> Iterator[Moment]:
    """A whole game at random, from its start to its end."""
    rules = GAMES[game]
    names = {known.id: known for known in rules.info.variants}
    seeded = variant is not None and names[variant].seeded
    position = rules.start(variant, seed=seed if seeded else None)
    chance = random.Random(seed)
    yield position, ()
    while position.to_move is not None:
        move = random_move(position, chance)
        events = position.events(move)
        position = position.play(move)
        yield position, events


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture worth looking at."""

    caption: str
    request: PictureRequest


def samples(
    theme: str, size: int = 1000, games: Iterable[Game] = GAMES.values()
) -> tuple[Sample, ...]:
    """All that happens in the games, and every choice they offer, in one theme."""
    return tuple(
        Sample(f"{game.info.name}: {caption}", replace(request, theme=theme, size=size))
        for game in games
        for caption, request in (*_happenings(game), *_choices(game))
    )


def _happenings(game: Game) -> Iterator[tuple[str, PictureRequest]]:
    """Moments from matches at random that show what none before did, and how one ended."""
    seen: set[type[Event]] = set()
    for seed, variant in enumerate(game.info.variants * _MATCHES):
        played = list(moments(game.info.id, variant.id, seed))
        later = played[len(played) // 3 :]
        for position, events in later:
            new = dict.fromkeys(type(event) for event in events if type(event) not in seen)
            seen |= new.keys()
            if new:
                caption = " and ".join(map(_said, new))
                yield caption, PictureRequest(position, events, viewer=seed % 2)
        if 0 < seed < len(game.info.variants):
            yield str(variant.name), PictureRequest(*later[0])
    yield "the end", PictureRequest(*played[-1])


def _said(event: type[Event]) -> str:
    """``CutOff`` as words: ``cut off``."""
    return re.sub("(?<!^)(?=[A-Z])", " ", event.__name__).lower()


def _choices(game: Game) -> Iterator[tuple[str, PictureRequest]]:
    """The first menu of every kind on the way to a move in the middle of a match."""
    seen: set[StepKind] = set()
    for seed, variant in enumerate(game.info.variants):
        played = list(moments(game.info.id, variant.id, seed))
        for position, _ in played[len(played) // 4 : -1]:
            taken: tuple[str, ...] = ()
            while (menu := position.steps(taken)).options:
                new = {step.kind for step in menu.options} - seen
                if new:
                    seen |= new
                    yield f"choice of {' or '.join(sorted(new))}", _choice(position, menu, taken)
                taken = (*taken, menu.options[-1].text)


def _choice(position: Position, menu: StepMenu, taken: tuple[str, ...]) -> PictureRequest:
    return PictureRequest(position, options=menu.options, draft=taken)


def write_gallery(folder: Path, renderer: Renderer) -> list[Path]:
    """Write sheets for every theme and a page that shows them; gives the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written, page = [], [_TITLE]
    for theme in THEMES.values():
        page.append(f"## {theme.name}\n")
        for what, pictures in _pictures(theme.id, renderer):
            sheet = folder / f"{theme.id}-{what.lower()}.webp"
            sheet.write_bytes(contact_sheet(theme, pictures))
            page.append(f"![{what} in {theme.name}]({sheet.name})\n")
            written.append(sheet)
    drawn = [
        (f"{GAMES[game].info.name}: {shown.id}", renderer.picture(shown.scene, "slate"))
        for game in GAMES
        for shown in illustrations(game)
    ]
    sheet = folder / "illustrations.webp"
    sheet.write_bytes(contact_sheet(THEMES["slate"], drawn))
    page.append(f"## The rules\n\n![Every picture of the rules]({sheet.name})\n")
    written.append(sheet)
    index = folder / "README.md"
    index.write_text("\n".join(page), "utf-8")
    return [*written, index]


def _pictures(theme: str, renderer: Renderer) -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """What sheets are of, and the pictures on them with their captions."""
    for game in GAMES.values():
        shown = [
            (each.caption, renderer.still(each.request)) for each in samples(theme, games=[game])
        ]
        yield game.info.name, shown
    shown = [(caption, renderer.chart(chart, theme)) for caption, chart in charts()]
    yield "Charts", [*shown, ("Match poster", renderer.poster(_poster(theme)))]


def contact_sheet(theme: Theme, pictures: Iterable[tuple[str, bytes]]) -> bytes:
    """Captions and pictures of one theme, in rows, as a WebP file."""
    opened = [(text, _on_phone(file)) for text, file in pictures]
    rows = [opened[first : first + _COLUMNS] for first in range(0, len(opened), _COLUMNS)]
    heights = [max(picture.height for _, picture in row) + _CAPTION for row in rows]
    sheet = Image.new("RGB", (_COLUMNS * _SIDE, sum(heights)), theme.page)
    lettering, top = Lettering(), 0
    for row, height in zip(rows, heights, strict=True):
        for column, (text, picture) in enumerate(row):
            left = column * _SIDE
            sheet.paste(picture, (left, top))
            word = (lettering.word(text, _LETTERS * _FINER) * 255).astype(np.uint8)
            mask = Image.fromarray(word).reduce(_FINER)
            place = left + (_SIDE - mask.width) // 2, top + picture.height
            sheet.paste(theme.text, place, mask)
        top += height
    packed = io.BytesIO()
    # no palette has the colours of so many pictures
    sheet.save(packed, "WEBP", quality=_QUALITY, method=6)
    return packed.getvalue()


def _on_phone(file: bytes) -> Image.Image:
    shown = Image.open(io.BytesIO(file)).convert("RGB")
    height = round(shown.height * _SIDE / shown.width)
    return shown.resize((_SIDE, height), Image.Resampling.LANCZOS)


def _poster(theme: str) -> Poster:
    """A match of which much is told."""
    game = next(iter(GAMES.values()))
    played = list(moments(game.info.id, seed=2))
    film = tuple(
        Still(PictureRequest(*played[turn], theme=theme), f"Move {turn}", turned=True)
        for turn in range(len(played) // 5, len(played) - 1, len(played) // 5)
    )
    card = ShareCard(PictureRequest(*played[-1], theme=theme), _PLAYERS, game.info.name)
    swing = ((Plain("{who} was ahead from move 27 on."), 1),)
    return Poster(card, "24 November 2026", film, strip(game.info.colours), swing)
