import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.ladders import entries
from bot.features.ladders.places import later
from bot.features.ladders.rules import Vacations
from data.ids import PlayerId
from tests.features.ladders.club_ladder import NOON, ClubLadder
from tests.kit.times import DAY, HOUR

LONG = 90
SPANS = st.lists(st.tuples(st.integers(0, LONG), st.integers(0, 30)), max_size=5)


def away(player: int, first: int, last: int) -> Vacations:
    return {PlayerId(player): [(NOON + first * DAY, NOON + last * DAY)]}


def keep_playing(club: ClubLadder, player: int, opponent: int, weeks: int) -> None:
    """Two who play once a week, and never change places."""
    for _ in range(weeks):
        club.wait(7 * DAY)
        club.play(player, opponent, winner=opponent)


def test_who_does_not_play_is_told_and_then_goes_down_one_place_a_week() -> None:
    club = ClubLadder(4)
    keep_playing(club, 4, 3, weeks=6)
    assert club.next_due() == NOON + 45 * DAY
    club.play(3, 2, winner=2)
    club.wait(2 * DAY)
    assert club.sweep() == []
    club.wait(DAY)
    assert club.sweep() == ["Noticed 1"]
    assert club.next_due() == NOON + 52 * DAY
    for order in ([2, 1, 3, 4], [2, 3, 1, 4], [2, 3, 4, 1]):
        club.wait(7 * DAY)
        assert club.sweep() == ["Dropped 1"]
        assert club.order == order
    club.wait(7 * DAY)
    assert "Dropped 1" not in club.sweep()


def test_nobody_goes_down_several_places_because_nobody_looked() -> None:
    club = ClubLadder(4)
    keep_playing(club, 4, 3, weeks=20)
    assert club.sweep() == ["Noticed 1", "Noticed 2"]
    keep_playing(club, 4, 3, weeks=5)
    assert club.sweep() == ["Dropped 2", "Dropped 1"]
    assert club.order == [3, 1, 2, 4]


def test_neighbours_who_do_not_play_fall_when_each_is_due() -> None:
    club = ClubLadder(5)
    club.wait(3 * DAY)
    club.play(3, 2, winner=2)
    club.wait(42 * DAY)
    club.play(5, 4, winner=4)
    assert club.sweep() == ["Noticed 1"]
    club.wait(3 * DAY)
    assert club.sweep() == ["Noticed 2", "Noticed 3"]
    assert club.next_due() == NOON + 52 * DAY
    club.wait(4 * DAY)
    assert club.sweep() == ["Dropped 1"]
    assert club.order == [2, 1, 3, 4, 5]
    club.wait(3 * DAY)
    assert club.sweep() == ["Dropped 3", "Dropped 2"]
    assert club.order == [1, 4, 2, 3, 5]  # who fell before is passed over, not let up again


@pytest.mark.parametrize("apart", [0, 6])
def test_nobody_stays_on_top_because_a_neighbour_is_idle_too(apart: int) -> None:
    club = ClubLadder(6)
    club.note(entries.NOTICED, 1)
    club.wait(apart * DAY)
    club.note(entries.NOTICED, 2)
    for _ in range(5 * 7):
        club.wait(DAY)
        club.sweep()
    assert club.order == [3, 4, 5, 6, 1, 2]


@pytest.mark.parametrize(
    ("first", "last", "due"),
    [
        (10, 20, 55),  # within the time without playing
        (-5, 5, 50),  # begun before the last match
        (-9, -2, 45),  # over before it
        (40, 60, 65),  # still going on when the notice would be due
        (45, 60, 45),  # begun when it was due
    ],
)
def test_vacations_are_no_time_without_playing(first: int, last: int, due: int) -> None:
    club = ClubLadder(2)
    vacations = away(1, first, last)
    assert club.next_due(vacations) == NOON + due * DAY
    club.wait(due * DAY - HOUR)
    assert club.sweep(vacations) == []
    club.wait(HOUR)
    assert club.sweep(vacations) == ["Noticed 1"]


def test_days_on_vacation_do_not_count_towards_the_next_place() -> None:
    club = ClubLadder(4)
    club.note(entries.NOTICED, 1)
    vacations = {
        PlayerId(1): [(NOON + 2 * DAY, NOON + 12 * DAY), (NOON + 20 * DAY, NOON + 21 * DAY)]
    }
    assert club.next_due(vacations) == NOON + 17 * DAY
    club.wait(17 * DAY)
    assert club.sweep(vacations) == ["Dropped 1"]
    assert club.next_due(vacations) == NOON + 25 * DAY


@given(since=st.integers(0, LONG), spans=SPANS, length=st.sampled_from([7, 45]))
def test_days_that_count_one_by_one(since: int, spans: list[tuple[int, int]], length: int) -> None:
    still = {day for begins, days in spans for day in range(begins, begins + days)}
    counted, day = 0, since
    while counted < length:
        counted += day not in still
        day += 1
    found = later(
        NOON + since * DAY,
        length * DAY,
        [(NOON + begins * DAY, NOON + (begins + days) * DAY) for begins, days in spans],
    )
    assert found == NOON + day * DAY


def test_a_frozen_ladder_and_a_vacation_at_once_count_once() -> None:
    club = ClubLadder(2)
    club.wait(10 * DAY)
    club.freeze()
    club.wait(10 * DAY)
    club.thaw()
    assert club.next_due() == NOON + 55 * DAY
    assert club.next_due(away(1, 5, 25)) == NOON + 65 * DAY
    assert club.next_due(away(1, 2, 12)) == NOON + 63 * DAY


def test_a_match_begun_or_ended_is_enough() -> None:
    club = ClubLadder(3)
    club.wait(44 * DAY)
    match_id = club.begin(2, 1)
    club.wait(60 * DAY)
    assert club.sweep() == []
    club.end(match_id, winner=1)
    club.wait(44 * DAY)
    assert club.sweep() == []
    club.wait(DAY)
    assert club.sweep() == ["Noticed 1", "Noticed 2"]
    club.play(2, 1, winner=1)
    club.wait(8 * DAY)
    assert club.sweep() == []


def test_nothing_is_due_on_a_ladder_of_one() -> None:
    assert ClubLadder(1).next_due() is None


def test_nothing_is_due_on_a_ladder_that_stands_still() -> None:
    club = ClubLadder(3)
    waiting = club.challenge(3, 1)
    club.wait(HOUR)
    club.freeze()
    club.wait(100 * DAY)
    assert club.sweep() == []
    assert club.next_due() is None
    club.thaw()
    assert club.sweep() == []
    assert club.next_due() == NOON + 100 * DAY + 72 * HOUR
    club.wait(71 * HOUR)
    assert club.sweep() == [f"Expired {waiting}"]
    club.wait(42 * DAY)
    assert club.sweep() == ["Noticed 1", "Noticed 2"]
    club.freeze()
    club.wait(9 * DAY)
    club.thaw()
    assert club.next_due() == club.now + 7 * DAY
    club.manage(entries.CLOSED)
    club.wait(100 * DAY)
    assert club.sweep() == []
