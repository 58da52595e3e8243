"""Pictures: what a still, a replay, a chart and the first picture cost, and texts in a language.

The board is Detach's large one, 91 cells with about 50 stones and 14 marked places, 1000 pixels
wide unless it says otherwise.
"""

import asyncio
import itertools
import json
import random
import tempfile
import time
import tracemalloc
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.timing import Cost, awaited, head, row, timed
from bot.app.features import add_commands
from bot.screen.interaction.declaring import CommandTranslator
from languages.known import CATALOG, CATALOGS, read_language, template_of
from renderer import THEMES, PictureRequest
from renderer.charts import Chart
from renderer.drawing import Renderer
from rules import GAMES
from rules.game import Step, StepKind
from rules.geometry.board import hex_board
from rules.texts import Counted, Text
from tests.kit.charts import (
    LONG,
    activity,
    bracket,
    curve,
    expectations,
    leaderboard,
    places,
    quarter,
    swiss_table,
)
from tests.kit.limits import size_of
from tests.kit.rules import Moment, moments
from tests.kit.world import new_client
from tests.renderer.posters import poster

STILLS = 150
REPLAYS = (
    ("detach", 1, 60, "250 ms, 340 KiB"),
    ("apart", 2, 60, "250 ms, 340 KiB"),
    ("abande", 13, 60, "250 ms, 340 KiB"),
    ("glaisher", 7, 40, "350 KiB"),
)
MARKED = 14
STONES = range(40, 60)
MATCHES = 12
CHARTS: dict[str, Chart] = {
    "rating curve, 150 matches": curve(),
    "rating curve, 5,000 matches": curve(5_000),
    "ladder, 12 people, 30 days": places(),
    "activity, half a year": activity(),
    "who was ahead, 60 moves": expectations(),
    "Swiss, 12 people, 9 rounds": swiss_table(),
    "Swiss of long names": swiss_table(12, 9, LONG),
    "bracket of 16": bracket(),
    "quarter of a bracket of 128, long names": quarter(),
    "leaderboard of long names": leaderboard(LONG),
}
CHART_REPEATS = 40
LANGUAGES = 5
MIB = 1 << 20


def request(moment: Moment, seed: int) -> PictureRequest:
    """A still with some empty cells marked; from one ply to the next they are nearly the same."""
    position, events = moment
    cells = list(hex_board(6).names)
    random.Random(seed).shuffle(cells)
    marked = [cell for cell in cells if cell not in position.pieces()][:MARKED]
    options = tuple(Step(cell, StepKind.CELL, cell, (cell,)) for cell in marked)
    return PictureRequest(position, events, options, numbered=False)


def plies_in_order() -> list[PictureRequest]:
    """Successive plies of matches, one match after another."""
    found = (
        request(moment, seed)
        for seed in range(MATCHES)
        for moment in moments("detach", seed=seed)
        if len(moment[0].pieces()) in STONES
    )
    return list(itertools.islice(found, STILLS))


def unrelated() -> list[PictureRequest]:
    """Positions from matches of their own, which have nothing in common."""
    found = (
        request(moment, seed)
        for seed in itertools.count(MATCHES)
        for moment in moments("detach", seed=seed)
        if len(moment[0].pieces()) == STONES[len(STONES) // 2]
    )
    return list(itertools.islice(found, STILLS))


def stills(renderer: Renderer, asked: Sequence[PictureRequest]) -> Cost:
    return timed([partial(renderer.still, one) for one in asked])


def threads(renderer: Renderer, asked: Sequence[PictureRequest], number: int) -> float:
    """Pictures a second with so many threads."""
    start = time.perf_counter()
    with ThreadPoolExecutor(number) as pool:
        list(pool.map(renderer.still, asked))
    return len(asked) / (time.perf_counter() - start)


def crowded() -> int:
    """The bytes that a renderer keeps which has drawn much of everything."""
    renderer = Renderer()
    for game, theme, viewer in itertools.product(GAMES, THEMES, (0, 1)):
        for variant in GAMES[game].info.variants:
            for position, events in itertools.islice(moments(game, variant.id, seed=2), 0, 40, 4):
                renderer.still(PictureRequest(position, events, viewer=viewer, theme=theme))
    return renderer.cached_bytes


def texts() -> None:
    """What it costs to read languages, and to say texts in one; Japanese stands for all."""
    path = CATALOGS / "ja" / CATALOG
    read = timed([partial(read_language, path)] * (5 * LANGUAGES))
    cost = Cost([sum(read.spent[:LANGUAGES])], [sum(read.worked[:LANGUAGES])])
    row("five languages read", cost, "200 ms")
    tracemalloc.start()
    kept = [read_language(path) for _ in range(LANGUAGES)]
    print(f"{'their memory':44} {tracemalloc.get_traced_memory()[0] / MIB:8.1f} MiB  5 MiB")
    tracemalloc.stop()
    wording, messages = kept[0][0], list(template_of(CATALOGS))[:1000]
    said = [
        Counted(*each[::2], 3, **dict.fromkeys(each.places - {"number"}, "d4"))
        if each.plural
        else Text(*each[:2], **dict.fromkeys(each.places, Text("White", "side")))
        for each in messages
    ]
    for what, call, limit in (
        ("1,000 lookups", lambda: [wording.template(each, 3) for each in messages], "5 ms"),
        ("1,000 texts", lambda: [each.said(wording) for each in said], "5 ms"),
        ("ten pages of 60 texts", lambda: [each.said(wording) for each in said[:600]], "3 ms"),
    ):
        row(what, timed([call] * CHART_REPEATS), limit)


async def commands() -> None:
    """What it costs to describe the commands in all reviewed languages, and their size."""
    with tempfile.TemporaryDirectory() as folder:
        client = new_client(Path(folder) / "unused.db")
        await add_commands(client)
        tree, translator = client.tree, CommandTranslator()
        told: list[dict[str, Any]] = []

        async def describe() -> None:
            told[:] = [
                await each.get_translated_payload(tree, translator) for each in tree.get_commands()
            ]

        await describe()  # which also reads the languages
        row("commands in five languages", await awaited(describe, 5), "10 ms")
        largest = max(told, key=size_of)
        size, whole = size_of(largest), len(json.dumps(told)) // 1024
        name = f"/{largest['name']}, the largest; all of them"
        print(f"{name:44} {size:8,} of 8,000 characters; {whole} KiB")


def main() -> None:
    following, apart = plies_in_order(), unrelated()
    head()
    texts()
    asyncio.run(commands())
    row("first picture after start", stills(Renderer(), following[:1]))
    renderer = Renderer()
    stills(renderer, following[: STILLS // 2])
    row(
        "still, next ply of a match",
        stills(renderer, following[STILLS // 2 :]),
        "9 / 30 ms, 95 KiB",
    )
    row("still, another match every time", stills(renderer, apart), "30 / 50 ms, 120 KiB")
    for game, seed, plies, most in REPLAYS:
        played = itertools.islice(moments(game, seed=seed), plies + 1)
        frames = [PictureRequest(*moment) for moment in played]
        renderer.replay(frames)
        again = timed([partial(renderer.replay, frames)] * 5)
        row(f"replay of {len(frames) - 1} plies of {game}", again, most)
    for what, chart in CHARTS.items():
        drawn = timed([partial(renderer.chart, chart, "slate")] * CHART_REPEATS)
        row(what, drawn, "100 ms, 30 KiB")
    for game in GAMES:
        told, tale = poster(game, GAMES[game].info.variants[0].id), list(moments(game, seed=2))
        moves = list(itertools.pairwise(tale))[:: max(len(tale) // 20, 1)]
        films = [partial(renderer.motion, one, PictureRequest(*other)) for (one, _), other in moves]
        row(f"last move of {game} in motion", timed(films), "120 ms, 150 KiB")
        lenses = [partial(renderer.lens, PictureRequest(each)) for each, _ in tale[:-1:3]]
        row(f"lens of {game}", timed(lenses), "120 KiB")
        row(f"poster of {game}", timed([partial(renderer.poster, told)] * 5), "400 ms, 450 KiB")
    for number in (1, 2):
        rate = threads(renderer, following + apart, number)
        print(f"{f'pictures a second, {number} thread(s)':44} {rate:8.0f}  60 at least")
    print(f"{'kept in memory afterwards':44} {renderer.cached_bytes / MIB:8.1f} MiB")
    print(f"{'kept after every game, theme and way round':44} {crowded() / MIB:8.1f} MiB")


if __name__ == "__main__":
    main()
