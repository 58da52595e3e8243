"""Pictures: what a still, a replay and the first picture cost, beside python-chess and cairosvg.

The board is Detach's large one, 91 cells with about 50 stones and 14 marked places, 1000 pixels
wide unless it says otherwise.
"""

from __future__ import annotations

import itertools
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import cairosvg
import chess
import chess.svg

from renderer import THEMES, PictureRequest, Renderer
from renderer.tools.samples import Moment, moments
from rules import GAMES
from rules.game import Step, StepKind
from rules.geometry.hexboard import hex_board

STILLS = 150
REPLAYS = (
    ("detach", 1, 60, "250 ms, 340 KiB"),
    ("apart", 2, 60, "250 ms, 340 KiB"),
    ("abande", 3, 60, "250 ms, 340 KiB"),
    ("glaisher", 2, 40, "350 KiB"),
)
MARKED = 14
STONES = range(40, 60)
MATCHES = 12
CHESS_POSITIONS = 20
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


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds by the clock, milliseconds of processor time, and bytes, of each call."""

    spent: list[float]
    worked: list[float]
    sizes: list[int]


def timed(calls: Sequence[Callable[[], bytes]]) -> Cost:
    """What each call cost; on a busy machine only the processor time says much."""
    cost = Cost([], [], [])
    for call in calls:
        start, before = time.perf_counter(), time.process_time()
        cost.sizes.append(len(call()))
        cost.worked.append(1000 * (time.process_time() - before))
        cost.spent.append(1000 * (time.perf_counter() - start))
    return cost


def row(what: str, cost: Cost, budget: str = "") -> None:
    """One line of the table, with the most that it may be."""
    by_clock, worked = (
        f"{statistics.median(each):8.1f} {sorted(each)[int(0.95 * (len(each) - 1))]:8.1f}"
        for each in (cost.spent, cost.worked)
    )
    kib = statistics.median(cost.sizes) / 1024
    print(f"{what:44} {by_clock} {worked} ms {kib:6.0f} KiB  {budget}")


def stills(renderer: Renderer, asked: Sequence[PictureRequest]) -> Cost:
    return timed([lambda one=one: renderer.still(one) for one in asked])


def chess_boards() -> Iterator[str]:
    """The same number of plies of a random chess game, as SVG."""
    chance, board = random.Random(3), chess.Board()
    for _ in range(CHESS_POSITIONS):
        move = chance.choice(list(board.legal_moves))
        board.push(move)
        yield chess.svg.board(board, lastmove=move, size=1000)


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


def main() -> None:
    following, apart = plies_in_order(), unrelated()
    print(f"{'':44} {'by the clock':>17} {'processor time':>17}")
    print(f"{'':44} {'p50':>8} {'p95':>8} {'p50':>8} {'p95':>8} {'':13}  at most")
    row("first picture after start", stills(Renderer(), following[:1]))
    renderer = Renderer()
    stills(renderer, following[: STILLS // 2])
    next_ply = stills(renderer, following[STILLS // 2 :])
    row("still, next ply of a match", next_ply, "9 / 30 ms, 95 KiB")
    row("still, another match every time", stills(renderer, apart), "30 / 50 ms, 120 KiB")
    beside = timed(
        [lambda svg=svg: cairosvg.svg2png(bytestring=svg.encode()) for svg in chess_boards()]
    )
    row("python-chess's SVG through cairosvg", beside)
    ratio = statistics.median(next_ply.worked) / statistics.median(beside.worked)
    print(f"{'still beside that':44} {f'1/{1 / ratio:.1f}':>26}  1/6")
    for game, seed, plies, most in REPLAYS:
        played = itertools.islice(moments(game, seed=seed), plies + 1)
        frames = [PictureRequest(*moment) for moment in played]
        renderer.replay(frames)
        again = timed([lambda frames=frames: renderer.replay(frames)] * 5)
        row(f"replay of {len(frames) - 1} plies of {game}", again, most)
    for number in (1, 2):
        rate = threads(renderer, following + apart, number)
        print(f"{f'pictures a second, {number} thread(s)':44} {rate:8.0f}  60 at least")
    print(f"{'kept in memory afterwards':44} {renderer.cached_bytes / MIB:8.1f} MiB")
    print(f"{'kept after every game, theme and way round':44} {crowded() / MIB:8.1f} MiB")


if __name__ == "__main__":
    main()
