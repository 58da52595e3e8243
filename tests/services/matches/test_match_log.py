"""The fold of a log, entry by entry."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.services.matches import match_log as log
from data.matches import Entry
from data.states import EntryKind, MatchState
from rules import GAMES
from rules.game import Reason

START = log.begin(GAMES["apart"], "standard", None)


def entry(ply: int, kind: EntryKind, text: str = "", seat: int | None = 0) -> Entry:
    return Entry(1, ply, seat, 1 + (seat or 0), kind, text, 100 + ply, datetime.now(UTC))


MOVES = (
    entry(1, EntryKind.MOVE, "b2-b4", 0),
    entry(2, EntryKind.MOVE, "b7-b5", 1),
    entry(3, EntryKind.MOVE, "c2-c4", 0),
)


def test_every_ply_has_its_standing() -> None:
    standings = log.replay(START, MOVES)
    assert [standing.ply for standing in standings] == [0, 1, 2, 3]
    assert [standing.position.ply for standing in standings] == [0, 1, 2, 3]
    assert standings[0] is START


def test_an_undo_of_an_undo_follows_what_the_log_says() -> None:
    last = log.replay(
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
    first = log.begin(GAMES["halves"], "3p", None)
    last = log.replay(first, (entry(1, EntryKind.LEAVE, seat=1), entry(2, EntryKind.DRAW)))[-1]
    assert last.state is MatchState.DRAWN
    assert last.outcome is not None
    assert (last.outcome.ranking, last.outcome.reason) == (((0, 2), (1,)), Reason.AGREED)


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (entry(3, EntryKind.MOVE, "b7-b5", 1), "follows on"),
        (entry(2, EntryKind.MOVE, "c2-c4", 0), "not to move"),
        (entry(2, EntryKind.MOVE, "b7-b5", None), "not to move"),
        (entry(2, EntryKind.LEAVE, seat=None), "without a seat"),
        (entry(2, EntryKind.MOVE, "b7-b7", 1), "b7"),
        (entry(2, EntryKind.UNDO, "-"), "invalid literal"),
        (entry(2, EntryKind.UNDO, "2"), "no earlier ply"),
        (entry(2, EntryKind.UNDO, "-1"), "no earlier ply"),
        (entry(2, EntryKind.DECIDE, "everybody"), "invalid literal"),
    ],
)
def test_what_cannot_follow_is_named(broken: Entry, reason: str) -> None:
    with pytest.raises(log.BrokenLogError, match=reason) as refused:
        log.replay(START, (MOVES[0], broken))
    assert refused.value.ply == broken.ply


@pytest.mark.parametrize("kind", [EntryKind.MOVE, EntryKind.LEAVE, EntryKind.UNDO, EntryKind.DRAW])
def test_only_managers_write_after_the_end(kind: EntryKind) -> None:
    with pytest.raises(log.BrokenLogError, match="after the end"):
        log.replay(START, (entry(1, EntryKind.ABORT), entry(2, kind, "0")))
    decided = log.replay(START, (entry(1, EntryKind.ABORT), entry(2, EntryKind.DECIDE, "1>0")))
    assert decided[-1].state is MatchState.OVER


@pytest.mark.parametrize("ranking", [((0,), (1,)), ((0, 1),), ((2,), (0, 1))])
def test_rankings_are_read_as_they_were_written(ranking: tuple[tuple[int, ...], ...]) -> None:
    assert log.read_ranking(log.write_ranking(ranking)) == ranking
