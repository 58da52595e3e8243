from datetime import timedelta

import pytest

from bot.features.ladders import entries, history, rules
from bot.features.ladders.places import Arrival, Rest, RestReason
from bot.features.ladders.rules import WhyNot
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


def test_who_declines_two_different_people_loses_the_place() -> None:
    club = ClubLadder(6)
    club.decline(4, 2)
    assert club.order == [1, 2, 3, 4, 5, 6]
    club.decline(5, 2)
    assert club.order == [1, 5, 2, 3, 4, 6]
    club.decline(6, 2)
    assert club.order == [1, 5, 2, 3, 4, 6]  # that began anew
    club.wait(8 * DAY)
    club.decline(6, 2)
    assert club.order == [1, 5, 2, 3, 4, 6]  # the same one as before


@pytest.mark.parametrize(("days", "order"), [(30, [1, 5, 2, 3, 4]), (30.001, [1, 2, 3, 4, 5])])
def test_refusals_are_forgotten_after_thirty_days(days: float, order: list[int]) -> None:
    club = ClubLadder(5)
    club.decline(4, 2)
    club.wait(days * DAY)
    club.decline(5, 2)
    assert club.order == order


def test_an_accepted_challenge_ends_the_row() -> None:
    club = ClubLadder(6)
    club.decline(4, 2)
    club.begin(6, 2)
    club.decline(5, 2)
    assert club.order == [1, 2, 3, 4, 5, 6]


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


def test_who_leaves_gives_up_the_place_and_matches_count_no_more() -> None:
    club = ClubLadder(5)
    running, waiting = club.begin(5, 3), club.challenge(4, 3)
    club.note(entries.LEFT, 3)
    assert club.order == [1, 2, 4, 5]
    assert club.ladder.arrivals[PlayerId(5)] == Arrival(NOON, 1)
    assert waiting not in club.ladder.challenges
    club.note(entries.JOINED, 3)
    club.end(running, winner=5)
    assert club.order == [1, 2, 4, 5, 3]


def test_a_match_goes_on_though_the_challenger_is_above_by_now() -> None:
    club = ClubLadder(5)
    running = club.begin(5, 4)
    club.play(5, 3, winner=5)
    club.wait(7 * DAY)
    club.end(running, winner=4)
    assert club.order == [1, 2, 5, 3, 4]
    assert club.why(4, 5) is WhyNot.RESTING


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
    club.manage(entries.EXPELLED, 2)
    club.manage(entries.SHIFTED, 2, place=1)
    club.manage(entries.SHIFTED, 5, place=0)
    assert club.order == [5, 3, 4, 1]


def test_a_frozen_ladder_keeps_its_time() -> None:
    club = ClubLadder(5)
    waiting, running = club.challenge(5, 4), club.begin(4, 2)
    club.freeze()
    club.wait(10 * DAY)
    club.end(running, winner=4)
    assert club.order == [1, 4, 2, 3, 5]
    club.thaw()
    assert club.ladder.challenges[waiting].expires_at == club.now + 72 * HOUR


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


def test_who_is_blocked_is_skipped_and_not_told_why() -> None:
    club = settled(20)
    assert club.why(5, 4, 4) is WhyNot.UNAVAILABLE
    assert legal(club, 5, 4) == [1, 2, 3]
    assert legal(club, 5, 4, 1) == [2, 3]
    assert legal(club, 20, 19, 14) == [11, 12, 13, 15, 16, 17, 18]


def test_a_pair_with_a_challenge_or_a_match_has_enough() -> None:
    club = settled(6)
    challenge = club.challenge(6, 5)
    assert club.why(6, 5) is WhyNot.CHALLENGED
    club.accept(challenge)
    assert club.why(6, 5) is WhyNot.PLAYING


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


def test_a_pair_rests_for_seven_days_either_way() -> None:
    club = settled(6)
    begun = club.begin(6, 5)
    club.wait(2 * DAY)
    club.end(begun, winner=5)
    since = club.now
    club.wait(6 * DAY)
    club.note(entries.JOINED, 9)
    refusal = club.refusal(6, 5)
    assert refusal
    assert refusal.why is WhyNot.RESTING
    assert refusal.rest == Rest(since, RestReason.PLAYED)
    assert refusal.again_at == since + 7 * DAY
    club.wait(DAY)
    assert club.why(6, 5) is None


def test_a_refusal_and_a_withdrawal_are_followed_by_a_rest_too() -> None:
    club = settled(6)
    club.decline(6, 5)
    club.withdraw(6, 4)
    for opponent, reason in ((5, RestReason.DECLINED), (4, RestReason.WITHDREW)):
        refusal = club.refusal(6, opponent)
        assert refusal
        assert refusal.rest
        assert (refusal.why, refusal.rest.reason) == (WhyNot.RESTING, reason)


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


def test_a_rest_outlasts_leaving_and_coming_back() -> None:
    club = settled(4)
    club.play(4, 3, winner=3)
    club.note(entries.LEFT, 4)
    club.note(entries.JOINED, 4)
    assert club.why(4, 3) is WhyNot.RESTING


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
