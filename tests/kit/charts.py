"""Charts as large as they come, the same ones in every run, and one of each with usual names."""

import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta

from renderer.charts import (
    ActivityChart,
    BracketChart,
    BracketRound,
    BracketSide,
    BracketTie,
    Chart,
    Crosstable,
    CrosstableRow,
    ExpectationsChart,
    PlaceLine,
    PlacesChart,
    RatingCurve,
    RatingPoint,
    StandingsChart,
    StandingsRow,
    SwissRow,
    SwissTable,
    WeekOfPlay,
    short_day_of,
)
from renderer.charts.bracket import BYE, FINAL
from rules.texts import Plain, Words

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
POINTS, PEOPLE, DAYS, WEEKS = 150, 12, 30, 26
PLAYERS = tuple("N\u0301" * 30 if number == 1 else f"Player {number}" for number in range(32))
"""Names as long as there are, and plain ones."""
CLUB = (
    *("Ada", "Ben", "Chloe", "Dora", "Emil", "Fay", "Gus", "Hana"),
    *("Ines", "Jon", "Kira", "Leo", "Mia", "Nils", "Olga", "Pavel"),
)
LONG = tuple(f"{CLUB[n % 16]} van der {CLUB[7 * n % 15]}bergen" for n in range(32))
"""Names that are long, each in its own way."""
OTHERS = str.maketrans("10+-", "01-+")
"""What the other one got."""
ROSE = (0, 2, -1, -1, 0, 1, -1, 0)


def samples(names: Sequence[str] = CLUB) -> Iterator[tuple[str, Chart]]:
    yield "rating curve", curve()
    yield "rating curve of five matches", curve(5)
    yield "activity", activity()
    yield "activity of two matches", activity({20: (1, 0, 0), 23: (0, 0, 1)})
    yield "places on a ladder", places(names)
    yield "ladder", ladder(names)
    yield "leaderboard", leaderboard(names)
    yield "who was ahead", expectations()
    yield "who was ahead, of three", expectations(3)
    yield "Swiss", swiss_table(8, 5, names)
    yield "Swiss of nine rounds", swiss_table(12, 9, names)
    yield "crosstable", crosstable(8, names=names)
    yield "bracket", bracket(8, names)


def curve(points: int = POINTS) -> RatingCurve:
    chance = random.Random(3)
    strength, spread, found = 1500.0, 490.0, []
    for number in range(points):
        strength, spread = strength + chance.gauss(2, 18), max(110, spread * 0.96)
        at = BEGIN + timedelta(days=2 * number)
        found.append(RatingPoint(at, round(strength), round(spread), spread < 300))
    return RatingCurve("Rating", tuple(found))


def places(names: Sequence[str] = ()) -> PlacesChart:
    """A ladder on which somebody overtakes every day."""
    chance = random.Random(3)
    order = list(range(PEOPLE))
    held: list[list[tuple[datetime, int | None]]] = [[(BEGIN, place + 1)] for place in order]
    for day in range(1, DAYS):
        winner = chance.randrange(1, PEOPLE)
        order.insert(chance.randrange(winner), order.pop(winner))
        for place, who in enumerate(order, 1):
            if held[who][-1][1] != place:
                held[who].append((BEGIN + timedelta(days=day), place))
    shown = names or [f"Player {who}" for who in order]
    lines = tuple(PlaceLine(tuple(held[who]), who == 5, name=shown[who]) for who in order)
    return PlacesChart("Ladder, last 30 days", BEGIN, BEGIN + timedelta(days=DAYS), lines)


def swiss_table(players: int = 12, rounds: int = 9, names: Sequence[str] = PLAYERS) -> SwissTable:
    """A page of the table of a Swiss with many players, under way."""
    chance = random.Random(3)
    words = ("+1", "+0.5", "")
    rows = tuple(
        SwissRow(
            place=f"{one}." if one % 3 else f"{one}=",
            number=chance.randrange(1, 10 * players),
            name=names[one],
            rounds=tuple(
                ("", chance.choice(words))
                if chance.random() < 0.1
                else (str(chance.randrange(1, 10 * players)), chance.choice("110=+-."))
                for _ in range(rounds)
            ),
            points=f"{players - one}.5",
            ties="45.5",
            own=one == 4,
        )
        for one in range(1, players + 1)
    )
    return SwissTable(f"Autumn cup: round {rounds} of {rounds}", rows, 7)


def crosstable(players: int = 12, games: int = 1, names: Sequence[str] = PLAYERS) -> Crosstable:
    """A group under way, whose last one left."""
    chance = random.Random(3)
    signs = {
        (one, other): "".join(chance.choice("10=+-.") for _ in range(games))
        for one in range(players)
        for other in range(players)
    }
    signs |= {pair[::-1]: signs[pair].translate(OTHERS) for pair in signs if pair[0] < pair[1]}
    rows = tuple(
        CrosstableRow(
            place=f"{one + 1}.",
            name=names[one],
            number=one + 1,
            points=f"{players - one}.5",
            cells=tuple("own" if one == other else signs[one, other] for other in range(players)),
            own=one == 3,
            counts=one < players - 1,
            line=one == 2,
        )
        for one in range(players)
    )
    return Crosstable("Apart league: Division 1", rows, 7)


def bracket(players: int = 16, names: Sequence[str] = PLAYERS) -> BracketChart:
    """The last rounds of a cup that is won; the third player has a bye."""
    still, rounds = list(names[:players]), []
    while len(still) > 1:
        ties = [
            BracketTie(
                BracketSide(one, "2.5", won=True, own=one == names[2]),
                BracketSide(BYE) if one == names[2] else BracketSide(other, "1.5"),
            )
            for one, other in zip(still[::2], still[1::2], strict=True)
        ]
        titles: dict[int, Words] = {1: FINAL, 2: "Semi-final"}
        name = titles.get(len(ties), f"Last {len(still)}")
        rounds.append(BracketRound(name, tuple(ties)))
        still = still[::2]
    third = BracketTie(BracketSide(names[4], "2", won=True), BracketSide(""))
    return BracketChart("Autumn cup", tuple(rounds), third, 2)


def quarter() -> BracketChart:
    """The first rounds of a quarter of 128: as much as there is on a bracket."""
    whole = bracket(32, LONG)
    return BracketChart("Autumn cup: Quarter 1", whole.rounds[:4], None, 40)


def activity(played: Mapping[int, tuple[int, int, int]] | None = None) -> ActivityChart:
    """Half a year, with matches in every week if it is not said in which."""
    chance = random.Random(3)
    if played is None:
        every = ((week, [chance.randrange(6) for _ in "wdl"]) for week in range(WEEKS))
        played = {week: (won, drawn, lost) for week, (won, drawn, lost) in every}
    weeks = tuple(
        WeekOfPlay(date(2026, 1, 5) + timedelta(weeks=week), *played.get(week, (0, 0, 0)))
        for week in range(WEEKS)
    )
    return ActivityChart("Matches by week", weeks)


def expectations(seats: int = 2, moves: int = 60) -> ExpectationsChart:
    """A match in which it goes to and fro."""
    chance = random.Random(3)
    first, found = 0.0, []
    for _ in range(moves + 1):
        first = max(-0.98, min(0.98, first + chance.gauss(0, 0.25)))
        rest = (-first, -first - 0.3)[: seats - 1]
        found.append((first, *(max(-1.0, each) for each in rest)))
    colours = ("White", "Black") if seats == 2 else ("Light", "Dark", "Grey")
    names = ("Ada", "Ben", "Chloe")[:seats]
    return ExpectationsChart(names, tuple(found), (colours,) * (moves + 1), ((12, 0), (31, 1)), 20)


def ladder(names: Sequence[str]) -> StandingsChart:
    def row(place: int, up: int) -> StandingsRow:
        written = f"{'▲' if up > 0 else '▼'} {abs(up)}" if up else ""
        since = Plain("since {day}", day=short_day_of(BEGIN + timedelta(days=place)))
        return StandingsRow(place, names[place - 1], written, since, own=place == 3, up=up)

    return StandingsChart("The club's ladder", tuple(map(row, range(1, 9), ROSE)))


def leaderboard(names: Sequence[str]) -> StandingsChart:
    def row(place: int, up: int) -> StandingsRow:
        points, record = 1790 - 45 * place, f"{24 - 2 * place}\u2013{place % 3}\u2013{6 + place}"
        spread = points, 90 + 20 * (place % 3)
        name, own = names[place - 1], place == 3
        return StandingsRow(place, name, f"{points}", record, spread, own=own, up=9 * up)

    return StandingsChart("Everywhere, all time", tuple(map(row, range(1, 9), ROSE)))
