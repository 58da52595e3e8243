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
from tests.e2e.test_clubs import Duel
from tests.e2e.test_daily import answer, todays
from tests.e2e.test_leaderboard import leaderboard
from tests.kit.by_day import mostly_at_night
from tests.kit.cups import open_cup
from tests.kit.databases import greet_anybody
from tests.kit.discord_rules import forget_nonces
from tests.kit.ladders import open_ladder
from tests.kit.passing_time import DAY, HOUR, pass_time
from tests.kit.people import keeper_of, pick, server_panel
from tests.kit.play import begin, in_match, resign
from tests.kit.reminding import set_reminders
from tests.kit.shown import message_of
from tests.kit.strict import servers
from tests.kit.world import World

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


async def match(world: World) -> AsyncIterator[None]:
    """Challenged, begun, moved in, asked about, given time, reminded of, over, shown to others."""
    shown = await world.dan.slash(world.channel, "profile", player=world.ada)
    await world.dan.click(shown.response, label="Follow")
    yield
    thread = await begin(world, world.ada, world.ben, "b2-b4", clock="1d")
    await in_match(world.ada, thread, "Take back my last move")
    clocks = (await in_match(world.ada, thread, "Clocks")).response
    await world.ada.click(clocks, label="Give 1 day")
    await pass_time(world, DAY + 60)
    await resign(world, world.ben, thread)
    shared = message_of(await world.ada.click(thread.last_message, label="Share"))
    await world.ada.click(shared, label="Post it")


async def direct_messages(world: World) -> AsyncIterator[None]:
    await set_reminders(world, world.ada, "direct")
    hour = world.now().hour
    await set_reminders(world, world.chloe, "digest", daily=f"{(hour + 2) % 24}")
    yield
    await begin(world, world.ada, world.ben, clock="4h")
    await begin(world, world.chloe, world.ben)
    await pass_time(world, 2 * HOUR + 60)


async def ladder(world: World) -> AsyncIterator[None]:
    yield
    ladders = await open_ladder(world, [world.ada, world.ben, world.chloe, world.dan])
    for who in (world.chloe, world.dan):  # the second refusal costs the place, which is news
        card = await ladders.ask(who, world.ben)
        await world.ben.click(card, label="Decline")


async def tournament(world: World) -> AsyncIterator[None]:
    await set_reminders(world, world.ada, "direct")
    yield
    cup = await open_cup(world, "round_robin", (world.ada, world.ben, world.chloe))
    await cup.manage("Begin now")
    await cup.manage("Withdraw", "she asked me to", player=world.ada)


async def what_a_manager_has_posted(world: World) -> AsyncIterator[None]:
    keeper = keeper_of(world)
    opened = (await keeper.slash(world.channel, "daily")).response
    await answer(keeper, opened, str((await todays(world))[1].answer()))
    yield
    await keeper.click(opened, label="Share")
    await keeper.click(await leaderboard(world, keeper), label="Keep it here")
    panel = await server_panel(keeper, world.channel)
    await pick(keeper, panel, "ds:channel", [world.channel])


async def match_of_servers(world: World) -> AsyncIterator[None]:
    duel = Duel(world)
    yield
    await duel.agree()
    for side, who in enumerate((world.ada, duel.eve)):
        await duel.join(side, duel.keepers[side])
        await duel.join(side, who)
    for side, keeper in enumerate(duel.keepers):
        await keeper.click(await duel.page(side, keeper), label="Ready")
    await duel.later()


async def greeting(world: World) -> AsyncIterator[None]:
    servers.remove_bot(world.env.backend, world.server.id)
    world.env.backend.advance_clock(1.0)
    await world.client.services.database.write(greet_anybody)
    yield
    servers.add_bot(world.env.backend, world.server.id)


SCENES: dict[Scene, set[str]] = {
    greeting: {"greeting"},
    match: {"challenge", "board", "request", "clock", "reminder", "share", "followed"},
    direct_messages: {"reminder", "digest"},
    ladder: {"ladder", "ladder_news"},
    tournament: {"tournament", "tournament_news", "tournament_line"},
    match_of_servers: {"club", "club_news", "board", "board_beside"},
    what_a_manager_has_posted: {"live_list", "daily", "daily_share"},
}
"""The kinds of messages that are posted in each."""


def test_every_kind_that_is_posted_is_in_a_scene() -> None:
    done_without_a_post = {"champion", "looked_back"}
    done_without_a_post |= {"absence"}  # a direct message, while a server is away
    done_without_a_post |= {"poster"}  # which only 1.0.0 asked for
    assert set().union(*SCENES.values()) == set(MessageKind.known) - done_without_a_post


def posted(connection: Connection) -> list[Any]:
    """The messages that are done: their kinds, nonces and numbers."""
    found = select(outbox.c.kind, outbox.c.nonce, outbox.c.message_id).where(outbox.c.done)
    return list(connection.execute(found))


CASES = [(scene, is_ahead) for scene in SCENES for is_ahead in (True, False)]
BY_DAY = ((match, True), (what_a_manager_has_posted, False))


@pytest.mark.waits
@pytest.mark.parametrize(("scene", "is_ahead"), mostly_at_night(CASES, BY_DAY))
async def test_it_stands_there_once(world: World, lost: Lost, scene: Scene, is_ahead: bool) -> None:
    """Whether the bot's clock is ahead of Discord's, or is behind and the bot is restarted."""
    world.ahead = timedelta(minutes=90 if is_ahead else -90)
    async for _ in scene(world):
        lost.is_on = True
    await world.settle()
    if not is_ahead:
        await world.restart()
    await world.env.advance_time(30)
    known = await world.client.services.database.read(posted)
    sought = [each for each in known if each.nonce in lost.posted]
    assert {each.kind for each in sought} >= SCENES[scene]
    assert all(each.message_id is not None for each in sought)
    assert lost.posted == dict.fromkeys(lost.posted, 1)
