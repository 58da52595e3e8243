"""Charts: what is drawn, how large it gets, and what it is called for people who do not see it."""

import io
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderer import THEMES, Theme
from renderer.charts import (
    MOST_LINES,
    ActivityChart,
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
)
from renderer.charts.activity import outcome_colours
from renderer.charts.axes import MOST_TICKS, dates, round_numbers
from renderer.charts.canvas import Canvas
from renderer.charts.rating_curve import thinned
from renderer.charts.rows import lost_colour, won_colour
from renderer.charts.style import WIDTH, line_colours, main_colour
from renderer.drawing import Renderer
from renderer.lettering import Lettering
from rules.texts import Words
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
from tests.renderer.charted import every_theme, near, picture, told_of
from tests.renderer.colour_science import contrast, linear

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
every_chart = pytest.mark.parametrize(
    "chart",
    CHARTS,
    ids=lambda chart: getattr(chart, "title", ""),
)


@every_theme
@every_chart
def test_every_chart_is_a_small_picture(chart: Chart, theme: Theme) -> None:
    file = renderer().chart(chart, theme.id)
    assert len(file) <= 30 << 10
    assert Image.open(io.BytesIO(file)).width == 800
    assert file == Renderer().chart(chart, theme.id)


@every_theme
def test_lines_and_bars_stand_out_from_the_page(theme: Theme) -> None:
    page = linear(theme.page)
    for colour in (*line_colours(theme), main_colour(theme)):
        assert contrast(linear(colour), page) >= 3
    assert all(contrast(linear(colour), page) >= 3 for colour in outcome_colours(theme))


@every_theme
def test_how_a_game_ended_is_told_without_colours(theme: Theme) -> None:
    """A win is a filled box, a draw one filled by half, a loss an empty one."""
    filled = []
    for sign in "1=0":
        row = SwissRow("1.", 2, "Ada", (("9", sign),), "1", "0")
        box = picture(SwissTable("Cup", (row,), 0), theme).crop((611, 108, 625, 136)).convert("L")
        page = Image.new("RGB", (1, 1), theme.page).convert("L").tobytes()[0]
        filled.append(
            sum(abs(each - page) > 40 for each in box.tobytes()) / (box.width * box.height)
        )
    assert filled[0] > 0.7 > filled[1] > 0.28 > 0.2 > filled[2]
    for colour in (won_colour(theme), theme.secondary, lost_colour(theme)):
        assert contrast(linear(colour), linear(theme.page)) >= 3


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


@every_chart
def test_words_of_charts_are_legible_on_a_phone(
    chart: Chart, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nine pixels at a width of 300: the demo shows them 302 wide in a window of 390."""
    heights, set_words = list[int](), Lettering.fitted

    def noted(lettering: Lettering, text: str, size: int, weight: int, room: float) -> Any:
        heights.append(size)
        return set_words(lettering, text, size, weight, room)

    monkeypatch.setattr(Lettering, "fitted", noted)
    renderer().chart(chart, "slate")
    assert min(heights) * 300 / WIDTH >= 9


@every_chart
def test_no_words_of_charts_touch_each_other_or_leave_the_picture(
    chart: Chart, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a language that says everything at the length of the longest."""
    boxes, set_text = list[tuple[float, float, float, float]](), Canvas.text

    def noted(
        self: Canvas, x: float, y: float, *rest: Any, anchor: float = 0, **more: Any
    ) -> float:
        wide = set_text(self, x, y, *rest, anchor=anchor, **more)
        left = x - anchor * wide
        if wide:
            boxes.append((left + 2, y - 8, left + wide - 2, y + 8))
        return wide

    monkeypatch.setattr(Canvas, "text", noted)
    height = Image.open(io.BytesIO(renderer().chart(chart, "slate", LONGEST))).height
    for left, top, right, bottom in boxes:
        assert left >= 0 <= top
        assert right <= WIDTH
        assert bottom <= height
    for (left, top, right, bottom), other in combinations(boxes, 2):
        assert left >= other[2] or other[0] >= right or top >= other[3] or other[1] >= bottom


@every_theme
def test_a_rating_that_rises_is_drawn_rising(theme: Theme) -> None:
    rising = tuple(RatingPoint(NOON + timedelta(days=day), 1500 + day, 5) for day in range(100))
    shown = picture(RatingCurve("Rating", rising), theme)
    colour = main_colour(theme)
    heights = [_highest(shown, x, colour) for x in (150, 300, 450, 600)]
    assert all(before - after > 30 for before, after in pairwise(heights))


def _highest(shown: Image.Image, x: int, colour: tuple[int, int, int]) -> int:
    """The height at which a column of the picture is most like ``colour``."""
    column = [shown.getpixel((x, y)) for y in range(70, shown.height - 60)]
    far = [sum(abs(a - b) for a, b in zip(seen, colour, strict=True)) for seen in column]  # type: ignore[arg-type]
    return far.index(min(far))


@every_theme
def test_each_of_few_matches_has_a_dot(theme: Theme) -> None:
    for matches, thick in ((5, 12), (40, 4)):
        points = tuple(RatingPoint(NOON + timedelta(days=day), 1500, 90) for day in range(matches))
        shown, middle = picture(RatingCurve("Rating", points), theme), 82 + 622 // 2
        column = [shown.getpixel((middle, y)) for y in range(70, shown.height - 60)]
        seen = sum(near(each, main_colour(theme)) for each in column)
        assert abs(seen - thick) <= 2


@pytest.mark.parametrize(("most", "top"), [(1, "2"), (7, "6")])
def test_the_axis_of_activity_ends_at_the_busiest_week(
    most: int, top: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = list[str]()
    monkeypatch.setattr(Canvas, "text", lambda *all_of, **_: told.append(str(all_of[3])) or 9.0)
    weeks = tuple(WeekOfPlay(date(2026, 3, 2), won, 0, 0) for won in (0, most))
    renderer().chart(ActivityChart("Matches", weeks), "slate")
    assert max(filter(str.isdigit, told)) == top


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
        "Place 2: was 1. 1 who was there left."
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


def test_a_crosstable_tells_the_first_the_reader_and_what_is_left() -> None:
    told = told_of(crosstable(6, 2))
    assert told.startswith("Apart league: Division 1: 1. Player 0 6.5; 2. ")
    assert "4. Player 3 (you) 3.5. 7 games left. Struck out, since they left" in told
    assert told.endswith(": Player 5.")


def test_a_bracket_tells_what_has_come_furthest_and_the_readers_last_tie() -> None:
    told = told_of(bracket())
    assert told.startswith("Autumn cup: Final: Player 0 2.5 and Player 8 1.5, Player 0 goes on; ")
    assert "Last 8: Player 0 2.5 and Player 4 1.5, Player 0 goes on" not in told
    assert "Last 16: Player 2 (you) 2.5 and Bye, Player 2 goes on" in told
    assert told.endswith("2 games left.")


def test_the_first_places_have_colours_and_names_stand_at_the_right() -> None:
    shown = places()
    nameless = replace(shown, lines=tuple(replace(each, name="") for each in shown.lines))
    slate = THEMES["slate"]
    drawn, bare = picture(shown, slate), picture(nameless, slate)
    beside = [each.crop((600, 60, 800, 520)).convert("L").getextrema() for each in (drawn, bare)]
    assert beside[0][1] > 200
    ends = [bare.getpixel((736, 92 + 40 * row)) for row in range(len(shown.lines))]
    bright = [isinstance(end, tuple) and max(end) - min(end) > 60 for end in ends]
    assert bright == [row < 5 or line.highlighted for row, line in enumerate(shown.lines)]


def test_the_cups_winner_alone_has_a_crown() -> None:
    shown = bracket(4)
    final = replace(shown, rounds=shown.rounds[1:], third=None)
    named = replace(final, rounds=(replace(final.rounds[0], name="Round 2"),))
    gold = THEMES["slate"].turn
    counts = [picture(each, THEMES["slate"]).getcolors(1 << 20) for each in (final, named)]
    crowned, plain = (sum(n for n, seen in count or () if near(seen, gold)) for count in counts)
    assert crowned > 100 > plain == 0


def test_a_third_place_stands_in_the_room_below_the_final() -> None:
    for players, higher in ((16, False), (8, False), (4, True)):
        shown = bracket(players)
        tall, low = (
            picture(each, THEMES["slate"]).height for each in (shown, replace(shown, third=None))
        )
        assert (tall > low) == higher


def test_ties_have_a_column_where_rounds_leave_room() -> None:
    """Numbers of three digits in nine rounds leave none."""
    many = swiss_table(12, 9)
    few = replace(many, rows=tuple(replace(row, rounds=row.rounds[:7]) for row in many.rows))
    assert (few.more, many.more) == (0, 66)
    assert swiss_table(6, 9).more == 0


@pytest.mark.parametrize("sign", "+-.")
def test_long_numbers_of_games_without_a_result_stand_apart(sign: str) -> None:
    """Eight pixels at least, where nine rounds leave no room for signs beside them."""
    row = SwissRow("1.", 105, LONG[0], (("105", sign),) * 9, "1", "0")
    shown = picture(SwissTable("Cup", (row, row), 0), THEMES["slate"])
    for number in range(1, 9):
        between = 250 + 52 * number
        beside = shown.crop((between - 4, 150, between + 4, 198)).getcolors(1 << 16) or []
        assert [seen for _, seen in beside] == [THEMES["slate"].page]


def test_a_key_says_what_there_is_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    told, set_text = list[str](), Canvas.text

    def noted(self: Canvas, x: float, y: float, words: Words, *rest: Any, **more: Any) -> float:
        told.append(self.said(words))
        return set_text(self, x, y, words, *rest, **more)

    monkeypatch.setattr(Canvas, "text", noted)
    for signs, known in (
        ("10", {"Won", "Lost"}),
        ("=+", {"Drawn", "Unplayed"}),
        (". ", {"Running"}),
    ):
        told.clear()
        rounds = tuple(("2", sign) for sign in signs)
        picture(
            SwissTable("Cup", (SwissRow("1.", 1, "Ada", rounds, "1", "0"),), 0), THEMES["slate"]
        )
        assert {"Won", "Drawn", "Lost", "Unplayed", "Running"} & {*told} == known


@every_theme
def test_whether_a_rating_rose_or_fell_is_seen(theme: Theme) -> None:
    """By the way an arrow points, and by its colour."""
    row = StandingsRow(1, "Ada", "1500", "3\u20130\u20131", (1500, 80), up=12)
    drawn = [
        picture(StandingsChart("Apart", (replace(row, up=up),)), theme).crop((90, 135, 260, 165))
        for up in (12, -12)
    ]
    for shown, colour in zip(drawn, (won_colour(theme), lost_colour(theme)), strict=True):
        found = shown.getcolors(1 << 16) or []
        assert sum(count for count, seen in found if near(seen, colour)) > 20


def test_a_mark_behind_a_rating_is_explained_where_there_is_one() -> None:
    sure = StandingsRow(1, "Ada", "1500", "3\u20130\u20131", (1500, 80))
    unsure = replace(sure, written="1500?")
    heights = [
        picture(StandingsChart("Apart", (sure, each)), THEMES["slate"]).height
        for each in (sure, unsure)
    ]
    assert heights[1] - heights[0] == 32


def test_a_swiss_table_tells_the_same() -> None:
    told = told_of(swiss_table(6, 3))
    assert told.startswith("Autumn cup: round 3 of 3: 1. ")
    assert "4. Player 4 (you) 2.5" in told


@every_theme
@pytest.mark.parametrize("kind", [crosstable, swiss_table])
def test_the_bar_of_the_readers_row_stands_free_of_their_place(kind: Any, theme: Theme) -> None:
    table = kind(12)
    shown = picture(
        replace(table, rows=tuple(replace(row, place="12=", own=True) for row in table.rows)), theme
    )
    box = shown.crop((0, 100, 60, shown.height - 100))
    columns = [box.crop((x, 0, x + 1, box.height)) for x in range(box.width)]
    seen = [
        any(near(colour, theme.turn) for _, colour in column.getcolors(1 << 16) or ())
        for column in columns
    ]
    bar = max(x for x, is_bar in enumerate(seen) if is_bar)
    letters = min(
        x
        for x, column in enumerate(columns)
        if any(near(colour, theme.text) for _, colour in column.getcolors(1 << 16) or ())
    )
    assert bar < letters


def test_rows_of_few_are_higher() -> None:
    high = [picture(crosstable(each), THEMES["slate"]).height for each in (5, 6, 11, 12)]
    assert high[1] - high[0] > high[3] - high[2]


@every_theme
def test_games_against_whoever_does_not_count_are_grey(theme: Theme) -> None:
    cells = [("own", "1", "1"), ("0", "own", "1"), ("0", "0", "own")]
    counted = [
        CrosstableRow(f"{place}.", f"Player {place}", place, "1", each)
        for place, each in enumerate(cells, start=1)
    ]
    table = Crosstable("Cup", (*counted[:2], replace(counted[2], counts=False)), 0)
    shown = picture(table, theme).crop((0, 104, 720, 104 + 3 * 62))
    rows = [shown.crop((0, 62 * at, 720, 62 * (at + 1))) for at in range(3)]
    green = [
        sum(
            many for many, colour in row.getcolors(1 << 16) or () if near(colour, won_colour(theme))
        )
        for row in rows
    ]
    assert green[0] > 400  # against the second
    assert green[1:] == [0, 0]
    whole, struck = (
        picture(replace(table, rows=rows_of), theme).height
        for rows_of in (tuple(counted), table.rows)
    )
    assert struck > whole  # the key says what the line means
