"""A post whose answer got lost stands there once, of whatever kind, and however clocks are set."""

import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import timedelta
from typing import Any, TypeAlias

import aiohttp
import pytest
from discord.http import HTTPClient
from sqlalchemy import Connection, select

from data.states import MessageKind
from data.tables import outbox
from tests.e2e.test_leaderboard import leaderboard
from tests.kit.cups import open_cup
from tests.kit.discord_rules import forget_nonces
from tests.kit.ladders import open_ladder
from tests.kit.table import DAY, World, begin, keeper_of, offer, pass_time, play, resign

HOUR = 3600.0
AHEAD, BEHIND = timedelta(minutes=90), timedelta(minutes=-90)

Scene: TypeAlias = Callable[[World], AsyncIterator[None]]
"""What people do until a message is due, and what makes it due; answers get lost in between."""


class Lost:
    """Discord carries every post out, but tells so only when it is asked again."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.is_on = False
        self.posted: Counter[str] = Counter()

    def through(self, send: Any) -> Any:
        """The same request as ``send``, whose first answer gets lost."""

        async def send_message(http: Any, channel_id: int, *, params: Any) -> Any:
            answer = await send(http, channel_id, params=params)
            if self.is_on:
                payload = params.payload or json.loads(params.multipart[0]["value"])
                nonce = str(payload["nonce"])
                self.posted[nonce] += 1
                forget_nonces(self.world.env.backend)
                if self.posted[nonce] == 1:
                    raise aiohttp.ServerDisconnectedError
            return answer

        return send_message


@pytest.fixture
def lost(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lost]:
    losing = Lost(world)
    monkeypatch.setattr(HTTPClient, "send_message", losing.through(HTTPClient.send_message))
    yield losing
    losing.is_on = False


async def challenge(world: World) -> AsyncIterator[None]:
    yield
    await offer(world, world.ada, [world.ben])


async def first_board(world: World) -> AsyncIterator[None]:
    offered = await offer(world, world.ada, [world.ben])
    yield
    await world.ben.click(offered.response, label="Accept")


async def board(world: World) -> AsyncIterator[None]:
    thread = await begin(world, world.ada, world.ben)
    yield
    await play(world, world.ada, thread, "b2-b4")


async def request(world: World) -> AsyncIterator[None]:
    thread = await begin(world, world.ada, world.ben, "b2-b4")
    yield
    await world.ada.slash(thread, "match undo")


async def clock_news(world: World) -> AsyncIterator[None]:
    thread = await begin(world, world.ada, world.ben, clock="3d")
    clocks = (await world.ben.slash(thread, "match clock")).response
    yield
    await world.ben.click(clocks, label="Give 1 day")


async def reminder(world: World) -> AsyncIterator[None]:
    await begin(world, world.ada, world.ben, clock="1d")
    yield
    await pass_time(world, DAY / 2 + 60)


async def direct_reminder(world: World) -> AsyncIterator[None]:
    await world.ada.slash(world.channel, "settings", reminders="direct")
    async for _ in reminder(world):
        yield


async def digest(world: World) -> AsyncIterator[None]:
    hour = world.now().hour
    await world.ada.slash(world.channel, "settings", daily_message=f"{(hour + 2) % 24}")
    await begin(world, world.ada, world.ben)
    yield
    await pass_time(world, 2 * HOUR)


async def share(world: World) -> AsyncIterator[None]:
    thread = await begin(world, world.ada, world.ben)
    await resign(world, world.ben, thread)
    yield
    await world.ada.click(thread.last_message, label="Share")


async def poster(world: World) -> AsyncIterator[None]:
    thread = await begin(world, world.ada, world.ben)
    await resign(world, world.ben, thread)
    yield
    await world.ada.click(thread.last_message, label="Poster")


async def followed(world: World) -> AsyncIterator[None]:
    shown = await world.dan.slash(world.channel, "profile", player=world.ada)
    await world.dan.click(shown.response, label="Follow their results")
    thread = await begin(world, world.ada, world.ben)
    yield
    await resign(world, world.ben, thread)


async def ladder(world: World) -> AsyncIterator[None]:
    yield
    await open_ladder(world, [world.ada])


async def ladder_news(world: World) -> AsyncIterator[None]:
    ladders = await open_ladder(world, [world.ada, world.ben, world.chloe, world.dan])
    for who in (world.chloe, world.dan):  # the second refusal costs the place, which is news
        card = await ladders.ask(who, world.ben)
        yield
        await world.ben.click(card, label="Decline")


async def tournament(world: World) -> AsyncIterator[None]:
    yield
    await open_cup(world, "league")


async def tournament_news(world: World) -> AsyncIterator[None]:
    cup = await open_cup(world, "round_robin")
    for who in (world.ada, world.ben, world.chloe):
        await cup.press(who, "Join")
    yield
    await cup.manage("Begin now")


async def tournament_line(world: World) -> AsyncIterator[None]:
    await world.ada.slash(world.channel, "settings", reminders="direct")
    cup = await open_cup(world, "round_robin")
    for who in (world.ada, world.ben, world.chloe):
        await cup.press(who, "Join")
    await cup.manage("Begin now")
    yield
    await cup.manage("Withdraw", "she asked me to", player=world.ada)


async def live_list(world: World) -> AsyncIterator[None]:
    keeper = keeper_of(world)
    shown = await leaderboard(world, keeper)
    yield
    await keeper.click(shown, label="Keep it here")


async def weekly(world: World) -> AsyncIterator[None]:
    yield
    await keeper_of(world).slash(world.channel, "server puzzle")


SCENES: dict[Scene, MessageKind] = {
    challenge: MessageKind.CHALLENGE,
    first_board: MessageKind.BOARD,
    board: MessageKind.BOARD,
    request: MessageKind.REQUEST,
    clock_news: MessageKind.CLOCK,
    reminder: MessageKind.REMINDER,
    direct_reminder: MessageKind.REMINDER,
    digest: MessageKind.DIGEST,
    share: MessageKind.SHARE,
    poster: MessageKind.POSTER,
    followed: MessageKind.FOLLOWED,
    ladder: MessageKind.LADDER,
    ladder_news: MessageKind.LADDER_NEWS,
    tournament: MessageKind.TOURNAMENT,
    tournament_news: MessageKind.TOURNAMENT_NEWS,
    tournament_line: MessageKind.TOURNAMENT_LINE,
    live_list: MessageKind.LIVE_LIST,
    weekly: MessageKind.WEEKLY,
}


def nonces_of(connection: Connection, kind: MessageKind) -> dict[str, int | None]:
    """The messages of this kind that are done, by their nonces."""
    found = select(outbox.c.nonce, outbox.c.message_id).where(outbox.c.kind == kind, outbox.c.done)
    return {row.nonce: row.message_id for row in connection.execute(found)}


@pytest.mark.parametrize(
    ("ahead", "restarted"),
    [(AHEAD, False), (BEHIND, True)],
    ids=["ahead", "behind, restarted"],
)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
async def test_it_stands_there_once(world: World, lost, scene, ahead, restarted: bool) -> None:
    world.ahead = ahead
    async for _ in scene(world):
        lost.is_on = True
    await world.settle()
    if restarted:
        await world.restart()
    await world.env.advance_time(30)
    known = await world.client.services.database.read(nonces_of, SCENES[scene])
    sought = {nonce: known.get(nonce) for nonce in lost.posted if nonce in known}
    assert sought, "nothing of this kind was posted, or it is still to be found"
    assert None not in sought.values()
    assert lost.posted == dict.fromkeys(lost.posted, 1)
