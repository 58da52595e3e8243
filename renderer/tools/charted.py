"""Samples of charts: who was ahead, lists, and a tournament of each kind."""

import math
from collections.abc import Iterator
from datetime import UTC, datetime

from renderer.charts import (
    BracketChart,
    BracketRound,
    BracketSide,
    BracketTie,
    Chart,
    Crosstable,
    CrosstableRow,
    ExpectationsChart,
    StandingsChart,
    StandingsRow,
    SwissRow,
    SwissTable,
    short_day_of,
)
from renderer.charts.bracket import FINAL
from renderer.charts.crosstable import OWN
from rules.texts import Plain, Words

_SIDES = {
    "Who was ahead: White and Black": ("White", "Black"),
    "Who was ahead: Red and Yellow": ("Red", "Yellow"),
    "Who was ahead: Light and Dark, exchanged": ("Light", "Dark"),
    "Who was ahead: three sides": ("Light", "Dark", "Grey"),
}
_EXCHANGED = "exchanged"
_MOVES, _MARKS = 40, ((11, 0), (27, 1))
_PEOPLE = ("Ada", "Ben", "Chloe", "Dora", "Emil", "Fay", "Gus", "Hana")
_OWN = 2
_ROUNDS = (
    ((0, 4), (1, 5), (2, 6), (3, 7)),
    ((0, 1), (2, 3), (4, 5), (6, 7)),
    ((0, 2), (1, 3), (4, 6), (5, 7)),
)
"""Who met in a Swiss."""
_DRAW = (0, 7, 3, 4, 1, 6, 2, 5)
"""A knockout from its top."""
_ROSE = (0, 2, -1, -1, 0, 1, -1, 0)


def charts() -> Iterator[tuple[str, Chart]]:
    """Each with a caption."""
    for caption, colours in _SIDES.items():
        yield caption, strip(colours, exchanged=_EXCHANGED in caption)
    yield "Ladder", StandingsChart("The club's ladder", tuple(_climbers()))
    yield "Leaderboard", StandingsChart("Everywhere, all time", tuple(_rated()))
    yield "Swiss table", SwissTable("Autumn cup: round 3 of 3", tuple(_swiss()), 0)
    yield "Crosstable", Crosstable("League: Division 1", tuple(_everybody()), 0)
    yield "Bracket", _bracket()


def strip(colours: tuple[str, ...], *, exchanged: bool = False) -> ExpectationsChart:
    """Who was ahead, of the players of these colours."""
    expected = tuple(_expected(step, len(colours)) for step in range(_MOVES + 1))
    later = tuple(reversed(colours)) if exchanged else colours
    held = tuple(colours if step < _MOVES // 2 else later for step in range(_MOVES + 1))
    return ExpectationsChart(_PEOPLE[: len(colours)], expected, held, _MARKS, 16)


def _expected(step: int, seats: int) -> tuple[float, ...]:
    first = 0.9 * math.sin(step / 5) * math.sin(step / 23 + 0.3)
    third = () if seats == 2 else (0.6 * math.cos(step / 4),)
    return first, -first, *third


def _result(one: int, other: int) -> str:
    """What the first of two got; better players win now and then."""
    if one > other:
        return {"1": "0", "0": "1"}.get(_result(other, one), "=")
    return "=" if (one + other) % 4 == 1 else "0" if (one + other) % 6 == 5 else "1"


def _points(results: str) -> float:
    return results.count("1") + results.count("=") / 2


def _climbers() -> Iterator[StandingsRow]:
    for number, (name, up) in enumerate(zip(_PEOPLE, _ROSE, strict=True)):
        written = f"{'▲' if up > 0 else '▼'} {abs(up)}" if up else ""
        since = Plain("since {day}", day=short_day_of(datetime(2026, 11, 3 + number, tzinfo=UTC)))
        yield StandingsRow(number + 1, name, written, since, own=number == _OWN, up=up)


def _rated() -> Iterator[StandingsRow]:
    for number, name in enumerate(_PEOPLE):
        points, spread = 1790 - 45 * number + 30 * (number % 3), 90 + 45 * (number % 3)
        record, up = f"{24 - 2 * number}\u2013{number % 3}\u2013{6 + number}", 9 * _ROSE[number]
        yield StandingsRow(
            number + 1, name, f"{points}", record, (points, spread), own=number == _OWN, up=up
        )


def _everybody() -> Iterator[CrosstableRow]:
    rows = {
        one: [OWN if one == other else _result(one, other) for other in range(len(_PEOPLE))]
        for one in range(len(_PEOPLE))
    }
    order = sorted(rows, key=lambda one: -_points("".join(rows[one]).replace(OWN, "")))
    for place, one in enumerate(order):
        cells = tuple(rows[one][other] for other in order)
        points = _points("".join(cells).replace(OWN, ""))
        yield CrosstableRow(
            f"{place + 1}.", _PEOPLE[one], f"{points:g}", cells, one == _OWN, line=place == 6
        )


def _swiss() -> Iterator[SwissRow]:
    met = {
        one: [(set(pair) - {one}).pop() for pairs in _ROUNDS for pair in pairs if one in pair]
        for one in range(len(_PEOPLE))
    }
    points = {one: _points("".join(_result(one, each) for each in met[one])) for one in met}
    ties = {one: sum(sorted(points[each] for each in met[one])[1:]) for one in met}
    order = sorted(met, key=lambda one: (-points[one], -ties[one]))
    for place, one in enumerate(order, 1):
        rounds = tuple((f"{each + 1}", _result(one, each)) for each in met[one])
        written = f"{points[one]:g}", f"{ties[one]:g}"
        yield SwissRow(f"{place}.", one + 1, _PEOPLE[one], rounds, *written, own=one == _OWN)


def _bracket() -> BracketChart:
    still, rounds = [*_DRAW], list[BracketRound]()
    names: tuple[Words, ...] = ("Last 8", "Semi-final", FINAL)
    for name in names:
        pairs = list(zip(still[::2], still[1::2], strict=True))
        still = [one if _result(one, other) != "0" else other for one, other in pairs]
        ties = [
            BracketTie(*(_side(each, won=each == winner) for each in pair))
            for pair, winner in zip(pairs, still, strict=True)
        ]
        rounds.append(BracketRound(name, tuple(ties)))
    return BracketChart("Autumn cup", tuple(rounds), None, 0)


def _side(one: int, *, won: bool) -> BracketSide:
    return BracketSide(_PEOPLE[one], "2" if won else "1", won=won, own=one == _OWN)
