"""The rules of a ladder: who stands where, who may challenge whom, and what is due when."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.ladders import entries, history, rules, words
from bot.features.ladders.places import Arrival, Rest, RestReason, later
from bot.features.ladders.rules import Vacations, WhyNot
from data.ids import PlayerId
from tests.features.ladders.club_ladder import NOON, ClubLadder
from tests.kit.times import DAY, HOUR


def test_a_challenger_who_wins_goes_just_above_the_loser() -> None:
    club = ClubLadder(6)
    club.wait(DAY)
    club.play(5, 2, winner=5)
    assert club.order == [1, 5, 2, 3, 4, 6]
    assert [club.ladder.arrivals[player] for player in club.ladder.order] == [
        Arrival(NOON, 0),
        Arrival(NOON + DAY, 3),
        Arrival(NOON + DAY, -1),
        Arrival(NOON + DAY, -1),
        Arrival(NOON + DAY, -1),
        Arrival(NOON, 0),
    ]


@pytest.mark.parametrize(("days", "order"), [(30, [1, 5, 2, 3, 4]), (30.001, [1, 2, 3, 4, 5])])
def test_refusals_are_forgotten_after_thirty_days(days: float, order: list[int]) -> None:
    club = ClubLadder(5)
    club.decline(4, 2)
    club.wait(days * DAY)
    club.decline(5, 2)
    assert club.order == order


@pytest.mark.parametrize(("days", "order"), [(30, [1, 2, 3, 4]), (30.001, [1, 2, 3, 4, 5])])
def test_two_timeouts_within_thirty_days_are_one_too_many(days: float, order: list[int]) -> None:
    club = ClubLadder(5)
    club.end(club.begin(5, 4), winner=4, timed_out=5)
    club.wait(days * DAY)
    club.end(club.begin(5, 3), winner=3, timed_out=5)
    assert club.order == order
    club.note(entries.JOINED, 5)
    club.wait(DAY)
    club.end(club.begin(5, 2), winner=2, timed_out=5)
    assert (5 in club.order) is (5 not in order)  # who comes back begins anew


def test_managers_move_and_remove() -> None:
    club = ClubLadder(5)
    club.manage(entries.SHIFTED, 5, place=2)
    assert club.order == [1, 5, 2, 3, 4]
    club.manage(entries.SHIFTED, 1, place=99)
    assert club.order == [5, 2, 3, 4, 1]
    assert club.ladder.arrivals[PlayerId(1)].up == -4
    assert club.ladder.arrivals[PlayerId(3)].up == 1
    club.manage(entries.EXPELLED, 2)
    assert club.order == [5, 3, 4, 1]
    assert [club.ladder.arrivals[PlayerId(each)].up for each in (3, 4, 1)] == [1, 1, 1]
    club.manage(entries.EXPELLED, 2)
    club.manage(entries.SHIFTED, 2, place=1)
    club.manage(entries.SHIFTED, 5, place=0)
    assert club.order == [5, 3, 4, 1]


def test_nobody_is_late_because_the_bot_was_away() -> None:
    club = ClubLadder(5)
    waiting = club.challenge(5, 4)
    club.wait(80 * HOUR)
    club.note(entries.AWAY, since=club.now - 20 * HOUR)
    assert club.ladder.challenges[waiting].expires_at == NOON + 92 * HOUR
    club.freeze()
    club.wait(5 * HOUR)
    club.note(entries.AWAY, since=club.now - 5 * HOUR)
    club.thaw()
    assert club.ladder.challenges[waiting].expires_at == NOON + 97 * HOUR


def test_a_rest_that_ended_while_the_bot_was_absent_is_over() -> None:
    club = settled(6)
    club.decline(6, 5)
    club.wait(7 * DAY + 2 * HOUR)
    club.note(entries.ABSENT, since=club.now - 5 * HOUR)
    assert club.why(6, 5) is None


def test_a_time_before_the_last_one_is_no_trouble() -> None:
    club = ClubLadder(3)
    match_id = club.begin(3, 1)
    club.wait(timedelta(days=-3))
    club.end(match_id, winner=3)
    assert club.order == [3, 1, 2]
    assert club.ladder.as_of == NOON
    assert history.standings(club.entries) == club.ladder


@pytest.mark.parametrize(
    ("place", "places_up"),
    [(1, 3), (4, 3), (8, 3), (10, 3), (11, 4), (13, 4), (14, 5), (25, 9), (26, 10), (2000, 10)],
)
def test_reach_is_two_fifths_of_the_places_above(place: int, places_up: int) -> None:
    assert rules.reach(place) == places_up


def settled(people: int) -> ClubLadder:
    """A ladder on which nobody is new any more, and all that has rested."""
    club = ClubLadder(people)
    for number in range(2, people + 1):
        club.withdraw(number, number - 1)
    club.wait(7 * DAY)
    return club


def legal(club: ClubLadder, player: int, *blocked: int) -> list[int]:
    away = frozenset(map(PlayerId, blocked))
    found = rules.Prospects(club.ladder, PlayerId(player), club.now, away).targets()
    assert [target.place for target in found] == list(range(1, len(club.order) + 1))
    return [target.player_id for target in found if target.refusal is None]


def test_targets_are_those_within_reach() -> None:
    club = settled(20)
    assert legal(club, 1) == []
    assert legal(club, 2) == [1]
    assert legal(club, 5) == [2, 3, 4]
    assert legal(club, 20) == list(range(13, 20))
    assert club.why(20, 12) is WhyNot.OUT_OF_REACH
    assert club.why(5, 6) is WhyNot.BELOW_YOU
    assert club.why(5, 5) is WhyNot.YOURSELF


def test_the_first_challenge_of_a_newcomer_may_go_to_the_lower_half() -> None:
    club = ClubLadder(20)
    assert legal(club, 20) == list(range(11, 20))
    assert legal(club, 12) == [8, 9, 10, 11]
    refusal = club.refusal(20, 10)
    assert refusal
    assert (refusal.why, refusal.half) == (WhyNot.IN_UPPER_HALF, 11)
    assert club.why(12, 7) is WhyNot.OUT_OF_REACH  # the usual reach goes higher
    club.challenge(20, 11)
    assert legal(club, 20) == list(range(13, 20))
    assert club.why(20, 10) is WhyNot.OUT_OF_REACH
    assert legal(ClubLadder(11), 11) == list(range(6, 11))
    found = rules.Prospects(ClubLadder(9).ladder, PlayerId(9), NOON).targets()
    told: Any = SimpleNamespace(place=9, targets=found)
    assert str(words.others(told)) == (
        "**Not now**\n- Places 1 to 4: Out of reach: your first challenge can go only to the lower "
        "half, which begins at place 5."
    )


def test_who_is_blocked_is_skipped_and_not_told_why() -> None:
    club = settled(20)
    assert club.why(5, 4, 4) is WhyNot.UNAVAILABLE
    assert legal(club, 5, 4) == [1, 2, 3]
    assert legal(club, 5, 4, 1) == [2, 3]
    assert legal(club, 20, 19, 14) == [11, 12, 13, 15, 16, 17, 18]


def test_no_more_than_three_outgoing_or_incoming() -> None:
    club = settled(12)
    club.begin(12, 11)
    club.challenge(12, 10)
    assert club.why(12, 9) is None
    club.challenge(12, 9)
    assert club.why(12, 8) is WhyNot.TOO_MANY_OUTGOING
    club.begin(10, 7)
    club.challenge(9, 7)
    assert club.why(11, 7) is None
    club.challenge(8, 7)
    assert club.why(11, 7) is WhyNot.TOO_MANY_INCOMING


def play(club: ClubLadder) -> None:
    begun = club.begin(6, 5)
    club.wait(2 * DAY)
    club.end(begun, winner=5)


@pytest.mark.parametrize(
    ("meet", "reason"),
    [
        (play, RestReason.PLAYED),
        (lambda club: club.decline(6, 5), RestReason.DECLINED),
        (lambda club: club.withdraw(6, 5), RestReason.WITHDREW),
        (
            lambda club: club.note(entries.NOT_PLAYED, match_id=club.begin(6, 5)),
            RestReason.DECLINED,
        ),
    ],
)
def test_a_pair_rests_for_seven_days(meet: Any, reason: RestReason) -> None:
    club = settled(6)
    meet(club)
    since = club.now
    club.wait(6 * DAY)
    club.note(entries.JOINED, 9)
    refusal = club.refusal(6, 5)
    assert refusal
    assert (refusal.why, refusal.rest) == (WhyNot.RESTING, Rest(since, reason))
    assert refusal.again_at == since + 7 * DAY
    club.wait(DAY)
    assert club.why(6, 5) is None


def test_who_was_just_overtaken_may_challenge_at_once_and_once() -> None:
    club = settled(6)
    club.play(6, 4, winner=6)
    assert club.order == [1, 2, 3, 6, 4, 5]
    assert club.why(4, 6) is None
    club.play(4, 6, winner=6)
    assert club.why(4, 6) is WhyNot.RESTING
    club.play(4, 3, winner=4)
    assert club.order == [1, 2, 4, 3, 6, 5]
    assert club.why(6, 4) is None  # they had met, and 6 has been overtaken since


def test_nobody_challenges_off_the_ladder_or_when_it_stands_still() -> None:
    club = settled(4)
    assert club.why(9, 3) is WhyNot.NOT_ON_LADDER
    assert club.why(4, 9) is WhyNot.OPPONENT_NOT_ON_LADDER
    club.freeze()
    assert club.why(4, 3) is WhyNot.FROZEN
    club.thaw()
    assert club.why(4, 3) is None
    club.manage(entries.CLOSED)
    assert club.why(4, 3) is WhyNot.CLOSED


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
