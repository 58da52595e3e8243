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
from bot.services.matches import Result
from data.ids import MatchId, PlayerId
from data.states import Ending
from rules.outcomes import Ranking
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


def end(
    ending: Ending, ranking: Ranking = (), aborted_by: PlayerId | None = None
) -> Ended | Annulled:
    players = (PlayerId(1), PlayerId(2))
    return ladder_end(MatchId(5), players, Result(ranking, ending), NOON, aborted_by)


WON: Ranking = ((1,), (0,))


@pytest.mark.parametrize(
    ("ending", "ranking", "winner", "timed_out"),
    [
        (Ending.RULES, WON, 2, None),
        (Ending.RESIGNED, WON, 2, None),
        (Ending.DECIDED, ((0,), (1,)), 1, None),
        (Ending.TIMED_OUT, WON, 2, 1),
        (Ending.AGREED, ((0, 1),), None, None),
        (Ending.DECIDED, ((0, 1),), None, None),
    ],
)
def test_a_result_counts_on_the_ladder_though_it_is_not_rated(
    ending: Ending, ranking: Ranking, winner: int | None, timed_out: int | None
) -> None:
    assert end(ending, ranking) == Ended(
        NOON,
        MatchId(5),
        None if winner is None else PlayerId(winner),
        None if timed_out is None else PlayerId(timed_out),
    )


@pytest.mark.parametrize("ending", [Ending.ABORTED, Ending.ANNULLED])
def test_a_match_without_result_frees_both(ending: Ending) -> None:
    assert end(ending) == Annulled(NOON, MatchId(5))


def test_who_calls_a_match_off_after_the_first_move_loses_it() -> None:
    aborted = end(Ending.ABORTED, aborted_by=PlayerId(1))
    assert aborted == Ended(NOON, MatchId(5), PlayerId(2))
    assert end(Ending.ANNULLED, aborted_by=PlayerId(1)) == Annulled(NOON, MatchId(5))
