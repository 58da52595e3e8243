"""A match's thread is the bot's own and made for this match, whatever others are called."""

from datetime import timedelta
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import HTTPClient

from bot.features.challenges.screen import ChallengeAction, ChallengeButton
from data.ids import ChallengeId
from tests.kit.forging import Forged, send_all
from tests.kit.table import HOUR, World, begin, offer, posted

TITLE = "Apart · Ada vs Ben · match 1"


async def named_so(world: World, *, own: bool) -> Any:
    """A thread with the title that the first match's will have: just made, or the bot's own."""
    maker_id = world.env.backend.bot_user.id if own else world.dan.id
    made = world.env.backend.create_thread(world.channel.id, TITLE, maker_id)
    if own:
        await world.env.advance_time(HOUR)
    return made


async def begin_without_card(world: World) -> None:
    """Begin the first match by a click that was on its way as the card was deleted."""
    first = (await offer(world, world.ada, [world.ben])).card
    await offer(world, world.ada)
    world.env.backend.delete_message(world.channel.id, first.id)
    accept = ChallengeButton(ChallengeId(1), ChallengeAction.ACCEPT)
    await send_all(world, world.ben, world.channel, [Forged(accept, is_form=False)])


def check_own(world: World, other: Any) -> None:
    """The first match's board stands in a thread of its own, and nothing in the other."""
    (thread,) = [each for each in world.channel.threads if each.id != other.id]
    assert thread.name == TITLE
    assert len(world.shown(thread)) == 1
    assert posted(world.env.backend, other.id) == []


@pytest.mark.parametrize("card_is_there", [True, False])
@pytest.mark.parametrize("own", [False, True], ids=["somebody's", "of an earlier database"])
async def test_one_only_named_so_is_not_taken(world: World, own: bool, card_is_there: bool) -> None:
    other = await named_so(world, own=own)
    if card_is_there:
        await begin(world, world.ada, world.ben)
    else:
        await begin_without_card(world)
    check_own(world, other)


@pytest.mark.parametrize("restarted", [False, True], ids=["running on", "restarted"])
@pytest.mark.parametrize("ahead", [timedelta(minutes=90), timedelta(minutes=-90)], ids=str)
async def test_one_whose_answer_got_lost_is_taken(
    world: World, monkeypatch: pytest.MonkeyPatch, ahead: timedelta, restarted: bool
) -> None:
    world.ahead = ahead
    other = await named_so(world, own=True)
    start: Any = HTTPClient.start_thread_without_message
    made: list[Any] = []

    async def lose_first(*about: Any, **options: Any) -> Any:
        made.append(await start(*about, **options))
        if len(made) == 1:
            raise aiohttp.ServerDisconnectedError
        return made[-1]

    monkeypatch.setattr(HTTPClient, "start_thread_without_message", lose_first)
    await begin_without_card(world)
    if restarted:
        await world.restart()
    await world.env.advance_time(30)
    assert len(made) == 1
    check_own(world, other)


async def test_one_that_somebody_made_of_the_card_is_not_taken(world: World) -> None:
    card = (await offer(world, world.ada, [world.ben])).card
    backend = world.env.backend
    other = backend.create_thread(world.channel.id, "Good luck", world.dan.id, message_id=card.id)
    await world.ben.click(card, label="Accept")
    check_own(world, other)


async def test_one_of_its_own_that_it_has_not_heard_of_is_taken(world: World) -> None:
    card = (await offer(world, world.ada, [world.ben])).card
    backend = world.env.backend
    own = backend.create_thread(world.channel.id, TITLE, backend.bot_user.id, message_id=card.id)
    await world.settle()
    server = world.client.get_guild(world.server.id)
    assert server is not None
    server._remove_thread(discord.Object(own.id))
    await world.ben.click(card, label="Accept")
    await world.settle()
    assert [each.id for each in world.channel.threads] == [own.id]
    assert len(posted(backend, own.id)) == 1
