"""What happens to time while a board is on its way, and when that takes long."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.core.actor import Person
from bot.core.clocks import Gift, LedgerKind
from bot.core.matches import MatchState
from bot.features.matches.boards import PostedBoard
from bot.features.reminders import Wishes
from data.ids import ChannelId, MessageId
from tests.kit.club import ADA, BEN, DAN, Club, OpenClub
from tests.kit.timed import check_ledger, deadline, lines_of, look, timed
from tests.kit.times import DAY, HOUR, MINUTE, SECOND


@pytest.fixture
async def patient(open_club: OpenClub) -> Club:
    """The club, where posting a board may take as long as it does."""
    return await open_club(answer_within=MINUTE)


Meanwhile = Callable[[Callable[[], Awaitable[object]]], None]


@pytest.fixture
def meanwhile(patient: Club, monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Lets something happen while the next board is posted; each takes twenty seconds."""
    post, pending = patient.discord.post, []

    async def slowly(channel_id: ChannelId, card: object, *rest: Any) -> MessageId:
        if isinstance(card, PostedBoard):
            patient.clock.now += 20 * SECOND
            if pending:
                await pending.pop()()
        return await post(channel_id, card, *rest)

    monkeypatch.setattr(patient.discord, "post", slowly)
    return pending.append


async def kinds(club: Club, match: MatchState, seat: int) -> list[LedgerKind]:
    return [line.kind for line in await lines_of(club, match, seat)]


async def test_time_given_while_a_board_is_posted(patient: Club, meanwhile: Meanwhile) -> None:
    club = patient
    match = await timed(club, "3d", posted=False)
    meanwhile(lambda: club.clocks.give(club.actor(BEN), match.id, Gift.DAY))
    await club.deliver()
    assert await deadline(club, match) == club.clock.now + 4 * DAY
    begun = [LedgerKind.OPENED, LedgerKind.TURN]
    assert await kinds(club, match, 0) == [*begun, LedgerKind.GIFT, LedgerKind.POSTED]
    assert (await club.state(match.id)).match.board_message_id == club.discord.messages[-1].id
    check_ledger(await look(club, match))


async def test_an_overtaken_board_lets_no_time_run(patient: Club, meanwhile: Meanwhile) -> None:
    club = patient
    match = await timed(club, "3d", posted=False)
    meanwhile(lambda: club.play(match))
    await club.deliver()
    assert LedgerKind.POSTED not in await kinds(club, match, 0)
    assert (await kinds(club, match, 1))[-2:] == [LedgerKind.TURN, LedgerKind.POSTED]
    assert await deadline(club, match) == club.clock.now + 3 * DAY


async def test_time_runs_from_a_moved_board(patient: Club, meanwhile: Meanwhile) -> None:
    club = patient
    match = await timed(club, "3d", posted=False)
    boss, elsewhere = club.actor(Person(DAN, manages_server=True)), ChannelId(702)
    meanwhile(lambda: club.rulings.move_elsewhere(boss, match.id, elsewhere, "too loud"))
    await club.deliver()
    assert (await kinds(club, match, 0)).count(LedgerKind.POSTED) == 1
    assert await deadline(club, match) == club.clock.now + 3 * DAY


async def test_a_posting_is_read_at_once_and_written_once(club: Club) -> None:
    match = await timed(club, "3d")
    assert (await kinds(club, match, 0)).count(LedgerKind.POSTED) == 1
    match = await club.play(match, posted=True)
    await club.clocks.give(club.actor(ADA), match.id, Gift.DAY)
    match = await club.play(match, posted=True)
    for seat in (0, 1):
        found = await kinds(club, match, seat)
        assert found.count(LedgerKind.POSTED) == found.count(LedgerKind.TURN)
    told = (await look(club, match)).ledger
    assert [line.at for line in told] == sorted(line.at for line in told)
    match = await club.play(match)
    assert await club.rows("clock_lines", "kind = 'posted'") == 3
    check_ledger(await look(club, match))


async def posted_late(
    club: Club, clock: str, *, swept: timedelta, posted: timedelta
) -> tuple[MatchState, datetime]:
    """A match whose newest board is posted so long after the move, and when that was made.

    In between is looked once at what is due.
    """
    match = await timed(club, clock)
    for _ in range(2):
        match = await club.play(match, posted=True)
    begun, match = club.clock.now, await club.play(match)
    club.clock.now = begun + swept
    await club.sweep()
    club.clock.now = begun + posted
    await club.deliver()
    return match, begun


async def test_a_late_board_moves_the_timeout_to_before_it_was_looked_for(club: Club) -> None:
    match, begun = await posted_late(club, "10s", swept=25 * SECOND, posted=30 * SECOND)
    assert await deadline(club, match) == begun + 40 * SECOND
    for second in (45, 49):
        club.clock.now = begun + second * SECOND
        await club.sweep()
        assert (await club.state(match.id)).is_running
    club.clock.now = begun + 50 * SECOND
    await club.sweep()
    assert not (await club.state(match.id)).is_running


async def test_and_reminders_as_well(club: Club) -> None:
    _, begun = await posted_late(club, "40s", swept=35 * SECOND, posted=40 * SECOND)
    for second, count in ((65, 0), (69, 0), (70, 1)):
        club.clock.now = begun + second * SECOND
        while await club.sweep():
            pass
        assert await club.rows("reminders", "kind = 'quarter'") == count


@pytest.mark.parametrize("plies", [0, 3])
async def test_nobody_loses_a_live_match_whose_board_is_not_posted(club: Club, plies: int) -> None:
    match = await timed(club, "10m", posted=plies > 0)
    for left in reversed(range(plies)):
        match = await club.play(match, posted=left > 0)
    before = (await club.state(match.id)).ply
    for _ in range(26):
        club.clock.now += 5 * MINUTE
        await club.sweep()
    assert (await club.state(match.id)).ply == before
    await club.deliver()
    assert await club.rows("timers", f"kind = 'deadline' AND subject_id = {match.id}") == 1
    for _ in range(3):
        club.clock.now += 6 * MINUTE
        await club.sweep()
    assert not (await club.state(match.id)).is_running


async def test_a_reminder_that_only_a_late_board_leaves_time_for(club: Club) -> None:
    await club.reminders.choose(club.actor(ADA), Wishes(quiet="11-15"))
    begun, match = club.clock.now, await timed(club, "3h", posted=False)
    await club.deliver(40 * SECOND)
    assert await deadline(club, match) == begun + 3 * HOUR + 40 * SECOND
    for at, count in ((3 * HOUR - MINUTE, 0), (3 * HOUR, 1)):
        club.clock.now = begun + at
        await club.sweep()
        assert await club.rows("reminders", "kind = 'half'") == count
