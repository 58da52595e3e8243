"""Where a match is played: threads, channels, and what happens when they cannot be used."""

from datetime import timedelta
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import HTTPClient
from simcord.builders import ChannelHandle

from bot.features.challenges.screen import ChallengeAction, ChallengeButton
from data.ids import ChallengeId
from tests.e2e.test_forged_ids import stored
from tests.kit.by_day import at_night
from tests.kit.forging import Forged, send_all
from tests.kit.passing_time import HOUR
from tests.kit.people import keeper_of
from tests.kit.play import begin, in_match, offer, play
from tests.kit.shown import posted
from tests.kit.strict.channels import Sort
from tests.kit.strict.documented import READ_MESSAGE
from tests.kit.world import World


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


@pytest.mark.parametrize("begins", [begin_with_card, at_night(begin_without_card)])
@pytest.mark.parametrize("own", [False, True], ids=["somebody's", "of an earlier database"])
async def test_one_only_named_so_is_not_taken(world: World, own: bool, begins: Any) -> None:
    other = await named_so(world, own=own)
    await begins(world)
    check_own(world, other)


@pytest.mark.parametrize(
    ("ahead", "restarted"), [at_night(timedelta(minutes=90), False), (timedelta(minutes=-90), True)]
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


def kept(world: World, channel: Any) -> list[Any]:
    """What everybody sees in a channel, as Discord keeps it, oldest first."""
    there = world.env.backend.messages[channel.id].values()
    return sorted((each for each in there if not each.is_ephemeral), key=lambda each: each.id)


@pytest.mark.parametrize("restarted", [at_night(False), True])
async def test_an_old_board_loses_its_buttons_and_keeps_its_picture(
    world: World, restarted: bool
) -> None:
    """An edit that shows a file and neither keeps nor sends it is a bad request in all tests."""
    thread = await begin(world, world.ada, world.ben)
    (before,) = [list(each.attachments) for each in kept(world, thread)]
    if restarted:
        await world.restart()
    await play(world, world.ada, thread, "b2-b4")
    old, new = kept(world, thread)
    assert old.attachments == before != []
    assert len(new.attachments) == 1
    assert world.shown(thread)[0].custom_ids == ()


async def test_an_edit_of_which_the_files_cannot_be_read_is_not_made(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await world.restart()
    refusing = world.refuse(READ_MESSAGE, "50013")
    await play(world, world.ada, thread, "b2-b4")
    await world.settle()
    assert refusing.met == 1
    assert [bool(each.custom_ids) for each in world.shown(thread)] == [True, True]


OF_FORUMS = (Sort.FORUM_POST, Sort.MEDIA_POST)
IN_SERVER = [
    each
    for each in Sort
    if each.value.takes_messages and each not in (Sort.DIRECT, Sort.PRIVATE_THREAD)
]


def where(world: World, sort: Sort, place: Any) -> Any:
    """Where what is asked for in a place is posted: beside a thread, but in a forum's post."""
    channel = world.env.backend.get_channel(place.id)
    if not channel.is_thread or sort in OF_FORUMS:
        return place
    parent = world.env.backend.get_channel(channel.parent_id or 0)
    return ChannelHandle(world.env, world.server, parent)


async def test_a_match_is_begun_in_every_sort_that_takes_messages(world: World) -> None:
    for number, sort in enumerate(IN_SERVER, start=1):
        place = world.place(sort)
        there = where(world, sort, place)
        await world.ada.slash(place, "challenge", game="detach", opponent=world.ben)
        card = world.card(there)
        assert card is not None, sort
        await world.ben.click(card, label="Accept")
        match = (await world.match(number)).match
        board = world.env.backend.get_channel(match.board_channel_id or 0)
        opened = sort.value.opens or (None if there is place else board.type)
        assert (
            (board.type, board.parent_id) == (opened, there.id)
            if opened
            else (board.id == there.id)
        ), sort
        assert len(posted(world.env.backend, board.id)) == (1 if opened else 2), sort


async def test_nothing_is_stored_where_nothing_can_stand(world: World) -> None:
    keeper = keeper_of(world)
    for sort, missing in (
        (Sort.TEXT, "send_messages"),
        (Sort.TEXT, "view_channel"),
        (Sort.VOICE, "connect"),
        (Sort.FORUM_POST, "send_messages_in_threads"),
        (Sort.PUBLIC_THREAD, "send_messages"),
    ):
        place = world.place(sort)
        denied = ChannelHandle(world.env, world.server, of_overwrites(world, place))
        world.forbid(denied, **{missing: True})
        for command in ("challenge", "play"):
            before = await stored(world)
            told = world.answer(await keeper.slash(place, command, game="detach")).text
            name = missing.replace("_", " ").title().replace(" In ", " in ")
            assert f"I need the **{name}** permission there" in told, (sort, command)
            assert await stored(world) == before, (sort, command)


def of_overwrites(world: World, place: Any) -> Any:
    """The channel whose overwrites hold in a place."""
    channel = world.env.backend.get_channel(place.id)
    return world.env.backend.get_channel(channel.parent_id) if channel.is_thread else channel
