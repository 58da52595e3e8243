from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.services.clocks import Vacation, days_used, overdrawn

NOON = datetime(2026, 12, 30, 12, tzinfo=UTC)


def away(days: float, since: datetime = NOON) -> Vacation:
    return Vacation(since, since + timedelta(days=days))


@pytest.mark.parametrize(
    ("days", "used"),
    [(0, {}), (0.1, {2026: 1}), (1, {2026: 1}), (1.1, {2026: 2}), (4, {2026: 2, 2027: 2})],
)
def test_a_day_that_has_begun_counts_in_its_own_year(days: float, used: dict[int, int]) -> None:
    assert days_used([away(days)], UTC) == used


def test_a_year_begins_where_the_player_lives() -> None:
    late = datetime(2026, 12, 31, 20, tzinfo=UTC)
    assert days_used([away(1, late)], UTC) == {2026: 1}
    assert days_used([away(1, late)], ZoneInfo("Asia/Kolkata")) == {2027: 1}


def test_a_vacation_that_takes_more_than_is_left_is_told_what_is() -> None:
    summer = away(25, datetime(2026, 7, 1, tzinfo=UTC))
    autumn = datetime(2026, 10, 1, tzinfo=UTC)
    assert overdrawn([summer], away(5, autumn), UTC) == {}
    assert overdrawn([summer], away(6, autumn), UTC) == {2026: 5}
    assert overdrawn([summer], away(40), UTC) == {2027: 30}
    assert overdrawn([], away(32), UTC) == {}
