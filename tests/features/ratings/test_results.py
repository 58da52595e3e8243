from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.ratings import finished
from bot.core.matches import WITHOUT_RESULT, PlayerResult, Result
from bot.core.matches.result import ended_by
from bot.features.moves.words import _consequence
from bot.features.profiles.service import activity
from bot.features.ratings import FinishedMatch
from bot.features.ratings.values import why_unrated
from data.ids import PlayerId
from data.states import Ending, EntryKind, UnratedReason
from rules.game import Outcome as GameOutcome
from rules.game import Reason
from rules.outcomes import Ranking

WON: Ranking = ((1,), (0,))
WITH_RESULT = sorted(set(Ending) - WITHOUT_RESULT)
AT = datetime(2026, 3, 2, tzinfo=UTC)


def over(
    ending: Ending = Ending.RULES,
    ranking: Ranking = WON,
    moves: tuple[int, ...] = (2, 2),
    agreed: UnratedReason | None = None,
) -> FinishedMatch:
    people = tuple(PlayerId(10 + seat) for seat in range(len(moves)))
    match = finished(1, people, Result(ranking, ending), AT, agreed=agreed)
    sitting = zip(match.seats, moves, strict=True)
    return replace(match, seats=tuple(replace(seat, moves=made) for seat, made in sitting))


@pytest.mark.parametrize("ending", sorted(WITHOUT_RESULT))
def test_a_match_called_off_has_no_result(ending: Ending) -> None:
    result = Result((), ending)
    assert (result.winners, result.places) == ((), ())
    match = over(ending, (), (9, 9), UnratedReason.FRIENDLY)
    assert why_unrated(match, 1) is UnratedReason.NO_RESULT


def test_a_match_is_shown_in_the_week_from_monday_in_which_it_ended() -> None:
    sunday = timedelta(days=6)
    ends = (AT - timedelta(days=1), AT, AT + sunday)
    played = [replace(over(), ended_at=at) for at in ends]
    weeks = activity(played, PlayerId(11), (AT + sunday).date()).weeks
    shown = [(week.begins, week.won) for week in weeks if week.played]
    assert shown == [(date(2026, 2, 23), 1), (date(2026, 3, 2), 2)]


@pytest.mark.parametrize("agreed", [UnratedReason.FRIENDLY, UnratedReason.TOO_MANY])
def test_what_is_said_on_the_card_holds_at_the_end(agreed: UnratedReason) -> None:
    assert why_unrated(over(agreed=agreed), 0) is agreed
    assert why_unrated(over(agreed=agreed, moves=(0, 0)), 1) is agreed


@pytest.mark.parametrize("agreed", [None, UnratedReason.ENGINE, UnratedReason.FRIENDLY])
def test_no_match_with_a_program_is_rated(agreed: UnratedReason | None) -> None:
    match = over(agreed=agreed)
    program = replace(match, seats=(match.seats[0], replace(match.seats[1], player_id=None)))
    assert why_unrated(program, 0) is UnratedReason.ENGINE


@pytest.mark.parametrize(
    ("moves", "unrated"),
    [
        ((2, 2), None),
        ((2, 1), UnratedReason.TOO_SHORT),
        ((1, 2), UnratedReason.TOO_SHORT),
        ((5, 1, 5), None),
        ((0, 2, 2), None),
        ((5, 1, 1), UnratedReason.TOO_SHORT),
    ],
)
@pytest.mark.parametrize("ending", WITH_RESULT)
def test_two_have_moved_twice_in_a_rated_match(
    ending: Ending, moves: tuple[int, ...], unrated: UnratedReason | None
) -> None:
    ranking: Ranking = WON if len(moves) == 2 else ((2,), (0,), (1,))
    assert why_unrated(over(ending, ranking, moves), 0) is unrated


def test_only_the_first_of_several_timeouts_is_rated() -> None:
    assert why_unrated(over(Ending.TIMED_OUT), 0) is None
    assert why_unrated(over(Ending.TIMED_OUT), 1) is UnratedReason.REPEATED_TIMEOUT
    went_on = over(ranking=((2,), (0,), (1,)), moves=(9, 2, 9))
    assert why_unrated(went_on, 2) is UnratedReason.REPEATED_TIMEOUT


@pytest.mark.parametrize(
    ("ending", "ranking"),
    [
        (Ending.RULES, ()),
        (Ending.RULES, ((1,),)),
        (Ending.RULES, ((0,), (0,))),
        (Ending.DECIDED, ((0,), (2,))),
        (Ending.ABORTED, ((0,), (1,))),
        (Ending.ANNULLED, ((0, 1),)),
    ],
)
def test_a_ranking_names_every_seat_once_or_nobody(ending: Ending, ranking: Ranking) -> None:
    with pytest.raises(ValueError, match="no ranking of a match"):
        Result(ranking, ending)


@pytest.mark.parametrize(
    "result",
    [
        Result(((0, 2), (1,)), Ending.RULES, Reason.SCORE, (18, 15, 18)),
        Result(((1,), (0,)), Ending.TIMED_OUT),
        Result((), Ending.ABORTED),
        None,
    ],
)
def test_a_result_reads_back_as_it_was_stored(result: Result | None) -> None:
    kept = msgspec.json.encode(msgspec.to_builtins(result))
    assert msgspec.convert(msgspec.json.decode(kept), Result | None) == result


PLAYED = frozenset({EntryKind.MOVE, EntryKind.LEAVE, EntryKind.TIMEOUT, EntryKind.END})
"""Entries after which the position says whether a match has ended."""
GOING_ON = frozenset({EntryKind.UNDO, EntryKind.FORGIVE, EntryKind.PLACE, EntryKind.PAUSE})


def test_every_other_entry_ends_a_match_in_its_own_way() -> None:
    ends = set(EntryKind) - PLAYED - GOING_ON - {EntryKind.RESUME}
    endings = {ended_by(kind, "0>1\nwhy", (), 2).ending for kind in ends}
    assert endings == set(Ending) - {Ending.RULES, Ending.RESIGNED, Ending.TIMED_OUT}
    assert len(endings) == len(ends)

    for kind in PLAYED | GOING_ON:
        with pytest.raises(ValueError, match="ends no match"):
            ended_by(kind, "0>1", (), 2)


PLACES = st.lists(st.integers(0, 2), min_size=2, max_size=3)
"""A number for each seat: the lower the better, and alike where seats are tied."""


def plain(places: list[int], seat: int) -> str:
    if any(other < places[seat] for other in places):
        return "lost"
    return "won" if places.count(places[seat]) == 1 else "drawn"


def ranking(places: list[int]) -> tuple[tuple[int, ...], ...]:
    groups = [[seat for seat, at in enumerate(places) if at == each] for each in range(3)]
    return tuple(tuple(group) for group in groups if group)


@given(PLACES)
def test_everything_says_the_same_of_a_result(places: list[int]) -> None:
    ranked = ranking(places)
    result = Result(ranked, Ending.RULES)
    assert result.places == tuple(sum(other < at for other in places) for at in places)
    assert result.winners == (() if len(ranked) == 1 else ranked[0])
    people = tuple(PlayerId(10 + seat) for seat in range(len(places)))
    over = finished(1, people, result, datetime(2026, 3, 2, tzinfo=UTC))
    said = {
        "won": "**That wins the match.**",
        "drawn": "**That ends the match in a draw.**",
        "lost": "**That loses the match.**",
    }
    for seat in range(len(places)):
        expected = plain(places, seat)
        assert result.outcome(seat) is PlayerResult[expected.upper()]
        assert over.outcome(PlayerId(10 + seat)) is PlayerResult[expected.upper()]
        told = _consequence(GameOutcome(ranked, Reason.EMPTIED), seat)
        assert str(told).strip() == said[expected]
