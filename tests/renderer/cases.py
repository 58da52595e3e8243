"""The pictures that are kept: boards with every game and mark in all themes, and other kinds."""

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from operator import methodcaller
from pathlib import Path

import numpy as np
from PIL import Image

from renderer import THEMES, PictureRequest, Result, ShareCard, Sign
from renderer.drawing import Renderer
from renderer.layout import HEADER
from rules import GAMES
from rules.game import Piece, Position, StepKind
from tests.kit.charts import quarter, samples
from tests.kit.positions import printed
from tests.renderer.posters import poster

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

LENSES = {
    "abande": "square ply:12 reserve:12,12 passes:0 stacks:d4=W,d5=B,d6=B,d7=B,d3=WB",
    "apart": APART,
    "detach": "hexhex6 ply:40 white:e5,d4,i5 black:j4,c3,f10",
    "detach-stuck": printed("detach", "near the end").encode(),
    "glaisher": GLAISHER,
    "halves": "2p waning ply:24 turn:0 light:0,0;0,1;2,0 dark:1,0;0,2 seats:light,dark",
    "halves-three": (
        "3p waning ply:52 turn:1 light:0,0;0,2;0,3;0,5 dark:-1,3;0,4;1,0 grey:-1,0;0,1"
        " seats:dark,light,grey"
    ),
    "halves-sums": (
        "3p-random waning ply:9 turn:0 light:-4,1;-4,5;-4,6;-3,4;-1,2;0,0"
        " dark:-3,1;-3,5;-2,3;-1,1;1,0;2,0 grey:-2,0;-1,0;0,2 seats:grey,dark,light seed:1"
    ),
}
ENDS = (
    Result("Draw.", (), Sign.DRAWN),
    Result("Red wins by resignation.", (0,), Sign.RESIGNED),
    Result("Red wins on time.", (0,), Sign.TIMED_OUT),
    Result("Red wins.", (0,), Sign.DECIDED),
    Result("It has no result.", (), Sign.WITHOUT),
    Result("Red wins.", (0,)),
)

_LARGE = ("detach-split", "apart-journey", "halves-three", "glaisher-joined")
_MOVING = ("detach-swap", "apart-capture", "halves-cut-off", "abande-score", "glaisher-flipped")
_POSTER = 600
_COLOURS = 56


@dataclass(frozen=True, slots=True)
class Case:
    """A picture and the file that it is compared with, ``width`` pixels wide.

    It is a board that is asked for by a request, or else what ``made`` makes.
    """

    name: str
    request: PictureRequest | None = None
    width: int = PHONE
    made: Callable[[Renderer], bytes] | None = None
    by_day: bool = True

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.png"

    def drawn(self, renderer: Renderer) -> Image.Image:
        """The case's picture as large as it is kept; chat programs make pictures smaller so."""
        made = self.made or methodcaller("still", self.request)
        return self.shown(made(renderer))

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
    return chain(boards(), others())


def boards() -> Iterator[Case]:
    """Each moment in every theme, by day in one of them."""
    for number, moment in enumerate(kept_moments()):
        for place, theme in enumerate(THEMES):
            name, by_day = f"{moment['id']}-{theme}", number % len(THEMES) == place
            yield Case(name, request(moment, theme, None), by_day=by_day)
        if moment["id"] in _LARGE:
            by_day = moment["id"] == _LARGE[-1]
            large, turned = (request(moment, "slate", viewer) for viewer in (None, 1))
            yield Case(f"{moment['id']}-large", large, SIZE, by_day=by_day)
            yield Case(f"{moment['id']}-turned", turned, by_day=by_day)


def others() -> Iterator[Case]:
    """Lenses, how matches end, cards, posters and charts, in one theme after the other."""
    themes = list(THEMES)
    for number, (name, text) in enumerate(LENSES.items()):
        position = GAMES[name.split("-")[0]].decode(text)
        seen = PictureRequest(position, theme=themes[number % 3])
        yield Case(f"lens-{name}", made=methodcaller("lens", seen))
    for game, variant, names in (
        ("apart", "standard", ("Ada", "Ben")),
        ("halves", "3p", ("Maximiliane von Weizenfeld", "Zo\u00eb", "Ben van der Hanabergen")),
    ):
        start = GAMES[game].start(variant)
        stood = (("k50", Piece(0)), ("m52", Piece(1))) if game == "halves" else ()
        ended = PictureRequest(
            start, stood=stood, result=Result("Ada wins on time.", (0,), Sign.TIMED_OUT)
        )
        card = ShareCard(ended, names, "24 November 2026")
        yield Case(f"card-{game}", made=methodcaller("share_card", card))
        yield Case(f"ends-{game}", made=partial(headers, start), by_day=len(names) > 2)
        whole = poster(game, variant, "tide" if game == "apart" else "wood")
        film = (replace(still, turned=at % 2 > 0) for at, still in enumerate(whole.film))
        told = methodcaller("poster", replace(whole, film=tuple(film)))
        yield Case(f"poster-{game}", width=_POSTER, made=told, by_day=len(names) > 2)
    for number, name in enumerate(_MOVING):
        moment = next(each for each in kept_moments() if each["id"] == name)
        before = GAMES[str(moment["game"])].decode(str(moment["before"]))
        after = request(moment, themes[number % 3], None)
        film = methodcaller("motion", before, after)
        yield Case(f"motion-{name}", None, _POSTER, partial(sheet, film))
        replay = methodcaller("replay", [replace(after, position=before, events=()), after])
        yield Case(f"replay-{name}", None, _POSTER, partial(sheet, replay), number % 3 == 1)
    for number, (caption, chart) in enumerate((*samples(), ("quarter", quarter()))):
        name = f"chart-{caption.lower().replace(' ', '-').replace(',', '')}"
        drawn = methodcaller("chart", chart, themes[number % 3])
        yield Case(name, None, _POSTER, drawn)


def sheet(film: Callable[[Renderer], bytes], renderer: Renderer) -> bytes:
    """A few frames of a film side by side."""
    opened = Image.open(io.BytesIO(film(renderer)))
    shown = range(0, opened.n_frames, max(opened.n_frames // 4, 1))
    row = Image.new("RGB", (opened.width * len(shown), opened.height))
    for number, frame in enumerate(shown):
        opened.seek(frame)
        row.paste(opened.convert("RGB"), (number * opened.width, 0))
    return packed(row)


def headers(position: Position, renderer: Renderer) -> bytes:
    """The strips above a board whose match has ended in every way, below each other."""
    column = Image.new("RGB", (SIZE, HEADER * len(ENDS)))
    for number, result in enumerate(ENDS):
        left = (1,) if result.sign in (Sign.RESIGNED, Sign.TIMED_OUT) else ()
        file = renderer.still(PictureRequest(position, result=result, left=left))
        column.paste(Image.open(io.BytesIO(file)).crop((0, 0, SIZE, HEADER)), (0, HEADER * number))
    return packed(column)


def packed(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


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
    move, telling = before.parse(str(moment["move"])), tuple(moment.get("telling", ()))
    return PictureRequest(
        before.play(move),
        before.events(move),
        strengths=bool(telling),
        telling=telling,
        viewer=viewer,
        theme=theme,
        size=SIZE,
    )


def pixels(png: bytes) -> np.ndarray:
    """Red, green and blue of every pixel: (rows, columns, 3)."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(np.int16)
