from __future__ import annotations

import pytest

from bot.services.results import (
    Agreement,
    End,
    EndReason,
    Ranking,
    Result,
    UnratedReason,
    decide_result,
    unrated_from_the_start,
)
from data.states import Ending, MatchStatus

RATED = Agreement()
WON: Ranking = ((1,), (0,))
WITH_RESULT = [reason for reason in EndReason if reason.value not in ("aborted", "annulled")]


def end(
    reason: EndReason = EndReason.RULES,
    ranking: Ranking = WON,
    moves: tuple[int, ...] = (2, 2),
    earlier_timeouts: int = 0,
) -> End:
    return End(reason, ranking, moves, earlier_timeouts)


def test_reasons_are_the_words_that_are_stored() -> None:
    stored = {*Ending, MatchStatus.ABORTED, MatchStatus.ANNULLED}
    assert {EndReason(word.value) for word in stored} == set(EndReason)


@pytest.mark.parametrize("reason", WITH_RESULT)
def test_whatever_ends_a_match_with_a_result_is_rated(reason: EndReason) -> None:
    result = decide_result(RATED, end(reason))
    assert result == Result(WON, reason, None)
    assert result.rated


@pytest.mark.parametrize(
    ("reason", "unrated"),
    [
        (EndReason.ABORTED, UnratedReason.ABORTED),
        (EndReason.ANNULLED, UnratedReason.ANNULLED),
    ],
)
def test_a_match_called_off_has_no_result(reason: EndReason, unrated: UnratedReason) -> None:
    result = decide_result(Agreement(friendly=True), end(reason, (), (9, 9)))
    assert (result.winners, result.places()) == ((), ())
    assert result.unrated is unrated


@pytest.mark.parametrize(
    ("agreement", "unrated"),
    [
        (Agreement(friendly=True), UnratedReason.FRIENDLY),
        (Agreement(has_engine=True), UnratedReason.ENGINE),
        (Agreement(friendly=True, has_engine=True, rated_this_week=9), UnratedReason.ENGINE),
        (Agreement(rated_this_week=5), UnratedReason.TOO_MANY),
        (Agreement(rated_this_week=4), None),
    ],
)
def test_what_is_said_on_the_card_holds_at_the_end(
    agreement: Agreement, unrated: UnratedReason | None
) -> None:
    assert unrated_from_the_start(agreement) is unrated
    assert decide_result(agreement, end()).unrated is unrated


@pytest.mark.parametrize(
    ("moves", "unrated"),
    [
        ((2, 2), None),
        ((2, 1), UnratedReason.TOO_SHORT),
        ((1, 2), UnratedReason.TOO_SHORT),
        ((0, 0), UnratedReason.TOO_SHORT),
    ],
)
@pytest.mark.parametrize("reason", WITH_RESULT)
def test_every_seat_has_moved_twice_in_a_rated_match(
    reason: EndReason, moves: tuple[int, ...], unrated: UnratedReason | None
) -> None:
    assert decide_result(RATED, end(reason, moves=moves)).unrated is unrated


def test_a_third_seat_that_never_moved_is_enough() -> None:
    ranking: Ranking = ((2,), (0,), (1,))
    assert decide_result(RATED, end(ranking=ranking, moves=(5, 1, 5))).unrated is not None
    assert decide_result(RATED, end(ranking=ranking, moves=(5, 2, 5))).unrated is None


def test_only_the_first_of_several_timeouts_is_rated() -> None:
    first = decide_result(RATED, end(EndReason.TIMED_OUT))
    second = decide_result(RATED, end(EndReason.TIMED_OUT, earlier_timeouts=1))
    assert first.unrated is None
    assert second.unrated is UnratedReason.REPEATED_TIMEOUT
    assert second.winners == first.winners == (1,)


def test_a_seat_that_ran_out_of_time_again_in_a_match_that_went_on() -> None:
    ranking: Ranking = ((2,), (0,), (1,))
    result = decide_result(RATED, end(ranking=ranking, moves=(9, 2, 9), earlier_timeouts=2))
    assert result.unrated is UnratedReason.REPEATED_TIMEOUT


@pytest.mark.parametrize(
    ("ranking", "winners", "places"),
    [
        (((0,), (1,)), (0,), (0, 1)),
        (((0, 1),), (), (0, 0)),
        (((2,), (0,), (1,)), (2,), (1, 2, 0)),
        (((0, 2), (1,)), (0, 2), (0, 2, 0)),
        (((1,), (0, 2)), (1,), (1, 0, 1)),
        (((0, 1, 2),), (), (0, 0, 0)),
    ],
)
def test_places_by_seat(
    ranking: Ranking, winners: tuple[int, ...], places: tuple[int, ...]
) -> None:
    result = decide_result(RATED, end(ranking=ranking, moves=(4,) * len(places)))
    assert (result.winners, result.places()) == (winners, places)


@pytest.mark.parametrize(
    ("reason", "ranking"),
    [
        (EndReason.RULES, ()),
        (EndReason.RULES, ((0,),)),
        (EndReason.RULES, ((0,), (0,))),
        (EndReason.DECIDED, ((0,), (1,), (2,))),
        (EndReason.ABORTED, ((0,), (1,))),
        (EndReason.ANNULLED, ((0, 1),)),
    ],
)
def test_a_ranking_names_every_seat_once_or_nobody(reason: EndReason, ranking: Ranking) -> None:
    with pytest.raises(ValueError, match="ranks other seats"):
        decide_result(RATED, end(reason, ranking))
