"""Where a match is played: threads, channels, and what happens when they cannot be used."""

from datetime import timedelta
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import HTTPClient

from bot.features.challenges.screen import ChallengeAction, ChallengeButton
from data.ids import ChallengeId
from tests.kit.forging import Forged, send_all
from tests.kit.table import HOUR, World, begin, fill, in_match, offer, play, posted, ruling


async def test_without_threads_the_match_is_played_in_the_channel(world: World) -> None:
    world.forbid(world.channel, create_public_threads=True)
    offered = await offer(world, world.ada, [world.ben])
    await world.ben.click(offered.response, label="Accept")
    assert world.channel.threads == []
    _card, board = world.shown(world.channel)
    assert "**Create Public Threads** permission is missing" in board.text
    await play(world, world.ada, world.channel, "b2-b4")
    last = world.shown(world.channel)[-1]
    assert last.pinged == (world.ben.id,)
    assert "is missing" not in last.text


async def test_without_attachments_the_board_comes_as_text(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    world.forbid(world.channel, attach_files=True)
    await play(world, world.ada, thread, "b2-b4")
    board = world.shown(thread)[-1]
    assert board.pictures == 0
    assert "**Attach Files** permission is missing" in board.text
    assert "```" in board.text
    assert board.pinged == (world.ben.id,)


def archive(world: World, thread: Any, *, locked: bool) -> None:
    world.env.backend.edit_channel(
        thread.id, {}, thread_metadata={"archived": True, "locked": locked}
    )


@pytest.mark.parametrize("deleted", [True, False])
async def test_a_thread_that_is_gone_or_locked_sends_the_match_to_the_channel(
    world: World, deleted: bool
) -> None:
    thread = await begin(world, world.ada, world.ben)
    if deleted:
        world.env.backend.delete_channel(thread.id)
    else:
        archive(world, thread, locked=True)
    await world.settle()
    await play(world, world.ada, world.channel, "b2-b4")
    board = world.shown(world.channel)[-1]
    assert board.pinged == (world.ben.id,)
    assert ("thread is gone" if deleted else "thread") in board.text
    assert len(world.shown(thread)) == (0 if deleted else 1)
    await play(world, world.ben, world.channel, "b7-b5")
    assert "thread is gone" not in world.shown(world.channel)[-1].text


async def test_a_deleted_channel_is_told_and_the_match_goes_on_in_another(
    world: World, keeper: Any
) -> None:
    await begin(world, world.ada, world.ben)
    other = world.server.create_text_channel("other")
    world.env.backend.delete_channel(world.channel.id)
    await world.settle()
    answer = await play(world, world.ada, other, "b2-b4", match=1)
    assert answer.text.startswith("Played.")
    assert "This match's channel was deleted" in answer.text
    assert "`/manage`" in answer.text
    form = await ruling(keeper, other, 1, "Move elsewhere")
    await fill(keeper, form, channel=other, reason="the old one is gone")
    await world.settle()
    (thread,) = other.threads
    assert world.shown(thread)[-1].pinged == (world.ben.id,)
    again = await play(world, world.ben, other, "b7-b5", match=1)
    assert "is gone" not in again.text


async def test_nobody_but_the_player_to_move_may_ever_be_notified(world: World) -> None:
    """Whatever a text says: what is posted for all allows no other mention."""
    thread = await begin(world, world.ada, world.ben, "b2-b4")
    await in_match(world.ada, thread, "Take back my last move")
    for channel in (world.channel, thread):
        for message in world.env.backend.messages[channel.id].values():
            if message.components and message.edited_timestamp is None:  # an edit notifies nobody
                allowed = message.allowed_mentions
                assert not allowed.everyone
                assert allowed.roles == frozenset()
                assert allowed.users is not None
                assert set(allowed.users) <= {world.ada.id, world.ben.id}


async def test_a_card_in_an_archived_thread_follows_once_that_is_open_again(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    await in_match(world.ada, thread, "Take back my last move")
    assert world.shown(thread)[-1].buttons == ("Agree", "Decline", "Withdraw request")
    archive(world, thread, locked=False)
    await play(world, world.ben, world.channel, "b7-b5")
    await world.settle()
    assert "b7 to b5" in world.shown(thread)[-1].text  # which opens it again
    card = next(each for each in world.shown(thread) if "take back" in each.text)
    assert card.buttons == ()


async def test_nothing_is_asked_where_it_cannot_be_posted(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    world.forbid(world.channel, send_messages_in_threads=True)
    refused = await in_match(world.ada, world.channel, "Take back my last move")
    assert "I need the **" in world.answer(refused).text
    world.forbid(world.channel)
    await world.settle()
    assert len(world.shown(thread)) == 2


TITLE = "Apart · Ada vs Ben · match 1"


async def named_so(world: World, *, own: bool) -> Any:
    """A thread with the title that the first match's will have: just made, or the bot's own."""
    maker_id = world.env.backend.bot_user.id if own else world.dan.id
    made = world.env.backend.create_thread(world.channel.id, TITLE, maker_id)
    if own:
        await world.env.advance_time(HOUR)
    return made


async def begin_with_card(world: World) -> None:
    await begin(world, world.ada, world.ben)


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


@pytest.mark.parametrize("begins", [begin_with_card, begin_without_card])
@pytest.mark.parametrize("own", [False, True], ids=["somebody's", "of an earlier database"])
async def test_one_only_named_so_is_not_taken(world: World, own: bool, begins: Any) -> None:
    other = await named_so(world, own=own)
    await begins(world)
    check_own(world, other)


@pytest.mark.parametrize(
    ("ahead", "restarted"), [(timedelta(minutes=90), False), (timedelta(minutes=-90), True)]
)
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
