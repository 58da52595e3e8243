"""Charts in words, for people who do not see them."""

from datetime import date, timedelta

from renderer.charts import (
    ActivityChart,
    Chart,
    ExpectationsChart,
    PlaceLine,
    PlacesChart,
    RatingCurve,
    RatingPoint,
    WeekOfPlay,
    chart_text,
)
from tests.kit.charts import bracket, crosstable, swiss_table
from tests.renderer.test_charts import NOON, every_chart


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
