"""Destinations side by side, each in order, whatever goes wrong with one of them."""

import asyncio
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.core import delivery, outbox_claims
from bot.core.actor import Place
from bot.core.matches import MatchState
from bot.core.posting import TryLater
from bot.features.matches import boards
from data.ids import ChannelId, PlayerId
from tests.data_layer.gates import LockGate, ThreadGate
from tests.kit.club import DIRECT, Club, OpenClub
from tests.kit.scripted import ScriptedDiscord
from tests.kit.waiting import running, until

FEW, SLOW_ONES = 4, 24
SLOW, QUICK = Place(None, ChannelId(901)), Place(None, ChannelId(902))


async def tries(club: Club, most: int) -> list[float]:
    """How many seconds lie between the next attempts, which are made no sooner."""
    pauses = []
    for _ in range(most):
        until = await club.database.read(outbox_claims.next_attempt, club.clock.now)
        assert until is not None
        pauses.append((until - club.clock.now).total_seconds())
        club.clock.now = until - timedelta(milliseconds=1)
        before = len(club.discord.calls)
        await club.deliver()
        assert len(club.discord.calls) == before
        club.clock.now = until
        await club.deliver()
        assert len(club.discord.calls) > before
    return pauses


async def test_pauses_grow_up_to_ten_minutes(club: Club) -> None:
    match = await club.start(place=DIRECT)
    club.discord.forbidden = {DIRECT.channel_id: TryLater()}
    await club.deliver()
    assert await tries(club, 11) == [2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]
    club.discord.forbidden = {}
    await club.deliver(minutes=10)
    assert club.discord.posted(match.id) == [0]


@pytest.mark.parametrize(
    ("told", "paused"),
    [
        (timedelta(seconds=30), timedelta(seconds=30)),
        (timedelta(milliseconds=1), delivery.FIRST_DELAY),
        (timedelta(hours=5), delivery.LONGEST_DELAY),
        (None, delivery.FIRST_DELAY),
    ],
)
async def test_discords_own_pauses(club: Club, told: timedelta | None, paused: timedelta) -> None:
    match = await club.start(place=DIRECT)
    club.discord.fail("post_board", TryLater(told))
    await club.deliver()
    await club.deliver(paused - timedelta(milliseconds=1))
    assert club.discord.posted(match.id) == []
    await club.deliver(milliseconds=1)
    assert club.discord.posted(match.id) == [0]


async def start_many(club: Club, number: int, place: Place | None = None) -> list[MatchState]:
    """So many matches, each in a channel of its own, or all in one ``place``."""
    started = []
    for each in range(number):  # nobody may begin many in a day
        pair = PlayerId(1000 + 2 * each), PlayerId(1001 + 2 * each)
        started.append(await club.start(*pair, place=place or Place(None, ChannelId(1000 + each))))
    return started


def hang(club: Club, matches: Iterable[MatchState]) -> None:
    """Leave whatever is done in the channels of these matches without an answer."""
    club.discord.hanging |= {each.channel_id for each in matches}
    club.delivery._grace = timedelta(0)


@pytest.fixture
async def patient(open_club: OpenClub) -> Club:
    """A club whose delivery waits for Discord as long as it takes."""
    return await open_club(answer_within=timedelta(hours=1))


async def test_channels_that_do_not_answer_hold_up_nobody(patient: Club) -> None:
    hang(patient, await start_many(patient, SLOW_ONES))
    match = await patient.start(place=QUICK)
    async with running(patient.delivery.run()):
        await until(lambda: patient.discord.posted(match.id) == [0])
        await until(lambda: patient.discord.hung == SLOW_ONES)
        await patient.play(match, 3)
        await until(lambda: patient.discord.posted(match.id) == [0, 1, 2, 3])
        assert patient.discord.hung == SLOW_ONES


class SlowEdits(ScriptedDiscord):
    """Takes boards, but does not answer to edits of old ones."""

    edits = 0

    async def edit(self, *_: Any) -> None:
        self.edits += 1
        await asyncio.Event().wait()


async def test_old_boards_that_cannot_be_edited_hold_up_nobody(
    open_club: OpenClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "EDITS_AT_ONCE", FEW)
    discord = SlowEdits()
    club = await open_club(discord, answer_within=timedelta(hours=1))
    club.delivery._grace = timedelta(0)
    matches = await start_many(club, 2 * FEW)
    async with running(club.delivery.run()):
        for ply in (1, 2):
            matches = [await club.play(each) for each in matches]
            for each in matches:
                await until(lambda each=each, ply=ply: ply in discord.posted(each.id))
        await until(lambda: discord.edits == FEW)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few messages are enough to be too many."""
    monkeypatch.setattr(delivery, "MAX_STARTING", FEW)
    monkeypatch.setattr(delivery, "MAX_UNDER_WAY", 2 * FEW)
    monkeypatch.setattr(delivery, "MAX_IN_CHANNEL", FEW // 2)


@pytest.mark.usefixtures("few")
async def test_old_boards_come_after_new_ones(club: Club) -> None:
    matches = [await club.play(each, 2) for each in await start_many(club, 2 * FEW)]
    await club.deliver()
    assert [message.buttons for message in club.discord.messages].count(True) == len(matches)
    calls = [call for call in club.discord.calls if call in ("post_board", "retire_board")]
    assert calls[: 3 * len(matches)] == ["post_board"] * 3 * len(matches)


@pytest.mark.usefixtures("few")
async def test_many_wait_and_not_too_many(patient: Club) -> None:
    hang(patient, await start_many(patient, 2 * FEW + 5))
    async with running(patient.delivery.run()):
        await until(lambda: patient.discord.hung == 2 * FEW)
        await asyncio.sleep(2 * delivery.STARTING_TIME.total_seconds())
        assert patient.discord.hung == 2 * FEW
        assert await claimed_matches(patient) == list(range(1, 2 * FEW + 1))


@pytest.mark.usefixtures("few")
@pytest.mark.both_databases
async def test_full_channels_delay_nobody(patient: Club) -> None:
    crowd = [each.id for each in await start_many(patient, 3 * FEW, SLOW)]
    first = crowd[: delivery.MAX_IN_CHANNEL]
    patient.discord.hanging = {SLOW.channel_id}
    patient.delivery._grace = timedelta(0)
    async with running(patient.delivery.run()):
        await until(lambda: patient.discord.hung == len(first))
        match = await patient.play(await patient.start(place=QUICK), 3)
        await until(lambda: patient.discord.posted(match.id) == [0, 1, 2, 3])
        await until(lambda: all_is_noted(patient, match))
        assert await claimed_matches(patient) == first
        assert patient.discord.hung == len(first)
    patient.discord.hanging = set()
    await patient.deliver(delivery.LEASE)
    assert [patient.discord.posted(each) for each in crowd] == [[0]] * len(crowd)
    assert patient.discord.calls.count("find_board") == len(first), "no other was ever begun"


async def all_is_noted(club: Club, match: MatchState) -> bool:
    return not await club.rows("outbox", f"subject_id = {match.id} AND kind = 'board' AND NOT done")


async def claimed_matches(club: Club) -> list[int]:
    claimed = "SELECT subject_id FROM outbox WHERE claimed_by IS NOT NULL ORDER BY 1"
    return [each for (each,) in await club.sql(claimed)]


async def test_a_running_delivery_wakes_when_a_pause_is_over(club: Club) -> None:
    club.discord.fail("post_board", TryLater())
    match = await club.start(posted=True)
    club.clock.advance(seconds=1.9)
    async with running(club.delivery.run()):
        await asyncio.sleep(0.05)
        assert club.discord.posted(match.id) == []
        club.clock.advance(seconds=0.1)
        await until(lambda: club.discord.posted(match.id) == [0])


@pytest.mark.both_databases
async def test_what_is_claimed_as_it_stops_waits_for_no_lease(
    club: Club, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = await LockGate.on(url) if club.database.is_shared else ThreadGate()
    claim = outbox_claims.claim

    def slowly(connection: Connection, *given: Any, **options: Any) -> Any:
        gate.wait(connection)
        return claim(connection, *given, **options)

    match = await club.start(place=DIRECT)
    with monkeypatch.context() as patch:
        patch.setattr(outbox_claims, "claim", slowly)
        delivering = asyncio.create_task(club.delivery.run())
        await gate.reached()
        delivering.cancel()
        await asyncio.sleep(0)
        await gate.open()
        await asyncio.gather(delivering, return_exceptions=True)
    await club.deliver()
    assert club.discord.posted(match.id) == [0]
    assert "find_board" not in club.discord.calls, "it was never begun"


async def test_stopping_does_not_wait_for_ever(open_club: OpenClub) -> None:
    club = await open_club(answer_within=timedelta(hours=1))
    match = await club.start(place=SLOW)
    club.discord.hanging = {SLOW.channel_id}
    club.delivery._grace = timedelta(milliseconds=20)
    async with asyncio.timeout(60), running(club.delivery.run()):
        await until(lambda: club.discord.hung == 1)
    club.discord.hanging = set()
    await club.deliver(delivery.LEASE)
    assert club.discord.posted(match.id) == [0]
