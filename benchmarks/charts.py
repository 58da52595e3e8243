"""Charts: what each costs, beside the same curve drawn with matplotlib."""

from __future__ import annotations

import importlib
import io
import random
import statistics
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from renderer import Renderer
from renderer.charts import (
    ActivityChart,
    Chart,
    ExpectationsChart,
    PlaceLine,
    PlacesChart,
    RatingCurve,
    RatingPoint,
    WeekOfPlay,
)

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
POINTS, PEOPLE, DAYS, WEEKS = 150, 12, 30, 26
REPEATS = 40
CHANCE = random.Random(3)


def curve(points: int = POINTS) -> RatingCurve:
    """A rating that wanders, and grows more certain."""
    strength, spread, found = 1500.0, 490.0, []
    for number in range(points):
        strength, spread = strength + CHANCE.gauss(2, 18), max(110, spread * 0.96)
        at = BEGIN + timedelta(days=2 * number)
        found.append(RatingPoint(at, round(strength), round(spread)))
    return RatingCurve("Rating", tuple(found))


def places() -> PlacesChart:
    """A ladder on which somebody overtakes every day."""
    order = list(range(PEOPLE))
    held: list[list[tuple[datetime, int | None]]] = [[(BEGIN, place + 1)] for place in order]
    for day in range(1, DAYS):
        winner = CHANCE.randrange(1, PEOPLE)
        order.insert(CHANCE.randrange(winner), order.pop(winner))
        for place, who in enumerate(order, 1):
            if held[who][-1][1] != place:
                held[who].append((BEGIN + timedelta(days=day), place))
    lines = tuple(PlaceLine(tuple(line), who == 5) for who, line in enumerate(held))
    return PlacesChart("Ladder, last 30 days", BEGIN, BEGIN + timedelta(days=DAYS), lines)


def activity() -> ActivityChart:
    """Half a year of play."""
    weeks = tuple(
        WeekOfPlay(date(2026, 1, 5) + timedelta(weeks=week), *(CHANCE.randrange(6) for _ in "wdl"))
        for week in range(WEEKS)
    )
    return ActivityChart("Matches by week", weeks)


def expectations(seats: int = 2, moves: int = 60) -> ExpectationsChart:
    """A match in which it goes to and fro."""
    first, found = 0.0, []
    for _ in range(moves + 1):
        first = max(-0.98, min(0.98, first + CHANCE.gauss(0, 0.25)))
        rest = (-first, -first - 0.3)[: seats - 1]
        found.append((first, *(max(-1.0, each) for each in rest)))
    colours = ("White", "Black") if seats == 2 else ("Light", "Dark", "Grey")
    names = ("Ada", "Ben", "Chloe")[:seats]
    return ExpectationsChart(names, tuple(found), (colours,) * (moves + 1), ((12, 0), (31, 1)), 20)


def with_matplotlib(shown: RatingCurve) -> Callable[[], bytes]:
    """What draws the same curve, as its maintainers say it is done in a server."""
    agg: Any = importlib.import_module("matplotlib.backends.backend_agg")
    figures: Any = importlib.import_module("matplotlib.figure")
    at = [point.at for point in shown.points]
    middle = [point.points for point in shown.points]
    band = [[point.points + way * point.spread for point in shown.points] for way in (-1, 1)]

    def draw() -> bytes:
        figure = figures.Figure(figsize=(8, 4.2), dpi=100, facecolor="#22262C")
        agg.FigureCanvasAgg(figure)
        axes = figure.add_subplot(facecolor="#22262C")
        axes.fill_between(at, *band, color="#344054")
        axes.plot(at, middle, color="#6FB7FF", linewidth=2)
        axes.grid(axis="y", color="#464850")
        axes.tick_params(colors="#AEB9C4")
        file = io.BytesIO()
        figure.savefig(file, format="png")
        return file.getvalue()

    return draw


def row(what: str, draw: Callable[[], bytes]) -> None:
    """One line of the table: the time on the clock, of the processor, and the bytes."""
    draw()
    waited, worked, size = [], [], 0
    for _ in range(REPEATS):
        begun, busy = time.perf_counter(), time.process_time()
        size = len(draw())
        waited.append(time.perf_counter() - begun)
        worked.append(time.process_time() - busy)
    p50, cpu = 1000 * statistics.median(waited), 1000 * statistics.median(worked)
    print(f"{what:34} {p50:8.1f} {cpu:8.1f} ms {size / 1024:8.1f} KiB")


def main() -> None:
    renderer = Renderer()
    shown = curve()
    charts: dict[str, Chart] = {
        f"rating curve, {POINTS} matches": shown,
        "rating curve, 5,000 matches": curve(5_000),
        f"ladder, {PEOPLE} people, {DAYS} days": places(),
        f"activity, {WEEKS} weeks": activity(),
        "who was ahead, 60 moves": expectations(),
    }
    print(f"{'':34} {'p50':>8} {'worked':>8} {'':15} at most 100 ms, 30 KiB")
    for what, chart in charts.items():
        row(what, lambda chart=chart: renderer.chart(chart, "slate"))  # type: ignore[misc]
    try:
        beside = with_matplotlib(shown)
    except ModuleNotFoundError:
        print("matplotlib is not installed: pip install -e .[bench]")
        return
    row("matplotlib, the first curve", beside)


if __name__ == "__main__":
    main()
