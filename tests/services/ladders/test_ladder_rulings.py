import pytest

from bot.services.ladders import (
    Accepted,
    Annulled,
    Challenged,
    Corrected,
    Declined,
    Dropped,
    Ended,
    Entry,
    Expired,
    Joined,
    Left,
    Moved,
    Movement,
    Noticed,
    Removed,
    Reopened,
    Thawed,
    Voided,
    WhyNot,
    Withdrawn,
    apply,
    history,
    is_ruling,
    standings,
)
from data.ids import ChallengeId, MatchId, PlayerId
from tests.services.ladders.club_ladder import DAY, MANAGER, NOON, ClubLadder


def corrected(club: ClubLadder, match_id: MatchId, winner: int | None) -> Corrected:
    winner_id = None if winner is None else PlayerId(winner)
    return Corrected(club.now, match_id, winner_id, MANAGER, "read the score wrong")


def test_a_corrected_result_counts_when_the_match_ended() -> None:
    club = ClubLadder(6)
    first = club.play(6, 4, winner=6)
    club.wait(DAY)
    club.play(6, 3, winner=6)
    assert club.order == [1, 2, 6, 3, 4, 5]
    club.take(corrected(club, first, winner=4))
    # the second win still takes 6 up: it is only the first that was none
    assert club.order == [1, 2, 6, 3, 4, 5]
    assert club.why(4, 6) is None  # for 6 has passed 4 all the same


def test_a_ruling_can_give_back_a_place() -> None:
    club = ClubLadder(4)
    wrong = club.play(4, 1, winner=4)
    club.wait(DAY)
    club.play(3, 2, winner=3)
    assert club.order == [4, 1, 3, 2]
    club.take(corrected(club, wrong, winner=1))
    assert club.order == [1, 3, 2, 4]
    assert club.why(4, 2) is None
    club.take(corrected(club, wrong, winner=4))
    assert club.order == [4, 1, 3, 2]
    club.take(corrected(club, wrong, winner=None))
    assert club.order == [1, 3, 2, 4]


def test_a_pair_rests_since_it_played_whatever_is_ruled_later() -> None:
    club = ClubLadder(4)
    match_id = club.play(4, 3, winner=4)
    club.wait(6 * DAY)
    club.take(corrected(club, match_id, winner=3))
    assert club.why(4, 3) is WhyNot.RESTING
    club.wait(DAY)
    assert club.why(4, 3) is None


def test_a_match_that_ended_again_is_judged_by_its_second_end() -> None:
    club = ClubLadder(4)
    match_id = club.play(4, 2, winner=4)
    club.take(Reopened(club.now, match_id))
    club.wait(DAY)
    club.play(3, 2, winner=3)
    club.end(match_id, winner=2)
    assert club.order == [1, 3, 2, 4]
    club.take(corrected(club, match_id, winner=4))
    assert club.order == [1, 3, 4, 2]


def test_an_annulled_match_never_had_a_result() -> None:
    club = ClubLadder(4)
    wrong = club.play(4, 3, winner=4)
    club.take(Annulled(club.now, wrong, MANAGER, "a rehearsal"))
    assert club.order == [1, 2, 3, 4]
    assert club.why(4, 3) is None
    club.take(corrected(club, wrong, winner=4))
    assert club.order == [1, 2, 4, 3]


def test_a_match_called_off_can_be_given_a_result() -> None:
    club = ClubLadder(4)
    match_id = club.begin(4, 3)
    club.take(Annulled(club.now, match_id))
    club.take(corrected(club, match_id, winner=4))
    assert club.order == [1, 2, 4, 3]


def test_a_forgiven_timeout_brings_the_match_and_the_player_back() -> None:
    club = ClubLadder(4)
    club.end(club.begin(4, 3), winner=3, timed_out=4)
    match_id = club.begin(4, 2)
    club.end(match_id, winner=2, timed_out=4)
    assert club.order == [1, 2, 3]
    club.take(Joined(club.now, PlayerId(4)))
    club.take(Reopened(club.now, match_id))
    assert club.order == [1, 2, 3, 4]
    assert club.why(4, 2) is WhyNot.PLAYING
    club.end(match_id, winner=4)
    assert club.order == [1, 4, 2, 3]


def test_a_correction_forgets_the_timeout() -> None:
    club = ClubLadder(4)
    club.end(club.begin(4, 3), winner=3, timed_out=4)
    match_id = club.begin(4, 2)
    club.end(match_id, winner=2, timed_out=4)
    club.take(corrected(club, match_id, winner=2))
    assert club.order == [1, 2, 3, 4]


def test_a_void_challenge_stays_void_whatever_is_ruled() -> None:
    club = ClubLadder(5)
    waiting = club.challenge(5, 4)
    wrong = club.play(5, 2, winner=5)
    assert waiting not in club.ladder.challenges
    club.take(corrected(club, wrong, winner=2))
    assert club.order == [1, 2, 3, 4, 5]
    assert waiting not in club.ladder.challenges


def test_a_challenge_with_the_number_of_another_s_match_lapses_too() -> None:
    club = ClubLadder(5)
    waiting, running = club.challenge(5, 4), club.challenge(5, 2)
    number = MatchId(waiting)
    club.take(Accepted(club.now, running, number))
    club.end(number, winner=5)
    assert waiting not in club.ladder.challenges
    assert club.entries[-1] == Voided(club.now, waiting)


def test_a_challenge_that_should_not_have_been_is_void_after_a_ruling() -> None:
    club = ClubLadder(4)
    wrong = club.play(4, 3, winner=4)
    waiting, running = club.challenge(3, 4), club.begin(4, 2)
    assert waiting in club.ladder.challenges
    club.take(corrected(club, wrong, winner=3))
    assert club.order == [1, 2, 3, 4]
    assert list(club.ladder.challenges) == [club.ladder.challenge_of(running).id]  # type: ignore[union-attr]


def test_what_somebody_did_who_was_off_after_all_has_no_effect() -> None:
    club = ClubLadder(6)
    for opponent in (5, 4):
        match_id = club.begin(6, opponent)
        club.end(match_id, winner=opponent, timed_out=6)
    club.take(Joined(club.now, PlayerId(6)))
    club.end(club.begin(6, 3), winner=3, timed_out=6)
    club.play(6, 2, winner=6)
    waiting = club.challenge(6, 1)
    club.take(Dropped(club.now, PlayerId(6)))
    club.decline(4, 3)
    assert club.order == [1, 2, 6, 3, 4, 5]
    # with the second timeout forgiven, the third is the one too many
    club.take(corrected(club, match_id, winner=4))
    assert club.order == [1, 2, 3, 4, 5]
    assert waiting not in club.ladder.challenges
    assert club.ladder.rungs[PlayerId(3)].declined


@pytest.mark.parametrize(
    "entry",
    [
        Left(NOON, PlayerId(9)),
        Removed(NOON, PlayerId(9), MANAGER, "why"),
        Moved(NOON, PlayerId(9), 1, MANAGER, "why"),
        Noticed(NOON, PlayerId(9)),
        Dropped(NOON, PlayerId(9)),
        Challenged(NOON, ChallengeId(9), PlayerId(9), PlayerId(1)),
        Challenged(NOON, ChallengeId(9), PlayerId(3), PlayerId(9)),
        Challenged(NOON, ChallengeId(9), PlayerId(1), PlayerId(3)),
        Accepted(NOON, ChallengeId(9), MatchId(9)),
        Declined(NOON, ChallengeId(9)),
        Expired(NOON, ChallengeId(9)),
        Withdrawn(NOON, ChallengeId(9)),
        Voided(NOON, ChallengeId(9)),
        Ended(NOON, MatchId(9), PlayerId(3)),
        Joined(NOON, PlayerId(1)),
        Thawed(NOON, MANAGER),
    ],
    ids=lambda entry: type(entry).__name__,
)
def test_an_entry_that_fits_no_more_changes_nothing(entry: Entry) -> None:
    ladder = ClubLadder(3).ladder
    assert apply(ladder, entry) == ladder


def test_a_ruling_about_an_unknown_match_changes_nothing() -> None:
    club = ClubLadder(3)
    before = club.ladder
    for entry in (
        corrected(club, MatchId(77), winner=3),
        Reopened(club.now, MatchId(77)),
        Annulled(club.now, MatchId(77)),
    ):
        club.take(entry)
        assert club.ladder == before


def test_a_ruling_needs_the_whole_history() -> None:
    club = ClubLadder(3)
    match_id = club.begin(3, 2)
    running = club.ladder
    assert not is_ruling(running, Annulled(NOON, match_id))
    club.end(match_id, winner=3)
    assert is_ruling(club.ladder, Annulled(NOON, match_id))
    with pytest.raises(ValueError, match="ruling"):
        apply(club.ladder, corrected(club, match_id, winner=2))


def test_the_history_tells_what_each_entry_moved() -> None:
    club = ClubLadder(4)
    wrong = club.play(4, 2, winner=4)
    steps = list(history(club.entries))
    assert [step.entry for step in steps] == club.entries
    assert steps[-1].movements == (
        Movement(PlayerId(4), 4, 2),
        Movement(PlayerId(2), 2, 3),
        Movement(PlayerId(3), 3, 4),
    )
    assert steps[0].movements == (Movement(PlayerId(1), None, 1),)
    assert steps[-2].movements == ()
    club.take(Reopened(club.now, wrong))
    ruled = list(history(club.entries))
    assert [step.counted for step in ruled[-2:]] == [None, club.entries[-1]]
    assert all(step.movements == () for step in ruled[-4:])
    assert ruled[-1].after == standings(club.entries).order


def test_who_leaves_is_off() -> None:
    club = ClubLadder(2)
    club.end(club.begin(2, 1), winner=1, timed_out=2)
    club.wait(8 * DAY)
    club.end(club.begin(2, 1), winner=1, timed_out=2)
    assert list(history(club.entries))[-1].movements == (Movement(PlayerId(2), 2, None),)
    assert ChallengeId(1) not in club.ladder.challenges
