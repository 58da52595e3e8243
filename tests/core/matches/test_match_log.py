"""The fold of a log, entry by entry."""

from datetime import UTC, datetime

import pytest

from bot.core import matches
from bot.core.matches import Entry
from data.ids import Key, MatchId, PlayerId
from data.states import Ending, EntryKind
from rules import GAMES
from tests.kit.views import match_state

NOW = datetime(2026, 1, 1, tzinfo=UTC)
START = match_state()
THREE = match_state(GAMES["halves"].start("3p"))


def entry(ply: int, kind: EntryKind, text: str = "", seat: int | None = 0) -> Entry:
    author = PlayerId(1 + (seat or 0))
    return Entry(MatchId(1), ply, seat, author, kind, text, Key(f"interaction:{ply}"), NOW)


MOVES = (
    entry(1, EntryKind.MOVE, "b2-b4", 0),
    entry(2, EntryKind.MOVE, "b7-b5", 1),
    entry(3, EntryKind.MOVE, "c2-c4", 0),
)


def test_an_undo_of_an_undo_follows_what_the_log_says() -> None:
    last = matches.match_log.replay(
        START,
        (
            *MOVES,
            entry(4, EntryKind.UNDO, "0"),
            entry(5, EntryKind.UNDO, "3"),
            entry(6, EntryKind.MOVE, "c7-c5", 1),
        ),
    )[-1]
    assert last.position.ply == 4
    assert [made.ply for made in last.moves] == [1, 2, 3, 6]


def test_a_draw_agreed_by_two_of_three_leaves_the_third_last() -> None:
    entries = (entry(1, EntryKind.LEAVE, seat=1), entry(2, EntryKind.DRAW))
    last = matches.match_log.replay(THREE, entries)[-1]
    assert last.result == matches.Result(((0, 2), (1,)), Ending.AGREED)


def test_of_three_the_last_to_leave_says_how_it_ended() -> None:
    entries = (entry(1, EntryKind.TIMEOUT, seat=1), entry(2, EntryKind.LEAVE, seat=2))
    states = matches.match_log.replay(THREE, entries)
    assert [state.is_running for state in states] == [True, True, False]
    assert states[-1].result == matches.Result(((0,), (2,), (1,)), Ending.RESIGNED)


@pytest.mark.parametrize(
    ("kind", "late"), [(EntryKind.LEAVE, ()), (EntryKind.TIMEOUT, (1,))], ids=["left", "late"]
)
def test_how_one_of_three_left_is_kept_when_a_move_is_taken_back(
    kind: EntryKind, late: tuple[int, ...]
) -> None:
    entries = (entry(1, kind, seat=1), entry(2, EntryKind.UNDO, "0"))
    for state in matches.match_log.replay(THREE, entries)[1:]:
        assert (state.left, state.late) == ((1,), late)


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (entry(3, EntryKind.MOVE, "b7-b5", 1), "follows on"),
        (entry(2, EntryKind.MOVE, "c2-c4", 0), "not to move"),
        (entry(2, EntryKind.MOVE, "b7-b5", None), "not to move"),
        (entry(2, EntryKind.LEAVE, seat=None), "without a seat"),
        (entry(2, EntryKind.TIMEOUT, seat=None), "without a seat"),
        (entry(2, EntryKind.MOVE, "b7-b7", 1), "b7"),
        (entry(2, EntryKind.UNDO, "-"), "invalid literal"),
        (entry(2, EntryKind.UNDO, "2"), "no earlier ply"),
        (entry(2, EntryKind.UNDO, "-1"), "no earlier ply"),
        (entry(2, EntryKind.DECIDE, "everybody"), "invalid literal"),
    ],
)
def test_what_cannot_follow_is_named(broken: Entry, reason: str) -> None:
    with pytest.raises(matches.CorruptLog) as refused:
        matches.match_log.replay(START, (MOVES[0], broken))
    assert refused.value.ply == broken.ply
    assert reason in refused.value.reason


@pytest.mark.parametrize(
    "kind", [EntryKind.MOVE, EntryKind.LEAVE, EntryKind.TIMEOUT, EntryKind.UNDO, EntryKind.DRAW]
)
def test_only_managers_write_after_the_end(kind: EntryKind) -> None:
    with pytest.raises(matches.CorruptLog) as refused:
        matches.match_log.replay(START, (entry(1, EntryKind.ABORT), entry(2, kind, "0")))
    assert "after the end" in refused.value.reason
    entries = (entry(1, EntryKind.ABORT), entry(2, EntryKind.DECIDE, "1>0"))
    decided = matches.match_log.replay(START, entries)[-1]
    assert decided.result == matches.Result(((1,), (0,)), Ending.DECIDED)


@pytest.mark.parametrize("ranking", [((0,), (1,)), ((0, 1),), ((2,), (0, 1))])
def test_rankings_are_read_as_they_were_written(ranking: tuple[tuple[int, ...], ...]) -> None:
    assert matches.read_ranking(matches.write_ranking(ranking)) == ranking


@pytest.mark.parametrize("ruling", [("0>1", "an outage"), ("", "two: reasons"), ("702", "")])
def test_rulings_are_read_as_they_were_written(ruling: tuple[str, str]) -> None:
    assert matches.read_ruling(matches.write_ruling(*ruling)) == ruling
