"""Charts as large as they come, the same ones in every run."""

import random
from datetime import UTC, date, datetime, timedelta

from renderer.charts import (
    ActivityChart,
    ExpectationsChart,
    PlaceLine,
    PlacesChart,
    RatingCurve,
    RatingPoint,
    WeekOfPlay,
)

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
POINTS, PEOPLE, DAYS, WEEKS = 150, 12, 30, 26
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
