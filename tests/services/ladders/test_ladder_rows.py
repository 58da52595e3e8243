from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.services.ladders import (
    COLUMNS,
    KINDS,
    Annulled,
    Ended,
    Entry,
    from_row,
    ladder_end,
    to_row,
)
from bot.services.results import Agreement, End, EndReason, FinishedMatch, Ranking, decide_result
from data.ids import MatchId, PlayerId
from tests.services.ladders.club_ladder import NOON

ENTRIES: st.SearchStrategy[Entry] = st.sampled_from(list(KINDS.values())).flatmap(st.from_type)


@given(ENTRIES)
def test_an_entry_reads_back_from_its_row(entry: Entry) -> None:
    row = to_row(entry)
    assert tuple(row) == COLUMNS
    assert from_row(row) == entry


def test_every_kind_of_entry_is_a_kind_of_row() -> None:
    assert len(KINDS) == 20
    assert {field.name for kind in KINDS.values() for field in fields(kind)} < set(COLUMNS)
    with pytest.raises(KeyError):
        from_row({"kind": "promoted"})


def finished(reason: EndReason, ranking: Ranking, moves: tuple[int, ...] = (4, 4)) -> FinishedMatch:
    result = decide_result(Agreement(friendly=True), End(reason, ranking, moves))
    return FinishedMatch(MatchId(5), "any", None, (PlayerId(1), PlayerId(2)), NOON, result)


WON: Ranking = ((1,), (0,))


@pytest.mark.parametrize(
    ("reason", "ranking", "winner", "timed_out"),
    [
        (EndReason.RULES, WON, 2, None),
        (EndReason.RESIGNED, WON, 2, None),
        (EndReason.DECIDED, ((0,), (1,)), 1, None),
        (EndReason.TIMED_OUT, WON, 2, 1),
        (EndReason.AGREED, ((0, 1),), None, None),
        (EndReason.DECIDED, ((0, 1),), None, None),
    ],
)
def test_a_result_counts_on_the_ladder_though_it_is_not_rated(
    reason: EndReason, ranking: Ranking, winner: int | None, timed_out: int | None
) -> None:
    assert ladder_end(finished(reason, ranking, (1, 0))) == Ended(
        NOON,
        MatchId(5),
        None if winner is None else PlayerId(winner),
        None if timed_out is None else PlayerId(timed_out),
    )


@pytest.mark.parametrize("reason", [EndReason.ABORTED, EndReason.ANNULLED])
def test_a_match_without_result_frees_both(reason: EndReason) -> None:
    assert ladder_end(finished(reason, ())) == Annulled(NOON, MatchId(5))


def test_who_calls_a_match_off_after_the_first_move_loses_it() -> None:
    aborted = finished(EndReason.ABORTED, ())
    assert ladder_end(aborted, aborted_by=PlayerId(1)) == Ended(NOON, MatchId(5), PlayerId(2))
    annulled = finished(EndReason.ANNULLED, ())
    assert ladder_end(annulled, aborted_by=PlayerId(1)) == Annulled(NOON, MatchId(5))
