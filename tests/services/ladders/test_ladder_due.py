import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.services.ladders import (
    Closed,
    Dropped,
    Expired,
    Frozen,
    Noticed,
    Thawed,
    Vacations,
    due_entries,
    next_due,
)
from bot.services.ladders.due import NONE, idle_until
from data.ids import PlayerId
from tests.services.ladders.club_ladder import DAY, HOUR, MANAGER, NOON, ClubLadder

LONG = 90
SPANS = st.lists(st.tuples(st.integers(0, LONG), st.integers(0, 30)), max_size=5)


def sweep(club: ClubLadder, vacations: Vacations = NONE) -> list[str]:
    """What is due now, done, as ``kind player``."""
    done = []
    while due := due_entries(club.ladder, club.now, vacations):
        club.take(due[0])
        number = due[0].challenge_id if isinstance(due[0], Expired) else due[0].player_id
        done.append(f"{type(due[0]).__name__} {number}")
    return done


def away(player: int, first: int, last: int) -> Vacations:
    """A vacation from one day after NOON to another."""
    return {PlayerId(player): [(NOON + first * DAY, NOON + last * DAY)]}


def test_a_challenge_waits_three_days() -> None:
    club = ClubLadder(3)
    first = club.challenge(3, 1)
    club.wait(HOUR)
    second = club.challenge(2, 1)
    assert next_due(club.ladder) == NOON + 72 * HOUR
    club.wait(71 * HOUR)
    assert sweep(club) == [f"Expired {first}"]
    club.wait(HOUR)
    assert sweep(club) == [f"Expired {second}"]
    assert club.order == [2, 1, 3]  # two refusals in a row


def test_an_accepted_challenge_does_not_run_out() -> None:
    club = ClubLadder(2)
    club.begin(2, 1)
    club.wait(30 * DAY)
    assert sweep(club) == []


def keep_playing(club: ClubLadder, player: int, opponent: int, weeks: int) -> None:
    """Two who play once a week, and never change places."""
    for _ in range(weeks):
        club.wait(7 * DAY)
        club.play(player, opponent, winner=opponent)


def test_who_does_not_play_is_told_and_then_goes_down_one_place_a_week() -> None:
    club = ClubLadder(4)
    keep_playing(club, 4, 3, weeks=6)
    assert next_due(club.ladder) == NOON + 45 * DAY
    club.play(3, 2, winner=2)
    club.wait(2 * DAY)
    assert sweep(club) == []
    club.wait(DAY)
    assert sweep(club) == ["Noticed 1"]
    assert next_due(club.ladder) == NOON + 52 * DAY
    for order in ([2, 1, 3, 4], [2, 3, 1, 4], [2, 3, 4, 1]):
        club.wait(7 * DAY)
        assert sweep(club) == ["Dropped 1"]
        assert club.order == order
    club.wait(7 * DAY)
    assert "Dropped 1" not in sweep(club)


def test_nobody_goes_down_several_places_because_nobody_looked() -> None:
    club = ClubLadder(4)
    keep_playing(club, 4, 3, weeks=20)
    assert sweep(club) == ["Noticed 1", "Noticed 2"]
    keep_playing(club, 4, 3, weeks=5)
    assert sweep(club) == ["Dropped 2", "Dropped 1"]
    assert club.order == [3, 1, 2, 4]


def test_neighbours_who_do_not_play_fall_when_each_is_due() -> None:
    club = ClubLadder(5)
    club.wait(3 * DAY)
    club.play(3, 2, winner=2)
    club.wait(42 * DAY)
    club.play(5, 4, winner=4)
    assert sweep(club) == ["Noticed 1"]
    club.wait(3 * DAY)
    assert sweep(club) == ["Noticed 2", "Noticed 3"]
    assert next_due(club.ladder) == NOON + 52 * DAY
    club.wait(4 * DAY)
    assert sweep(club) == ["Dropped 1"]
    assert club.order == [2, 1, 3, 4, 5]
    club.wait(3 * DAY)
    assert sweep(club) == ["Dropped 3", "Dropped 2"]
    assert club.order == [1, 4, 2, 3, 5]  # who fell before is passed over, not let up again
    club.wait(4 * DAY)
    assert sweep(club) == ["Dropped 1"]
    assert club.order == [4, 1, 2, 3, 5]
    club.wait(3 * DAY)
    assert sweep(club) == ["Dropped 3", "Dropped 2"]
    assert club.order == [4, 1, 5, 2, 3]
    club.wait(4 * DAY)
    assert sweep(club) == ["Dropped 1"]
    assert club.order == [4, 5, 1, 2, 3]
    club.wait(30 * DAY)
    club.play(5, 4, winner=4)
    assert sweep(club) == []  # there is nobody left to fall behind


@pytest.mark.parametrize("apart", [0, 1, 3, 6])
def test_nobody_stays_on_top_because_a_neighbour_is_idle_too(apart: int) -> None:
    club = ClubLadder(6)
    club.take(Noticed(club.now, PlayerId(1)))
    club.wait(apart * DAY)
    club.take(Noticed(club.now, PlayerId(2)))
    for _ in range(5 * 7):
        club.wait(DAY)
        sweep(club)
    assert club.order == [3, 4, 5, 6, 1, 2]


def test_neighbours_on_vacation_and_idle_ones_fall_by_themselves() -> None:
    club = ClubLadder(3)
    club.wait(45 * DAY)
    assert sweep(club) == ["Noticed 1", "Noticed 2"]
    club.wait(7 * DAY)
    assert sweep(club, away(2, 50, 60)) == ["Dropped 1"]
    assert club.order == [2, 1, 3]


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
def test_days_on_vacation_do_not_count_as_time_without_playing(
    first: int, last: int, due: int
) -> None:
    club = ClubLadder(2)
    vacations = away(1, first, last)
    assert next_due(club.ladder, vacations) == NOON + due * DAY
    club.wait(due * DAY - HOUR)
    assert sweep(club, vacations) == []
    club.wait(HOUR)
    assert sweep(club, vacations) == ["Noticed 1"]


def test_days_on_vacation_do_not_count_towards_the_next_place() -> None:
    club = ClubLadder(4)
    club.take(Noticed(club.now, PlayerId(1)))
    vacations = {
        PlayerId(1): [(NOON + 2 * DAY, NOON + 12 * DAY), (NOON + 20 * DAY, NOON + 21 * DAY)]
    }
    assert next_due(club.ladder, vacations) == NOON + 17 * DAY
    club.wait(17 * DAY)
    assert sweep(club, vacations) == ["Dropped 1"]
    assert next_due(club.ladder, vacations) == NOON + 25 * DAY


@given(since=st.integers(0, LONG), spans=SPANS, length=st.sampled_from([7, 45]))
def test_the_days_that_count_are_counted_one_by_one(
    since: int, spans: list[tuple[int, int]], length: int
) -> None:
    still = {day for begins, days in spans for day in range(begins, begins + days)}
    counted, day = 0, since
    while counted < length:
        counted += day not in still
        day += 1
    found = idle_until(
        NOON + since * DAY,
        length * DAY,
        [(NOON + begins * DAY, NOON + (begins + days) * DAY) for begins, days in spans],
    )
    assert found == NOON + day * DAY


def test_a_frozen_ladder_and_a_vacation_at_once_count_once() -> None:
    club = ClubLadder(2)
    club.wait(10 * DAY)
    club.take(Frozen(club.now, MANAGER, "holidays"))
    club.wait(10 * DAY)
    club.take(Thawed(club.now, MANAGER))
    assert next_due(club.ladder) == NOON + 55 * DAY
    assert next_due(club.ladder, away(1, 5, 25)) == NOON + 65 * DAY
    assert next_due(club.ladder, away(1, 2, 12)) == NOON + 63 * DAY


def test_the_last_is_left_alone() -> None:
    club = ClubLadder(1)
    club.wait(100 * DAY)
    assert sweep(club) == []
    assert next_due(club.ladder) is None


def test_a_match_begun_or_ended_is_enough() -> None:
    club = ClubLadder(3)
    club.wait(44 * DAY)
    match_id = club.begin(2, 1)
    club.wait(60 * DAY)
    assert sweep(club) == []
    club.end(match_id, winner=1)
    club.wait(44 * DAY)
    assert sweep(club) == []
    club.wait(DAY)
    assert sweep(club) == ["Noticed 1", "Noticed 2"]
    club.play(2, 1, winner=1)
    club.wait(8 * DAY)
    assert sweep(club) == []


def test_nobody_goes_down_during_a_vacation() -> None:
    club = ClubLadder(3)
    club.wait(45 * DAY)
    assert sweep(club, away(1, 44, 74)) == ["Noticed 2"]
    assert sweep(club) == ["Noticed 1"]
    club.wait(30 * DAY)
    both = away(1, 46, 76) | away(2, 46, 76)
    assert sweep(club, both) == []
    assert next_due(club.ladder, both) == NOON + 82 * DAY
    assert club.order == [1, 2, 3]


def test_nothing_is_due_on_a_ladder_that_stands_still() -> None:
    club = ClubLadder(3)
    waiting = club.challenge(3, 1)
    club.wait(HOUR)
    club.take(Frozen(club.now, MANAGER, "holidays"))
    club.wait(100 * DAY)
    assert sweep(club) == []
    assert next_due(club.ladder) is None
    club.take(Thawed(club.now, MANAGER))
    assert sweep(club) == []
    assert next_due(club.ladder) == NOON + 100 * DAY + 72 * HOUR
    club.wait(71 * HOUR)
    assert sweep(club) == [f"Expired {waiting}"]
    club.wait(42 * DAY)
    assert sweep(club) == ["Noticed 1", "Noticed 2"]
    club.take(Frozen(club.now, MANAGER, "holidays"))
    club.wait(9 * DAY)
    club.take(Thawed(club.now, MANAGER))
    assert next_due(club.ladder) == club.now + 7 * DAY
    club.take(Closed(club.now, MANAGER, "the season is over"))
    club.wait(100 * DAY)
    assert sweep(club) == []


def test_entries_that_are_due_have_the_time_when_they_are_done() -> None:
    club = ClubLadder(2)
    club.wait(60 * DAY)
    assert due_entries(club.ladder, club.now) == (Noticed(club.now, PlayerId(1)),)
    club.take(Noticed(club.now, PlayerId(1)))
    club.wait(9 * DAY)
    assert due_entries(club.ladder, club.now) == (Dropped(club.now, PlayerId(1)),)
