from dataclasses import replace
from typing import Any

import pytest

from benchmarks.ratings import finished
from bot.core.matches import Result
from bot.features.ladders import entries, history
from bot.features.ladders.entries import LadderEntry, LadderKind
from bot.features.ladders.history import ladder_end
from bot.features.ladders.places import LadderChallenge
from bot.features.ladders.rules import WhyNot
from data.ids import ChallengeId, MatchId, PlayerId
from data.states import Ending
from rules.outcomes import Ranking
from tests.features.ladders.club_ladder import NOON, ClubLadder
from tests.kit.times import DAY


def test_a_corrected_result_counts_when_the_match_ended() -> None:
    club = ClubLadder(6)
    first = club.play(6, 4, winner=6)
    club.wait(DAY)
    club.play(6, 3, winner=6)
    assert club.order == [1, 2, 6, 3, 4, 5]
    club.correct(first, winner=4)
    # the second win still takes 6 up: it is only the first that was none
    assert club.order == [1, 2, 6, 3, 4, 5]
    assert club.why(4, 6) is None  # for 6 has passed 4 all the same


def test_a_pair_rests_since_it_played_whatever_is_ruled_later() -> None:
    club = ClubLadder(4)
    match_id = club.play(4, 3, winner=4)
    club.wait(6 * DAY)
    club.correct(match_id, winner=3)
    assert club.why(4, 3) is WhyNot.RESTING
    club.wait(DAY)
    assert club.why(4, 3) is None


def test_a_match_that_ended_again_is_judged_by_its_second_end() -> None:
    club = ClubLadder(4)
    match_id = club.play(4, 2, winner=4)
    club.note(entries.REOPENED, match_id=match_id)
    club.wait(DAY)
    club.play(3, 2, winner=3)
    club.end(match_id, winner=2)
    assert club.order == [1, 3, 2, 4]
    club.correct(match_id, winner=4)
    assert club.order == [1, 3, 4, 2]


def test_an_annulled_match_never_had_a_result() -> None:
    club = ClubLadder(4)
    wrong = club.play(4, 3, winner=4)
    club.manage(entries.ANNULLED, match_id=wrong)
    assert club.order == [1, 2, 3, 4]
    assert club.why(4, 3) is None
    club.correct(wrong, winner=4)
    assert club.order == [1, 2, 4, 3]


@pytest.mark.parametrize("kind", [entries.ANNULLED, entries.NOT_PLAYED])
def test_a_match_that_was_not_played_can_be_given_a_result(kind: LadderKind) -> None:
    club = ClubLadder(4)
    match_id = club.begin(4, 3)
    club.decline(2, 1)
    club.note(kind, match_id=match_id)
    club.correct(match_id, winner=4)
    assert club.order == [1, 2, 4, 3]


def test_a_forgiven_timeout_brings_the_match_and_the_player_back() -> None:
    club = ClubLadder(4)
    club.end(club.begin(4, 3), winner=3, timed_out=4)
    match_id = club.begin(4, 2)
    club.end(match_id, winner=2, timed_out=4)
    assert club.order == [1, 2, 3]
    club.note(entries.JOINED, 4)
    club.note(entries.REOPENED, match_id=match_id)
    assert club.order == [1, 2, 3, 4]
    assert club.why(4, 2) is WhyNot.PLAYING
    club.end(match_id, winner=4)
    assert club.order == [1, 4, 2, 3]


def test_a_void_challenge_stays_void_whatever_is_ruled() -> None:
    club = ClubLadder(5)
    waiting = club.challenge(5, 4)
    wrong = club.play(5, 2, winner=5)
    assert waiting not in club.ladder.challenges
    club.correct(wrong, winner=2)
    assert club.order == [1, 2, 3, 4, 5]
    assert waiting not in club.ladder.challenges


def test_a_challenge_with_the_number_of_another_s_match_lapses_too() -> None:
    club = ClubLadder(5)
    waiting, running = club.challenge(5, 4), club.challenge(5, 2)
    number = MatchId(waiting)
    club.note(entries.ACCEPTED, challenge_id=running, match_id=number)
    club.end(number, winner=5)
    assert waiting not in club.ladder.challenges
    assert club.entries[-1] == LadderEntry(entries.VOIDED, club.now, challenge_id=waiting)


def test_a_challenge_that_should_not_have_been_is_void_after_a_ruling() -> None:
    club = ClubLadder(4)
    wrong = club.play(4, 3, winner=4)
    waiting, running = club.challenge(3, 4), club.begin(4, 2)
    assert waiting in club.ladder.challenges
    club.correct(wrong, winner=3)
    assert club.order == [1, 2, 3, 4]
    assert [each.match_id for each in club.ladder.challenges.values()] == [running]


def test_what_somebody_did_who_was_off_after_all_has_no_effect() -> None:
    club = ClubLadder(6)
    for opponent in (5, 4):
        match_id = club.begin(6, opponent)
        club.end(match_id, winner=opponent, timed_out=6)
    club.note(entries.JOINED, 6)
    club.end(club.begin(6, 3), winner=3, timed_out=6)
    club.play(6, 2, winner=6)
    waiting = club.challenge(6, 1)
    club.note(entries.DROPPED, 6)
    club.decline(4, 3)
    assert club.order == [1, 2, 6, 3, 4, 5]
    # with the second timeout forgiven, the third is the one too many
    club.correct(match_id, winner=4)
    assert club.order == [1, 2, 3, 4, 5]
    assert waiting not in club.ladder.challenges
    assert club.ladder.rungs[PlayerId(3)].declined


NOBODY, NOTHING, NO_MATCH = PlayerId(9), ChallengeId(9), MatchId(77)
NEW = {"challenge_id": NOTHING}


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        *((kind, {"player_id": NOBODY}) for kind in (entries.LEFT, entries.EXPELLED)),
        *((kind, {"player_id": NOBODY}) for kind in (entries.NOTICED, entries.DROPPED)),
        (entries.SHIFTED, {"player_id": NOBODY, "place": 1}),
        (entries.CHALLENGED, {**NEW, "player_id": NOBODY, "opponent_id": PlayerId(1)}),
        (entries.CHALLENGED, {**NEW, "player_id": PlayerId(3), "opponent_id": NOBODY}),
        (entries.CHALLENGED, {**NEW, "player_id": PlayerId(1), "opponent_id": PlayerId(3)}),
        (entries.ACCEPTED, {**NEW, "match_id": NO_MATCH}),
        *((kind, NEW) for kind in (entries.DECLINED, entries.EXPIRED)),
        *((kind, NEW) for kind in (entries.WITHDRAWN, entries.VOIDED)),
        *((kind, {"match_id": NO_MATCH}) for kind in (entries.NOT_PLAYED, entries.RETRACTED)),
        *((kind, {"match_id": NO_MATCH}) for kind in (entries.REOPENED, entries.ANNULLED)),
        (entries.ENDED, {"match_id": NO_MATCH, "winner_id": PlayerId(3)}),
        (entries.CORRECTED, {"match_id": NO_MATCH, "winner_id": PlayerId(3)}),
        (entries.JOINED, {"player_id": PlayerId(1)}),
        (entries.UNFROZEN, {}),
    ],
)
def test_an_entry_that_fits_no_more_changes_nothing(kind: LadderKind, more: dict[str, Any]) -> None:
    club = ClubLadder(3)
    before = club.ladder
    club.take(LadderEntry(kind, NOON, **more))
    assert club.ladder == before


def test_a_ruling_needs_the_whole_history() -> None:
    club = ClubLadder(3)
    match_id = club.begin(3, 2)
    running = club.ladder
    assert not history.is_ruling(running, LadderEntry(entries.ANNULLED, NOON, match_id=match_id))
    club.end(match_id, winner=3)
    assert history.is_ruling(club.ladder, LadderEntry(entries.ANNULLED, NOON, match_id=match_id))
    with pytest.raises(ValueError, match="ruling"):
        history.apply(club.ladder, LadderEntry(entries.CORRECTED, NOON, match_id=match_id))


def test_the_order_is_known_after_every_entry() -> None:
    club = ClubLadder(4)
    wrong = club.play(4, 2, winner=4)
    orders = list(history.orders(club.entries))
    assert [at for at, _ in orders] == [entry.at for entry in club.entries]
    assert [order for _, order in orders[-2:]] == [(1, 2, 3, 4), (1, 4, 2, 3)]
    club.note(entries.REOPENED, match_id=wrong)
    assert [order for _, order in history.orders(club.entries)][-2:] == [(1, 2, 3, 4)] * 2


def end(
    ending: Ending,
    ranking: Ranking = (),
    aborted_by: PlayerId | None = None,
    moves: tuple[int, int] = (3, 2),
) -> LadderEntry:
    """What a match means in which 2 has challenged 1, who sits first."""
    players = (PlayerId(1), PlayerId(2))
    match = finished(5, players, Result(ranking, ending), NOON)
    seats = (replace(seat, moves=made) for seat, made in zip(match.seats, moves, strict=True))
    match = replace(match, seats=tuple(seats))
    asked = LadderChallenge(ChallengeId(3), PlayerId(2), PlayerId(1), NOON, NOON, MatchId(5))
    return ladder_end(match, asked, NOON, aborted_by)


WON: Ranking = ((1,), (0,))
DRAWN: Ranking = ((0, 1),)
MOVES = NONE, ONE, BOTH = (0, 0), (1, 0), (3, 2)
OPPONENT, CHALLENGER = PlayerId(1), PlayerId(2)


@pytest.mark.parametrize(
    ("given", "kind", "winner", "timed_out"),
    [
        # a result counts on the ladder, though it is not rated
        ((Ending.RULES, WON), entries.ENDED, CHALLENGER, None),
        ((Ending.RESIGNED, WON), entries.ENDED, CHALLENGER, None),
        ((Ending.DECIDED, ((0,), (1,))), entries.ENDED, OPPONENT, None),
        ((Ending.TIMED_OUT, WON), entries.ENDED, CHALLENGER, OPPONENT),
        ((Ending.AGREED, DRAWN), entries.ENDED, None, None),
        ((Ending.DECIDED, DRAWN), entries.ENDED, None, None),
        # it was called off, or not both have moved
        *(((Ending.ABORTED, (), None, each), entries.ANNULLED, None, None) for each in MOVES),
        ((Ending.ANNULLED, (), OPPONENT, ONE), entries.ANNULLED, None, None),
        ((Ending.ANNULLED, (), OPPONENT, BOTH), entries.ANNULLED, None, None),
        ((Ending.ABORTED, (), OPPONENT, NONE), entries.NOT_PLAYED, None, None),
        ((Ending.ABORTED, (), CHALLENGER, NONE), entries.RETRACTED, None, None),
        ((Ending.ABORTED, (), OPPONENT, ONE), entries.FORFEITED, CHALLENGER, None),
        ((Ending.ABORTED, (), OPPONENT, BOTH), entries.ENDED, CHALLENGER, None),
        ((Ending.AGREED, DRAWN, None, NONE), entries.NOT_PLAYED, None, None),
        ((Ending.AGREED, DRAWN, None, ONE), entries.NOT_PLAYED, None, None),
        ((Ending.RESIGNED, WON, None, ONE), entries.FORFEITED, CHALLENGER, None),
        ((Ending.TIMED_OUT, WON, None, NONE), entries.FORFEITED, CHALLENGER, OPPONENT),
    ],
)
def test_what_the_end_of_a_match_means(
    given: tuple[Any, ...], kind: LadderKind, winner: PlayerId | None, timed_out: PlayerId | None
) -> None:
    told = end(*given)
    assert (told.kind, told.match_id) == (kind, MatchId(5))
    assert (told.winner_id, told.timed_out_id) == (winner, timed_out)
