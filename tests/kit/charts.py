"""Charts as large as they come, the same ones in every run."""

import random
from datetime import UTC, date, datetime, timedelta

from renderer.charts import (
    ActivityChart,
    BracketChart,
    BracketRound,
    BracketSide,
    BracketTie,
    Crosstable,
    CrosstableRow,
    ExpectationsChart,
    PlaceLine,
    PlacesChart,
    RatingCurve,
    RatingPoint,
    SwissRow,
    SwissTable,
    WeekOfPlay,
)
from renderer.charts.bracket import FINAL
from rules.texts import Words

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
POINTS, PEOPLE, DAYS, WEEKS = 150, 12, 30, 26
CHANCE = random.Random(3)


def curve(points: int = POINTS) -> RatingCurve:
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
    lines = tuple(PlaceLine(tuple(held[who]), who == 5, name=f"Player {who}") for who in order)
    return PlacesChart("Ladder, last 30 days", BEGIN, BEGIN + timedelta(days=DAYS), lines)


def swiss_table(players: int = 12, rounds: int = 9) -> SwissTable:
    """A page of the table of a Swiss with many players, under way."""
    words = ("+1", "+0.5", "")
    rows = tuple(
        SwissRow(
            place=f"{one}." if one % 3 else f"{one}=",
            number=CHANCE.randrange(1, 10 * players),
            name="N\u0301" * 30 if one == 1 else f"Player {one}",
            rounds=tuple(
                ("", CHANCE.choice(words))
                if CHANCE.random() < 0.1
                else (str(CHANCE.randrange(1, 10 * players)), CHANCE.choice("110=+-."))
                for _ in range(rounds)
            ),
            points=f"{players - one}.5",
            ties="45.5",
            own=one == 4,
        )
        for one in range(1, players + 1)
    )
    return SwissTable("Autumn cup: round 9 of 9", rows, 7)


def crosstable(players: int = 12, games: int = 1) -> Crosstable:
    """A group under way, whose last one left."""
    signs = {
        (one, other): "".join(CHANCE.choice("10=+-.") for _ in range(games))
        for one in range(players)
        for other in range(players)
    }
    rows = tuple(
        CrosstableRow(
            place=f"{one + 1}.",
            name="N\u0301" * 30 if one == 1 else f"Player {one}",
            points=f"{players - one}.5",
            cells=tuple("own" if one == other else signs[one, other] for other in range(players)),
            own=one == 3,
            counts=one < players - 1,
            line=one == 2,
        )
        for one in range(players)
    )
    return Crosstable("Apart league: Division 1", rows, 7)


def bracket(players: int = 16) -> BracketChart:
    """The last rounds of a cup that is won; the third player has a bye."""
    still, rounds = [f"Player {each}" for each in range(players)], []
    still[1] = "N\u0301" * 30
    while len(still) > 1:
        ties = [
            BracketTie(
                BracketSide(one, "2.5", won=True, own=one == "Player 2"),
                BracketSide("bye") if one == "Player 2" else BracketSide(other, "1.5"),
            )
            for one, other in zip(still[::2], still[1::2], strict=True)
        ]
        names: dict[int, Words] = {1: FINAL, 2: "Semi-final"}
        name = names.get(len(ties), f"Last {len(still)}")
        rounds.append(BracketRound(name, tuple(ties)))
        still = still[::2]
    third = BracketTie(BracketSide("Player 4", "2", won=True), BracketSide(""))
    return BracketChart("Autumn cup", tuple(rounds), third, 2)


def activity() -> ActivityChart:
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
