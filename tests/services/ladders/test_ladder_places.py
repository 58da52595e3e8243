from datetime import timedelta

import pytest

from bot.services.ladders import (
    Annulled,
    AnswerRefusal,
    Arrival,
    Away,
    Closed,
    Expired,
    Frozen,
    Joined,
    JoinRefusal,
    Left,
    Moved,
    Removed,
    Standings,
    Thawed,
    Withdrawn,
    answer_refusal,
    apply,
    join_refusal,
    standings,
)
from data.ids import ChallengeId, PlayerId
from tests.services.ladders.club_ladder import DAY, HOUR, MANAGER, NOON, ClubLadder


def test_who_joins_enters_at_the_bottom() -> None:
    club = ClubLadder(3)
    club.take(Joined(NOON, PlayerId(9)))
    assert club.order == [1, 2, 3, 9]
    assert club.ladder.place_of(PlayerId(9)) == 4
    assert club.ladder.place_of(PlayerId(10)) is None
    assert join_refusal(club.ladder, PlayerId(9)) is JoinRefusal.ALREADY_ON_LADDER
    assert join_refusal(club.ladder, PlayerId(10)) is None


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


@pytest.mark.parametrize("winner", [2, None])
def test_a_loss_or_a_draw_changes_nothing(winner: int | None) -> None:
    club = ClubLadder(5)
    club.play(5, 2, winner=winner)
    assert club.order == [1, 2, 3, 4, 5]


def test_what_counts_is_where_the_loser_is_now() -> None:
    club = ClubLadder(6)
    first, second = club.begin(5, 3), club.begin(3, 1)
    club.end(second, winner=3)
    assert club.order == [3, 1, 2, 4, 5, 6]
    club.end(first, winner=5)
    assert club.order == [5, 3, 1, 2, 4, 6]


def test_who_is_above_already_stays_there() -> None:
    club = ClubLadder(5)
    first, second = club.begin(5, 3), club.begin(5, 2)
    club.end(second, winner=5)
    club.end(first, winner=5)
    assert club.order == [1, 5, 2, 3, 4]


def test_two_who_beat_the_same_player_at_the_same_time() -> None:
    club = ClubLadder(5)
    first, second = club.begin(4, 2), club.begin(5, 2)
    club.end(first, winner=4)
    club.end(second, winner=5)
    assert club.order == [1, 4, 5, 2, 3]


def test_who_declines_two_different_people_loses_the_place() -> None:
    club = ClubLadder(6)
    club.decline(4, 2)
    assert club.order == [1, 2, 3, 4, 5, 6]
    club.decline(5, 2)
    assert club.order == [1, 5, 2, 3, 4, 6]
    club.decline(6, 2)
    assert club.order == [1, 5, 2, 3, 4, 6]  # that began anew


def test_silence_is_a_refusal() -> None:
    club = ClubLadder(6)
    club.decline(4, 2)
    club.take(Expired(club.now, club.challenge(5, 2)))
    assert club.order == [1, 5, 2, 3, 4, 6]


def test_one_person_alone_takes_no_place_by_asking_again() -> None:
    club = ClubLadder(6)
    for _ in range(3):
        club.decline(4, 2)
        club.wait(8 * DAY)
    assert club.order == [1, 2, 3, 4, 5, 6]
    club.decline(5, 2)
    assert club.order == [1, 5, 2, 3, 4, 6]


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


def test_a_challenge_taken_back_is_no_refusal() -> None:
    club = ClubLadder(5)
    club.decline(4, 2)
    club.take(Withdrawn(club.now, club.challenge(5, 2)))
    assert club.order == [1, 2, 3, 4, 5]


def test_an_annulled_match_changes_nothing_and_frees_both() -> None:
    club = ClubLadder(5)
    club.take(Annulled(club.now, club.begin(5, 4)))
    assert club.order == [1, 2, 3, 4, 5]
    assert club.why(5, 4) is None


def test_two_timeouts_within_thirty_days_are_one_too_many() -> None:
    club = ClubLadder(5)
    club.end(club.begin(5, 4), winner=4, timed_out=5)
    club.wait(30 * DAY)
    club.end(club.begin(5, 3), winner=3, timed_out=5)
    assert club.order == [1, 2, 3, 4]
    club.take(Joined(club.now, PlayerId(5)))
    club.end(club.begin(5, 2), winner=2, timed_out=5)
    assert club.order == [1, 2, 3, 4, 5]


def test_two_timeouts_far_from_each_other_are_not() -> None:
    club = ClubLadder(5)
    for opponent in (4, 3):
        club.end(club.begin(5, opponent), winner=opponent, timed_out=5)
        club.wait(31 * DAY)
    assert club.order == [1, 2, 3, 4, 5]


def test_a_defender_who_runs_out_of_time_loses_the_place_and_then_the_ladder() -> None:
    club = ClubLadder(5)
    first, second = club.begin(3, 1), club.begin(4, 1)
    club.end(first, winner=3, timed_out=1)
    assert club.order == [3, 1, 2, 4, 5]
    club.end(second, winner=4, timed_out=1)
    assert club.order == [3, 4, 2, 5]


def test_who_leaves_gives_up_the_place_and_matches_count_no_more() -> None:
    club = ClubLadder(5)
    running, waiting = club.begin(5, 3), club.challenge(4, 3)
    club.take(Left(club.now, PlayerId(3)))
    assert club.order == [1, 2, 4, 5]
    assert club.ladder.arrivals[PlayerId(5)] == Arrival(NOON, 1)
    assert answer_refusal(club.ladder, waiting, club.now) is AnswerRefusal.SETTLED
    club.take(Joined(club.now, PlayerId(3)))
    club.end(running, winner=5)
    assert club.order == [1, 2, 4, 5, 3]


def test_a_challenge_of_somebody_who_is_now_below_is_void() -> None:
    club = ClubLadder(5)
    waiting = club.challenge(5, 4)
    club.play(5, 2, winner=5)
    assert answer_refusal(club.ladder, waiting, club.now) is AnswerRefusal.SETTLED
    assert [type(entry).__name__ for entry in club.entries[-2:]] == ["Ended", "Voided"]


def test_managers_move_and_remove() -> None:
    club = ClubLadder(5)
    club.take(Moved(club.now, PlayerId(5), 2, MANAGER, "was away with leave"))
    assert club.order == [1, 5, 2, 3, 4]
    club.take(Moved(club.now, PlayerId(1), 99, MANAGER, "asked for it"))
    assert club.order == [5, 2, 3, 4, 1]
    assert club.ladder.arrivals[PlayerId(1)].up == -4
    assert club.ladder.arrivals[PlayerId(3)].up == 1
    club.take(Removed(club.now, PlayerId(2), MANAGER, "a second account"))
    assert club.order == [5, 3, 4, 1]
    club.take(Removed(club.now, PlayerId(2), MANAGER, "a second account"))
    club.take(Moved(club.now, PlayerId(2), 1, MANAGER, "a slip"))
    club.take(Moved(club.now, PlayerId(5), 0, MANAGER, "a slip"))
    assert club.order == [5, 3, 4, 1]


def test_a_frozen_ladder_keeps_its_time() -> None:
    club = ClubLadder(5)
    waiting, running = club.challenge(5, 4), club.begin(4, 2)
    club.take(Frozen(club.now, MANAGER, "holidays"))
    club.wait(10 * DAY)
    assert answer_refusal(club.ladder, waiting, club.now) is AnswerRefusal.FROZEN
    club.end(running, winner=4)
    assert club.order == [1, 4, 2, 3, 5]
    club.take(Thawed(club.now, MANAGER))
    club.wait(71 * HOUR)
    assert answer_refusal(club.ladder, waiting, club.now) is None
    club.wait(HOUR)
    assert answer_refusal(club.ladder, waiting, club.now) is AnswerRefusal.TOO_LATE


def test_nobody_is_late_because_the_bot_was_away() -> None:
    club = ClubLadder(5)
    waiting = club.challenge(5, 4)
    club.wait(80 * HOUR)
    club.take(Away(club.now, club.now - 20 * HOUR))
    assert answer_refusal(club.ladder, waiting, club.now) is None
    assert club.ladder.challenges[waiting].expires_at == NOON + 92 * HOUR
    club.take(Frozen(club.now, MANAGER, "holidays"))
    club.wait(5 * HOUR)
    club.take(Away(club.now, club.now - 5 * HOUR))
    club.take(Thawed(club.now, MANAGER))
    assert club.ladder.challenges[waiting].expires_at == NOON + 97 * HOUR


def test_a_closed_ladder_stays_as_it_is() -> None:
    club = ClubLadder(5)
    running = club.begin(5, 3)
    club.take(Closed(club.now, MANAGER, "the season is over"))
    club.end(running, winner=5)
    club.take(Joined(club.now, PlayerId(9)))
    assert club.order == [1, 2, 3, 4, 5]
    assert join_refusal(club.ladder, PlayerId(9)) is JoinRefusal.CLOSED
    assert club.ladder.challenges == {}


def test_an_unknown_challenge_cannot_be_answered() -> None:
    assert answer_refusal(Standings(), ChallengeId(1), NOON) is AnswerRefusal.SETTLED


def test_a_ladder_without_history_is_empty() -> None:
    assert standings([]) == Standings()


def test_a_time_before_the_last_one_is_no_trouble() -> None:
    club = ClubLadder(3)
    match_id = club.begin(3, 1)
    club.wait(timedelta(days=-3))
    club.end(match_id, winner=3)
    assert club.order == [3, 1, 2]
    assert club.ladder.as_of == NOON
    assert standings(club.entries) == club.ladder


def test_what_is_no_entry_is_refused() -> None:
    with pytest.raises(TypeError, match="no entry"):
        apply(Standings(), Arrival(NOON, 1))  # type: ignore[arg-type]
