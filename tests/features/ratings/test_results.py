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
    *,
    program: bool = False,
) -> FinishedMatch:
    """A match that has ended; the second seat's may be a ``program``."""
    people = tuple(PlayerId(10 + seat) for seat in range(len(moves)))
    match = finished(1, people, Result(ranking, ending), AT, agreed=agreed)
    seats = [replace(seat, moves=made) for seat, made in zip(match.seats, moves, strict=True)]
    if program:
        seats[1] = replace(seats[1], player_id=None)
    return replace(match, seats=tuple(seats))


THREE: Ranking = ((2,), (0,), (1,))


@pytest.mark.parametrize(
    ("match", "timeouts", "why"),
    [
        (over(), 0, None),
        (over(moves=(2, 1)), 0, UnratedReason.TOO_SHORT),
        (over(moves=(1, 2)), 0, UnratedReason.TOO_SHORT),
        (over(Ending.DECIDED, moves=(0, 2)), 0, UnratedReason.TOO_SHORT),
        # of three, two must have moved twice
        (over(ranking=THREE, moves=(0, 2, 2)), 0, None),
        (over(ranking=THREE, moves=(5, 1, 1)), 0, UnratedReason.TOO_SHORT),
        (over(Ending.TIMED_OUT), 0, None),
        (over(Ending.TIMED_OUT), 1, UnratedReason.REPEATED_TIMEOUT),
        # a seat ran out of time again, and the match went on
        (over(ranking=THREE, moves=(9, 2, 9)), 2, UnratedReason.REPEATED_TIMEOUT),
        # what is said on the card holds at the end
        (over(agreed=UnratedReason.FRIENDLY), 0, UnratedReason.FRIENDLY),
        (over(agreed=UnratedReason.TOO_MANY, moves=(0, 0)), 1, UnratedReason.TOO_MANY),
        (over(agreed=UnratedReason.FRIENDLY, program=True), 0, UnratedReason.ENGINE),
        *((over(each), 0, None) for each in WITH_RESULT),
        *((over(each, (), (9, 9)), 1, UnratedReason.NO_RESULT) for each in WITHOUT_RESULT),
    ],
)
def test_why_a_match_is_not_rated(
    match: FinishedMatch, timeouts: int, why: UnratedReason | None
) -> None:
    assert why_unrated(match, timeouts) is why


def test_a_match_is_shown_in_the_week_from_monday_in_which_it_ended() -> None:
    sunday = timedelta(days=6)
    ends = (AT - timedelta(days=1), AT, AT + sunday)
    played = [replace(over(), ended_at=at) for at in ends]
    weeks = activity(played, PlayerId(11), (AT + sunday).date()).weeks
    shown = [(week.begins, week.won) for week in weeks if week.played]
    assert shown == [(date(2026, 2, 23), 1), (date(2026, 3, 2), 2)]


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
