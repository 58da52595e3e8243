"""Charts: what is drawn, how large it gets, and what it is called for people who do not see it."""

import io
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderer import THEMES, Theme
from renderer.charts import (
    MOST_LINES,
    ActivityChart,
    BracketChart,
    BracketRound,
    BracketSide,
    BracketTie,
    Chart,
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
    chart_text,
)
from renderer.charts.axes import MOST_TICKS, dates, round_numbers
from renderer.charts.bracket import FINAL
from renderer.charts.canvas import Canvas
from renderer.charts.rating_curve import thinned
from renderer.charts.style import WIDTH
from renderer.drawing import Renderer
from renderer.lettering import Lettering
from rules.texts import ENGLISH, Wording, Words
from tests.kit.by_day import mostly_at_night
from tests.kit.charts import (
    LONG,
    activity,
    bracket,
    crosstable,
    curve,
    expectations,
    places,
    quarter,
    swiss_table,
)
from tests.kit.overhearing import LONGEST
from tests.kit.world import renderer
from tests.renderer.measuring import Measuring

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
CHARTS: list[Chart] = [
    curve(),
    curve(5),
    curve(5_000),
    places(),
    places(LONG),
    activity(),
    activity({3: (1, 0, 1)}),
    expectations(),
    expectations(3),
    ExpectationsChart(("\u2603", "B" * 32), ((0.0, 0.0), (-1.0, 1.0)), (("Red", "Yellow"),) * 2),
    RatingCurve("One match", (RatingPoint(NOON, 1500, 491),)),
    RatingCurve("Two at once", (RatingPoint(NOON, -40, 9), RatingPoint(NOON, -40, 9))),
    PlacesChart("Nobody", NOON, NOON + timedelta(days=30), ()),
    PlacesChart("One", NOON, NOON + timedelta(days=30), (PlaceLine(((NOON, 1),), True),)),
    StandingsChart(
        "Apart",
        tuple(
            StandingsRow(n, "N\u0301" * 30, f"{1700 - n}?", "3\u20130\u20131", (1700 - n, 40 * n))
            for n in range(1, 11)
        ),
    ),
    StandingsChart("One", (StandingsRow(1, "\u2603", "1500", "", (1500, 0), own=True),)),
    StandingsChart("Ladder", (StandingsRow(1, "Ada", "\u25b2 2", "since 3 March 2026"),)),
    crosstable(),
    crosstable(6, 2),
    crosstable(10, 2),
    crosstable(12, 1, LONG),
    bracket(),
    bracket(16, LONG),
    bracket(8, LONG),
    bracket(2),
    quarter(),
    swiss_table(8, 4),
    swiss_table(),
    swiss_table(12, 5, LONG),
    swiss_table(12, 9, LONG),
    ActivityChart("No play", (WeekOfPlay(date(2026, 3, 2), 0, 0, 0),)),
]
MEASURING = Measuring()
every_chart = pytest.mark.parametrize(
    "chart", CHARTS, ids=lambda chart: getattr(chart, "title", "")
)


class Noting(Canvas):
    """Keeps all words that are set on it, and where."""

    def __init__(self, theme: Theme, lettering: Lettering, height: int, **more: Any) -> None:
        self.told: list[str] = []
        self.boxes: list[tuple[float, float, float, float]] = []
        super().__init__(theme, lettering, height, **more)

    def text(
        self, x: float, y: float, words: Words, *rest: Any, anchor: float = 0, **more: Any
    ) -> float:
        wide = super().text(x, y, words, *rest, anchor=anchor, **more)
        left = x - anchor * wide
        if wide:
            self.told.append(self.said(words))
            self.boxes.append((left + 2, y - 8, left + wide - 2, y + 8))
        return wide


def noted(chart: Chart, lettering: Lettering, wording: Wording = ENGLISH) -> Noting:
    canvas = Noting(THEMES["slate"], lettering, chart.height, wording=wording)
    chart.draw(canvas)
    return canvas


@pytest.mark.parametrize("chart", mostly_at_night(CHARTS, {type(c): c for c in CHARTS}.values()))
def test_every_chart_is_a_small_picture(chart: Chart) -> None:
    number = CHARTS.index(chart)
    theme = list(THEMES)[number % len(THEMES)]
    file = renderer().chart(chart, theme)
    assert len(file) <= 30 << 10
    assert Image.open(io.BytesIO(file)).width == WIDTH
    assert number % 8 or file == Renderer().chart(chart, theme)


@every_chart
def test_words_of_charts_are_legible_and_do_not_touch_each_other_or_the_side(chart: Chart) -> None:
    """In a language that says everything at the length of the longest.

    Nine pixels at a width of 300: the demo shows them 302 wide in a window of 390.
    """
    MEASURING.heights.clear()
    canvas = noted(chart, MEASURING, LONGEST)
    assert min(MEASURING.heights) * 300 / WIDTH >= 9
    for left, top, right, bottom in canvas.boxes:
        assert left >= 0 <= top
        assert right <= WIDTH
        assert bottom <= canvas.height
    for (left, top, right, bottom), other in combinations(canvas.boxes, 2):
        assert left >= other[2] or other[0] >= right or top >= other[3] or other[1] >= bottom


@pytest.mark.parametrize("rows", [10, 11, 20])
def test_a_ladder_is_no_higher_than_broad(rows: int) -> None:
    """A chat shows high pictures small; what does not fit in one column stands in two."""
    ladder = StandingsChart(
        "Apart ladder",
        tuple(StandingsRow(n + 1, "Ada", "\u25b2 1", "since 3 March 2026") for n in range(rows)),
    )
    shown = Image.open(io.BytesIO(renderer().chart(ladder, "slate"))).convert("L")
    assert shown.height <= shown.width
    beside = shown.crop((480, 70, 600, 120)).getextrema()
    assert (beside[1] > 200) == (rows > 10)


@pytest.mark.parametrize(("most", "top"), [(1, "2"), (7, "6")])
def test_the_axis_of_activity_ends_at_the_busiest_week(most: int, top: str) -> None:
    weeks = tuple(WeekOfPlay(date(2026, 3, 2), won, 0, 0) for won in (0, most))
    told = noted(ActivityChart("Matches", weeks), Lettering()).told
    assert max(filter(str.isdigit, told)) == top


WRONG: list[Chart] = [
    RatingCurve("Nothing", ()),
    ActivityChart("Nothing", ()),
    PlacesChart("Many", NOON, NOON, (PlaceLine(((NOON, 1),)),) * (MOST_LINES + 1)),
    ExpectationsChart(("Ada", "Ben"), ((0.0, 0.0),), (("White", "Black"),)),
    *(crosstable(players) for players in (0, 13)),
    *(swiss_table(*each) for each in ((0,), (13,), (2, 10))),
    *(
        replace(bracket(), rounds=rounds)
        for rounds in (bracket().rounds[:2] + bracket().rounds[3:], bracket().rounds * 2, ())
    ),
]
WHY = "at least|more than|from one step to another|rows|rounds|columns|half as many"


@pytest.mark.parametrize("chart", WRONG, ids=lambda chart: getattr(chart, "title", ""))
def test_what_cannot_be_drawn_is_refused(chart: Chart) -> None:
    with pytest.raises(ValueError, match=WHY):
        renderer().chart(chart, "slate")
    with pytest.raises(KeyError):
        renderer().chart(activity(), "none")


@given(st.lists(st.integers(-3000, 5000), min_size=1, max_size=3000), st.integers(6, 500))
def test_what_tells_most_is_kept(numbers: list[int], most: int) -> None:
    points = [RatingPoint(NOON + timedelta(hours=n), each, 0) for n, each in enumerate(numbers)]
    kept = thinned(points, most)
    assert len(kept) <= most + 4
    assert (kept[0], kept[-1]) == (points[0], points[-1])
    assert max(each.points for each in kept) == max(numbers)
    assert min(each.points for each in kept) == min(numbers)
    assert list(kept) == sorted(kept, key=lambda each: each.at)


@given(st.integers(-3000, 3000), st.integers(1, 5000))
def test_numbers_at_the_side_are_round_and_few(low: int, length: int) -> None:
    numbers = round_numbers(low, low + length)
    assert len(numbers) <= MOST_TICKS + 1
    assert all(low <= number <= low + length for number in numbers)


@given(st.datetimes(datetime(2000, 1, 1), datetime(2090, 1, 1)), st.integers(0, 20_000))  # noqa: DTZ001 - the zone follows
def test_dates_below_are_few_and_in_order(naive: datetime, days: int) -> None:
    begin = naive.replace(tzinfo=UTC)
    found = list(dates(begin, begin + timedelta(days=days)))
    assert len(found) <= 2 * MOST_TICKS
    assert all(begin <= moment <= begin + timedelta(days=days) for moment, _ in found)
    assert found == sorted(found)


def test_the_best_rating_is_one_that_was_settled() -> None:
    def point(day: int, points: int, settled: bool) -> RatingPoint:
        return RatingPoint(datetime(2026, 1, day, tzinfo=UTC), points, 100, settled)

    uncertain = [point(1, 1700, False), point(2, 1600, False)]
    curve = RatingCurve("Apart", (*uncertain, point(3, 1550, True), point(4, 1540, True)))
    assert curve.best == curve.points[2]
    assert curve.highest == curve.points[0]
    assert RatingCurve("Apart", tuple(uncertain)).best is None


def test_a_key_says_what_there_is_and_no_more() -> None:
    for signs, known in (
        ("10", {"Won", "Lost"}),
        ("=+", {"Drawn", "Unplayed"}),
        (". ", {"Running"}),
    ):
        rounds = tuple(("2", sign) for sign in signs)
        table = SwissTable("Cup", (SwissRow("1.", 1, "Ada", rounds, "1", "0"),), 0)
        told = noted(table, Lettering()).told
        assert {"Won", "Drawn", "Lost", "Unplayed", "Running"} & {*told} == known


def test_a_mark_behind_a_rating_is_explained_where_there_is_one() -> None:
    sure = StandingsRow(1, "Ada", "1500", "3\u20130\u20131", (1500, 80))
    unsure = replace(sure, written="1500?")
    heights = [
        noted(StandingsChart("Apart", (sure, each)), Lettering()).height for each in (sure, unsure)
    ]
    assert heights[1] - heights[0] == 32


def test_somebody_called_as_a_colour_is_named_too() -> None:
    chart = ExpectationsChart(("White", "Ben"), ((0.0, 0.0),) * 2, (("White", "Black"),) * 2)
    assert noted(chart, Lettering()).told.count("White") == 2


ADA, BEN, CYD, DEE = (BracketSide(name, "1.5", number=7) for name in ("Ada", "Ben", "Cyd", "Dee"))


def cup(*ties: BracketTie) -> BracketChart:
    return BracketChart(
        "Cup", (BracketRound("Semi-final", ties[:2]), BracketRound(FINAL, ties[2:])), None, 0
    )


def test_a_number_stands_for_a_name_that_cannot_be_set() -> None:
    lines = [
        cup(*(BracketTie(replace(ADA, name=name), BEN) for _ in range(3)))
        for name in ("Maximiliane von Hohen", "Maximiliane von Hohenbergen", "\U0001f984", "No. 7")
    ]
    short, long, sign, numbered = (Renderer().chart(chart, "slate") for chart in lines)
    assert short != long
    assert sign == numbered


@pytest.mark.parametrize("name", ["Ada", "Maximiliane Magdalene von Weizenfeld", "Maximiliane" * 3])
def test_a_long_name_has_two_lines_and_points_where_there_is_room(name: str) -> None:
    final = BracketTie(BracketSide(name, "7", won=True), replace(BEN, points="6"))
    chart = cup(BracketTie(ADA, CYD), BracketTie(BEN, DEE), final)
    canvas = noted(chart, Lettering())
    heights = {told: box[1] for told, box in zip(canvas.told, canvas.boxes, strict=True)}
    lines = [each for each in heights if each and each.removesuffix("-") in name]
    assert " ".join(lines).replace("- ", "") == name
    assert len(lines) == 1 + (len(name) > 3)
    assert heights["7"] == heights[lines[0]]
    assert heights["6"] == heights["Ben"]


@pytest.mark.parametrize("winner", ["Ben", "Dee"])
def test_only_who_won_the_final_has_a_way_in_the_full_colour(winner: str) -> None:
    first, second = (replace(each, won=True) for each in (BEN, DEE))
    final = (replace(each, won=each.name == winner) for each in (BEN, DEE))
    chart = cup(BracketTie(ADA, first), BracketTie(CYD, second), BracketTie(*final))
    canvas = noted(chart, Lettering())
    shown = Image.open(io.BytesIO(Renderer().chart(chart, "slate"))).convert("RGB")
    won = shown.getpixel(_ground(canvas, winner, -1))
    ways = [name for name in ("Ben", "Dee") if shown.getpixel(_ground(canvas, name, 0)) == won]
    assert ways == [winner]


def _ground(canvas: Noting, name: str, which: int) -> tuple[int, int]:
    """A pixel before a name, which is set more than once."""
    box = [box for told, box in zip(canvas.told, canvas.boxes, strict=True) if told == name][which]
    return int(box[0]) - 6, int(box[1]) + 8


def test_a_name_in_two_lines_is_set_around_the_middle_of_its_row() -> None:
    canvas = noted(crosstable(12, 1, LONG), Lettering())
    heights = {told: box[1] for told, box in zip(canvas.told, canvas.boxes, strict=True)}
    inside = [name for name in LONG[:12] if name not in heights]
    assert len(inside) == 12
    for number, name in enumerate(inside, 1):
        halves = [heights[each] for each in heights if len(each) > 6 and each in name]
        assert len(halves) == 2
        assert sum(halves) / 2 == pytest.approx(heights[f"{number}."])


def told_of(chart: Chart) -> str:
    return str(chart_text(chart))


def test_a_curve_in_words_tells_the_trend() -> None:
    points = (
        RatingPoint(NOON, 1512, 400),
        RatingPoint(NOON + timedelta(days=3), 1580, 300),
        RatingPoint(NOON + timedelta(days=9), 1555, 250),
    )
    assert told_of(RatingCurve("Rating here", points)) == (
        "Rating here: rose from 1512 to 1555 in 3 matches from 1 March 2026 to 10 March 2026. "
        "Highest 1580 on 4 March 2026. Lowest 1512 on 1 March 2026. The strength is "
        "probably between 1305 and 1805."
    )
    assert "fell from 1580 to 1555" in told_of(RatingCurve("Rating", points[1:]))
    assert "stayed about 1512" in told_of(RatingCurve("Rating", (points[0], points[0])))
    assert told_of(RatingCurve("Rating", points[:1])) == (
        "Rating: 1512 after one match, on 1 March 2026."
    )


def test_places_in_words_tell_where_everybody_came_from() -> None:
    end = NOON + timedelta(days=30)
    later = NOON + timedelta(days=5)
    lines = (
        PlaceLine(((NOON, 1), (later, 2))),
        PlaceLine(((NOON, 2), (later, 1)), highlighted=True),
        PlaceLine(((NOON, 3), (later, None))),
    )
    assert told_of(PlacesChart("Ladder", NOON, end, lines)) == (
        "Ladder: places from 1 March 2026 to 31 March 2026. Place 1 (highlighted): was 2. "
        "Place 2: was 1. 1 of them has left since."
    )


def test_activity_in_words_tells_how_it_went() -> None:
    weeks = (WeekOfPlay(date(2026, 3, 2), 2, 0, 1), WeekOfPlay(date(2026, 3, 9), 3, 1, 1))
    assert told_of(ActivityChart("Matches", weeks)) == (
        "Matches: 8 matches in 2 weeks since 2 March 2026, 5 won, 1 drawn and 2 lost. "
        "Most in the week of 9 March 2026: 5."
    )


@every_chart
def test_words_fit_beside_a_picture(chart: Chart) -> None:
    assert 0 < len(told_of(chart)) <= 1024


def test_a_crosstable_tells_the_first_the_reader_and_what_is_left() -> None:
    told = told_of(crosstable(6, 2))
    assert told.startswith("Apart league: Division 1: 1. Player 0 6.5; 2. ")
    assert "4. Player 3 (you) 3.5. 7 games left. Struck out, since they left" in told
    assert told.endswith(": Player 5.")


def test_a_bracket_tells_what_has_come_furthest_and_the_readers_last_tie() -> None:
    told = told_of(bracket())
    assert told.startswith("Autumn cup: Final: Player 0 2.5 and Player 8 1.5, Player 0 advances; ")
    assert "Last 8: Player 0 2.5 and Player 4 1.5, Player 0 advances" not in told
    assert "Last 16: Player 2 (you) 2.5 and Bye, Player 2 advances" in told
    assert told.endswith("2 games left.")


def test_a_swiss_table_tells_the_same() -> None:
    told = told_of(swiss_table(6, 3))
    assert told.startswith("Autumn cup: round 3 of 3: 1. ")
    assert "4. Player 4 (you) 2.5" in told


def test_who_was_ahead_in_words() -> None:
    def ahead(*first: float, marks: tuple[tuple[int, int], ...] = ()) -> ExpectationsChart:
        both = tuple((each, -each) for each in first)
        colours = (("White", "Black"),) * len(first)
        return ExpectationsChart(("Ada", "Ben"), both, colours, marks)

    chart = ahead(0, 0.05, 0.6, 0.7, -0.3, -1, marks=((4, 0),))
    assert told_of(chart) == (
        "Who was ahead, move by move. Ada has White, Ben has Black. At the start: Even. "
        "From move 2: Ada. From move 4: Ben. Pointed out: move 4."
    )
    restless = ahead(*(0.9 if step % 2 else -0.9 for step in range(40)))
    assert "It changed 27 more times. At the end: Ada." in told_of(restless)
    seats = ("Light", "Dark", "Grey")
    three = ExpectationsChart(("Light", "Ada", "Chloe"), ((0, 0.5, 0.4), (-1, 1, -1)), (seats,) * 2)
    assert told_of(three) == (
        "Who was ahead, move by move. Light has Light, Ada has Dark, Chloe has Grey. "
        "At the start: Even. From move 1: Ada."
    )
    alone = ExpectationsChart(("Ada", "Ada"), ((0, 0), (-1, 1)), (("Red", "Yellow"),) * 2)
    assert told_of(alone).endswith("At the start: Even. From move 1: Yellow.")
