"""Matches that are listed as running though their game is over, which nobody had seen.

They are of Apart as it was played while pieces on h1 and h8 were taken for neighbours.
"""

from datetime import UTC, datetime

import pytest

from bot.core.matches import Entry, MatchOver, MatchState, Result, damage_of, match_log
from data.ids import Key, MatchId, PlayerId
from data.states import Ending, EntryKind
from rules import GAMES, Reason
from rules.games.apart import Apart, position
from rules.games.apart.info import BOARD
from rules.geometry.cellset import cell_set
from tests.kit.club import BEN, Club, OpenClub
from tests.kit.timed import check_ledger, look, timed
from tests.kit.views import match_state

START = GAMES["apart"].decode("standard ply:0 white:b2,c2,h1,h8 black:a7,b7,d8,f8")
END = "c2-e2"
"""No two of White's pieces touch any more; those on h1 and h8 were said to."""
ON = (END, "f8-g8")
BACK = (*ON, "e2-d2", "g8-f8", "d2-c2")
"""White's pieces touch again, and the match went on; it was over all the same."""
WON = Result(((0,), (1,)), Ending.RULES, Reason.ISOLATED)


def once_touching(own: int) -> int:
    """What was said to touch before: from h8 one row up is bit 64, from which h1 is reached."""
    bottom, top = (
        cell_set(BOARD.index[f"{column}{row}"] for column in "abcdefgh") for row in (1, 8)
    )
    above, below = own << 1 & ~bottom, own >> 1 & ~top
    upright = above | own | below
    return own & (above | below | upright << 8 | upright >> 8)


def entry(ply: int, kind: EntryKind, text: str = "", seat: int | None = None) -> Entry:
    key = Key(f"interaction:{ply}")
    return Entry(
        MatchId(1), ply, seat, PlayerId(1), kind, text, key, datetime(2026, 1, 1, tzinfo=UTC)
    )


@pytest.fixture(autouse=True)
def opening(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches begin a turn before White's pieces are isolated."""
    monkeypatch.setattr(Apart, "start", lambda *_, **__: START)


async def played_before(
    club: Club, monkeypatch: pytest.MonkeyPatch, *moves: str, clock: str = "none"
) -> MatchState:
    """A match in which an earlier version accepted these moves."""
    with monkeypatch.context() as earlier:
        earlier.setattr(position, "touching", once_touching)
        match = await timed(club, clock)
        for move in moves:
            match = await club.move(match, move)
            await club.deliver()
    assert match.is_running
    return match


async def has_ended(club: Club, before: MatchState) -> None:
    """The match is over for everybody, once, with the first move's result."""
    match = await club.state(before.id)
    assert (match.result, match.match.result) == (WON, WON)
    assert match.match.to_move is None
    assert match.match.deadline is None
    assert match.ply == before.ply + 1
    assert [str(made.move) for made in match.moves] == [END]
    assert match == await club.from_the_log(before.id)
    assert await club.database.read(damage_of, club.store, before.id) is None
    await club.deliver()
    assert club.discord.posted(match.id)[-1] == match.ply
    assert (await club.inbox.read(BEN)).waiting == ()


@pytest.mark.parametrize("moves", [(END,), ON, BACK], ids=["at the end", "past it", "far past it"])
async def test_it_ends_when_somebody_sees_that_it_is_over(
    open_club: OpenClub, monkeypatch: pytest.MonkeyPatch, moves: tuple[str, ...]
) -> None:
    before = await played_before(await open_club(), monkeypatch, *moves)
    club = await open_club()
    with pytest.raises(MatchOver) as refused:
        await club.matches.resign(club.actor(BEN), before.id)
    for _ in range(2):
        await club.matches.end(refused.value.view)
    await has_ended(club, before)


@pytest.mark.parametrize("moves", [(END,), BACK], ids=["at the end", "far past it"])
async def test_it_ends_when_the_time_of_whoever_is_to_move_has_run_out(
    open_club: OpenClub, monkeypatch: pytest.MonkeyPatch, moves: tuple[str, ...]
) -> None:
    before = await played_before(await open_club(), monkeypatch, *moves, clock="1d")
    club = await open_club()
    await club.sweep(days=1, minutes=2)
    await has_ended(club, before)
    view = await look(club, before)
    assert all(clock.turn is None and not clock.timed_out_at for clock in view.seats.values())
    check_ledger(view)


async def test_a_match_that_is_running_is_not_ended(club: Club) -> None:
    match = await club.start()
    await club.matches.end(match)
    await club.database.write(club.store.end, match)
    assert (await club.state(match.id)).ply == 0


@pytest.mark.parametrize(
    ("kind", "text", "seat"),
    [
        (EntryKind.MOVE, "f8-g8", 1),
        (EntryKind.LEAVE, "", 1),
        (EntryKind.DRAW, "", 1),
        (EntryKind.UNDO, "0", 0),
        (EntryKind.PAUSE, "3", None),
    ],
)
def test_what_came_after_it_changes_nothing(kind: EntryKind, text: str, seat: int | None) -> None:
    over = match_log.replay(match_state(START), (entry(1, EntryKind.MOVE, END, 0),))
    after = match_log.replay(over[0], (over[-1].last, entry(2, kind, text, seat)))[-1]
    assert after.result == WON
    assert after.position == over[-1].position
    assert after.ply == 2
