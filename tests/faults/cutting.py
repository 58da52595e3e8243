"""Friends who play on while their database is cut off, again and again."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Never, TypeAlias

from sqlalchemy import URL

from bot.app.supervision import supervise
from bot.core.actor import Place
from bot.core.matches import MatchState
from bot.features.challenges import ChallengeOffer
from data.errors import StorageError
from data.ids import ChannelId, MessageId, PlayerId
from tests.kit.club import Club, first_move
from tests.kit.databases import written
from tests.kit.held import holding
from tests.kit.proxy import Cable
from tests.kit.scripted import ManualClock, ScriptedDiscord
from tests.kit.waiting import until

PAIRS = 6
BETWEEN = 0.5
"""Seconds of peace between two cuts, at most."""
THINKING = 0.5
"""Seconds between two moves of a match, on average."""
ANSWERS_WITHIN = 0.05
"""Seconds that Discord takes for an answer, at most."""
LATEST = 10.0
"""Seconds after the last cut in which every board has to be there."""

Cut: TypeAlias = Callable[[], AbstractAsyncContextManager[None]]
"""The database is cut off while the block runs."""


class RunningClock(ManualClock):
    """The time as it passes."""

    def __init__(self) -> None:
        """Nothing is to be set."""

    @property
    def now(self) -> datetime:  # type: ignore[override]  # the other one is set by hand
        return datetime.now(UTC)


class TakesItsTime(ScriptedDiscord):
    """A Discord that is asked while something else happens."""

    def __init__(self) -> None:
        super().__init__(clock=RunningClock())
        self.randomness = Random(1)

    async def post(self, channel_id: ChannelId, card: object, *rest: Any) -> MessageId:
        await asyncio.sleep(self.randomness.uniform(0, ANSWERS_WITHIN))
        posted = await super().post(channel_id, card, *rest)
        await asyncio.sleep(self.randomness.uniform(0, ANSWERS_WITHIN))
        return posted


@dataclass(frozen=True)
class Left:
    """What came of it: the ``seconds`` from the last cut's end until every board was there."""

    seconds: float
    boards: int
    wrong: Sequence[str]


async def play_through(url: str, cut: Cut, lengths: Sequence[float], seed: int = 1) -> Left:
    """Play while the database is cut off for so many seconds each time."""
    discord, randomness = TakesItsTime(), Random(seed)
    club = await Club.at(url, discord, RunningClock(), busy_seconds=0.2)
    matches: list[MatchState] = []
    delivering = asyncio.create_task(supervise("deliver", club.delivery.run))
    pairs = [_play_on(club, number, matches, randomness) for number in range(PAIRS)]
    playing = [asyncio.create_task(each) for each in pairs]
    await until(lambda: discord.messages)
    for length in lengths:
        await asyncio.sleep(randomness.uniform(0, BETWEEN))
        async with cut():
            await asyncio.sleep(length)
    ended = time.monotonic()
    for each in playing:
        each.cancel()
    for ended_by in await asyncio.gather(*playing, return_exceptions=True):
        assert isinstance(ended_by, asyncio.CancelledError), ended_by
    # a move that was given up may still be written, and its board comes after it
    wrong = await _all_wrong(club, matches)
    while wrong and time.monotonic() < ended + 6 * LATEST:
        await asyncio.sleep(0.05)
        wrong = await _all_wrong(club, matches)
    seconds = time.monotonic() - ended
    delivering.cancel()
    with suppress(asyncio.CancelledError):
        await delivering
    await club.close()
    return Left(seconds, len(discord.messages), wrong)


async def _begun(club: Club, number: int) -> MatchState:
    """A match of a pair, in which each clicks once, however often the database is asked."""
    place = Place(None, ChannelId(900 + number))
    pair = PlayerId(100 + 2 * number), PlayerId(101 + 2 * number)
    challenger, opponent = (club.actor(each, place) for each in pair)
    offer = ChallengeOffer("detach", (opponent.person,))
    challenge = await _sure(partial(club.challenges.offer, challenger, offer))
    challenge = await _sure(partial(club.challenges.accept, opponent, challenge.id))
    begun: MatchState = await _sure(partial(club.begun, challenge))
    return begun


async def _play_on(club: Club, number: int, matches: list[MatchState], randomness: Random) -> Never:
    """Play one match after another, and do once more what the database could not."""
    while True:
        match = await _begun(club, number)
        matches.append(match)
        while match.to_move_player is not None:
            await asyncio.sleep(randomness.uniform(0, 2 * THINKING))
            who, move = match.to_move_player, first_move(match)
            assert isinstance(who, int)
            actor = club.actor(who)
            submit = partial(club.matches.submit, actor, move, match.id, match.ply)
            match = (await _sure(submit)).state


async def _sure(act: Callable[[], Awaitable[Any]]) -> Any:
    while True:
        with suppress(StorageError):
            return await act()
        await asyncio.sleep(ANSWERS_WITHIN)


async def _all_wrong(club: Club, matches: Sequence[MatchState]) -> list[str]:
    waiting = await club.rows("outbox", "NOT done")
    wrong = [told for match in matches for told in await _wrong(club, match)]
    return [f"{waiting} messages wait", *wrong] if waiting else wrong


async def _wrong(club: Club, match: MatchState) -> list[str]:
    state = await club.state(match.id)
    shown = [each for each in club.discord.messages if each.match_id == match.id]
    plies = [each.ply for each in shown]
    if plies != list(range(state.ply + 1)):
        return [f"match {match.id}: boards {plies}, and it stands at {state.ply}"]
    return (
        []
        if state.match.board_message_id == shown[-1].id
        else [f"match {match.id}: its last board"]
    )


@asynccontextmanager
async def cable_to(url: URL) -> AsyncIterator[tuple[Cable, str]]:
    """A cable to the server of a database, and the database's address by it."""
    cable = Cable(url.host or "127.0.0.1", url.port or 5432)
    await cable.mend()
    try:
        yield cable, written(url.set(host="127.0.0.1", port=cable.port))
    finally:
        cable.thaw()
        await cable.cut()


def cut_by(cable: Cable) -> Cut:

    @asynccontextmanager
    async def cut() -> AsyncIterator[None]:
        await cable.cut()
        yield
        await cable.mend()

    return cut


def held(path: Path) -> Cut:

    @asynccontextmanager
    async def cut() -> AsyncIterator[None]:
        with holding(path):
            yield

    return cut


def spread(number: int, longest: float, seed: int = 1) -> list[float]:
    """So many lengths from a tenth of a second on, as many short ones as long ones."""
    randomness = Random(seed)
    lengths = [0.1 * (longest / 0.1) ** (each / max(number - 1, 1)) for each in range(number)]
    randomness.shuffle(lengths)
    return lengths
