import pytest

from bot.services.ladders import (
    Closed,
    Frozen,
    Joined,
    Left,
    Refusal,
    RestReason,
    Thawed,
    WhyNot,
    Withdrawn,
    reach,
    targets,
)
from data.ids import PlayerId
from tests.services.ladders.club_ladder import DAY, MANAGER, NOON, ClubLadder


@pytest.mark.parametrize(
    ("place", "places_up"),
    [(1, 3), (4, 3), (8, 3), (10, 3), (11, 4), (13, 4), (14, 5), (25, 9), (26, 10), (2000, 10)],
)
def test_reach_is_two_fifths_of_the_places_above(place: int, places_up: int) -> None:
    assert reach(place) == places_up


def settled(people: int) -> ClubLadder:
    """A ladder on which nobody is new any more, and all that has rested."""
    club = ClubLadder(people)
    for number in range(2, people + 1):
        club.take(Withdrawn(club.now, club.challenge(number, number - 1)))
    club.wait(7 * DAY)
    return club


def legal(club: ClubLadder, player: int, *blocked: int) -> list[int]:
    away = frozenset(map(PlayerId, blocked))
    found = targets(club.ladder, PlayerId(player), club.now, away)
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
    club.challenge(20, 11)
    assert legal(club, 20) == list(range(13, 20))
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


def test_no_more_than_three_outgoing() -> None:
    club = settled(12)
    club.begin(12, 11)
    club.challenge(12, 10)
    assert club.why(12, 9) is None
    club.challenge(12, 9)
    assert club.why(12, 8) is WhyNot.TOO_MANY_OUTGOING


def test_no_more_than_three_incoming() -> None:
    club = settled(12)
    club.begin(9, 8)
    club.challenge(10, 8)
    assert club.why(12, 8) is None
    club.challenge(11, 8)
    assert club.why(12, 8) is WhyNot.TOO_MANY_INCOMING


def test_a_pair_rests_for_seven_days_either_way() -> None:
    club = settled(6)
    begun = club.begin(6, 5)
    club.wait(2 * DAY)
    club.end(begun, winner=5)
    since = club.now
    club.wait(6 * DAY)
    club.take(Joined(club.now, PlayerId(9)))
    assert club.refusal(6, 5) == Refusal(WhyNot.RESTING, RestReason.PLAYED, since, since + 7 * DAY)
    club.wait(DAY)
    assert club.why(6, 5) is None


def test_a_refusal_and_a_withdrawal_are_followed_by_a_rest_too() -> None:
    club = settled(6)
    club.decline(6, 5)
    club.take(Withdrawn(club.now, club.challenge(6, 4)))
    for opponent, reason in ((5, RestReason.DECLINED), (4, RestReason.WITHDREW)):
        refusal = club.refusal(6, opponent)
        assert refusal
        assert (refusal.why, refusal.after) == (WhyNot.RESTING, reason)


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


def test_overtaken_on_the_way_is_overtaken() -> None:
    club = settled(6)
    club.play(6, 5, winner=5)
    assert club.why(6, 5) is WhyNot.RESTING
    club.play(6, 3, winner=6)
    assert club.order == [1, 2, 6, 3, 4, 5]
    assert club.why(5, 6) is None


def test_a_rest_outlasts_leaving_and_coming_back() -> None:
    club = settled(4)
    club.play(4, 3, winner=3)
    club.take(Left(club.now, PlayerId(4)))
    club.take(Joined(club.now, PlayerId(4)))
    assert club.why(4, 3) is WhyNot.RESTING


def test_nobody_challenges_off_the_ladder_or_when_it_stands_still() -> None:
    club = settled(4)
    assert club.why(9, 3) is WhyNot.NOT_ON_LADDER
    assert club.why(4, 9) is WhyNot.OPPONENT_NOT_ON_LADDER
    club.take(Frozen(NOON, MANAGER, "holidays"))
    assert club.why(4, 3) is WhyNot.FROZEN
    club.take(Thawed(NOON, MANAGER))
    assert club.why(4, 3) is None
    club.take(Closed(NOON, MANAGER, "the season is over"))
    assert club.why(4, 3) is WhyNot.CLOSED


def test_a_ladder_of_one_has_no_targets() -> None:
    assert legal(ClubLadder(1), 1) == []
    assert ClubLadder(1).why(1, 1) is WhyNot.YOURSELF
    assert targets(ClubLadder(0).ladder, PlayerId(1), NOON) == ()
