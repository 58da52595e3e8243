"""Matches of Apart that were played on past their end, which earlier versions did not see."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.services.matches import MatchOver, MatchState, Result, damage_of, match_log
from bot.services.matches.entries_storage import Entry
from data.ids import Key, MatchId, PlayerId
from data.states import Ending, EntryKind
from rules import GAMES, Reason, record
from rules.games.apart import jumps
from rules.geometry.cellset import cells_in
from tests.kit.club import ADA, BEN, Club
from tests.kit.overlooked import (
    END,
    START,
    begin_before_the_end,
    earlier_version,
    once_touching,
)
from tests.kit.views import match_state
from tests.services.opening import OpenClub

ON = (END, "f8-g8")
BACK = (*ON, "e2-d2", "g8-f8", "d2-c2")
"""White's pieces touch again, so the match goes on."""
WON = Result(((0,), (1,)), Ending.RULES, Reason.ISOLATED)


def entry(ply: int, kind: EntryKind, text: str = "", seat: int | None = None) -> Entry:
    key = Key(f"interaction:{ply}")
    return Entry(
        MatchId(1), ply, seat, PlayerId(1), kind, text, key, datetime(2026, 1, 1, tzinfo=UTC)
    )


@pytest.fixture(autouse=True)
def opening(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches begin a turn before White's pieces are isolated."""
    begin_before_the_end(monkeypatch)


async def played_before(club: Club, monkeypatch: pytest.MonkeyPatch, *moves: str) -> MatchState:
    """A match in which an earlier version accepted these moves."""
    with earlier_version(monkeypatch):
        match = await club.start()
        for move in moves:
            match = await club.move(match, move)
    assert match.is_running
    return match


def test_only_h1_and_h8_were_taken_for_neighbours() -> None:
    squares = range(len(jumps.BOARD.names))
    wrong = {
        frozenset(jumps.BOARD.names[cell] for cell in cells_in(once_touching(1 << a | 1 << b)))
        for a in squares
        for b in squares
        if once_touching(1 << a | 1 << b) != jumps.touching(1 << a | 1 << b)
    }
    assert wrong == {frozenset({"h1"})}


@pytest.mark.parametrize("moves", [(END,), ON], ids=["at the end", "past it"])
async def test_a_match_that_should_be_over_ends_at_the_next_start(
    open_club: OpenClub, monkeypatch: pytest.MonkeyPatch, moves: tuple[str, ...]
) -> None:
    before = await played_before(await open_club(), monkeypatch, *moves)
    club = await open_club()
    assert await club.database.read(damage_of, club.store, before.id) is None
    with pytest.raises(MatchOver):
        await club.matches.resign(club.actor(BEN), before.id)
    assert await club.matches.end_overlooked() == 1
    assert await club.matches.end_overlooked() == 0
    match = await club.state(before.id)
    assert (match.result, match.match.result) == (WON, WON)
    assert match.match.to_move is None
    assert match.ply == before.ply + 1
    assert [str(made.move) for made in match.moves] == list(moves)
    assert match == await club.from_the_log(before.id)
    assert await club.database.read(damage_of, club.store, before.id) is None
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id)[-1] == match.ply
    assert (await club.inbox.read(BEN)).waiting == ()


async def test_a_match_that_went_on_is_read_as_it_was_played(
    open_club: OpenClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await played_before(await open_club(), monkeypatch, *BACK)
    club = await open_club()
    assert await club.matches.end_overlooked() == 0
    match = await club.state(before.id)
    assert match.position == before.position
    assert match.is_running
    assert match.moves[1].sentence == "Black steps f8 to g8."
    club.clock.advance(minutes=1)
    match = await club.resign(await club.move(match, "f8-g8"), ADA)
    assert match == await club.from_the_log(match.id)
    replayed = await club.replay.replay(club.actor(ADA), match.id)
    assert len(replayed.steps) == len(BACK) + 3
    assert record.read(record.write(replayed.record)).entries == replayed.record.entries
    for step in replayed.steps[:-1]:
        assert GAMES["apart"].decode(step.position.encode()) == step.position


@pytest.mark.parametrize(
    ("kind", "text", "seat"),
    [
        (EntryKind.LEAVE, "", 1),
        (EntryKind.TIMEOUT, "", 1),
        (EntryKind.DRAW, "", 1),
        (EntryKind.ABORT, "", 1),
        (EntryKind.UNDO, "0", 0),
    ],
)
def test_whatever_was_accepted_after_such_an_end_is_read(
    kind: EntryKind, text: str, seat: int
) -> None:
    over = match_log.replay(match_state(START), (entry(1, EntryKind.MOVE, END, 0),))
    after = match_log.replay(over[0], (over[-1].last, entry(2, kind, text, seat)))[-1]
    assert after.result != WON


def test_a_pause_plays_nothing_on() -> None:
    entries = (
        entry(1, EntryKind.MOVE, END, 0),
        entry(2, EntryKind.PAUSE, "3"),
        entry(3, EntryKind.RESUME),
    )
    assert match_log.replay(match_state(START), entries)[-1].result == WON


def test_an_end_that_was_always_seen_is_the_end() -> None:
    seen = GAMES["apart"].decode("standard ply:0 white:b2,c2,h1,h7 black:a7,b7,d8,f8")
    after = match_log.replay(match_state(seen), (entry(1, EntryKind.MOVE, END, 0),))[-1]
    with pytest.raises(match_log.BrokenLogError, match="after the end"):
        match_log.follow(after, entry(2, EntryKind.MOVE, "f8-g8", 1), lambda _: after)
    with pytest.raises(ValueError, match="the game is over"):
        after.position.played_on()
    with pytest.raises(ValueError, match="the game is over"):
        GAMES["detach"].start().played_on()
