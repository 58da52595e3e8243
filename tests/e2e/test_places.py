"""Where a match is played: threads, channels, and what happens when they cannot be used."""

from datetime import timedelta
from typing import Any

import pytest

from bot.core import delivery
from bot.features.places import AbsenceService
from tests.kit.table import Shown, World, begin, fill, in_match, offer, play, ruling


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


@pytest.mark.parametrize("permission", ["send_messages", "view_channel"])
async def test_a_challenge_where_the_bot_cannot_speak_is_refused(
    world: World, permission: str
) -> None:
    world.forbid(world.channel, **{permission: True})
    answer = world.answer(await offer(world, world.ada, [world.ben]))
    assert answer.ephemeral
    assert "I need the **" in answer.text
    world.forbid(world.channel)
    listed = world.answer(await world.ben.slash(world.channel, "matches"))
    assert "not in a match" in listed.text


def archive(world: World, thread: Any, *, locked: bool) -> None:
    world.env.backend.edit_channel(
        thread.id, {}, thread_metadata={"archived": True, "locked": locked}
    )


async def test_an_archived_thread_is_opened_again_by_the_next_board(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    archive(world, thread, locked=False)
    await play(world, world.ada, world.channel, "b2-b4")
    assert len(world.shown(thread)) == 2


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
    world: World, keeper: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "FIRST_DELAY", timedelta(minutes=1))
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
    await world.env.advance_time(600)
    assert any(board.pinged == (world.ben.id,) for board in posted_below(world, other))
    again = await play(world, world.ben, other, "b7-b5", match=1)
    assert "is gone" not in again.text


def posted_below(world: World, channel: Any) -> list[Shown]:
    """All that was posted in a channel and its threads."""
    places = (channel, *channel.threads)
    return [each for place in places for each in world.shown(place)]


async def test_a_deleted_board_does_not_stop_the_match(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    world.env.backend.delete_message(thread.id, thread.last_message.id)
    await play(world, world.ada, thread, "b2-b4")
    (board,) = world.shown(thread)
    assert board.pinged == (world.ben.id,)


async def test_a_deleted_card_does_not_stop_the_match(world: World) -> None:
    card = (await offer(world, world.ada, [world.ben])).card
    await world.ben.click(card, label="Accept")
    world.env.backend.delete_message(world.channel.id, card.id)
    await world.settle()
    await play(world, world.ada, world.channel, "b2-b4")
    (thread,) = world.channel.threads
    assert world.shown(thread)[-1].pinged == (world.ben.id,)


async def test_a_thread_that_was_renamed_is_still_the_matchs(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    world.env.backend.edit_channel(thread.id, {"name": "our great game"})
    await world.restart()
    await play(world, world.ada, world.channel, "b2-b4")
    assert [each.id for each in world.channel.threads] == [thread.id]
    assert world.shown(thread)[-1].pinged == (world.ben.id,)


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


async def test_only_what_changes_permissions_is_looked_at(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await begin(world, world.ada, world.ben)
    looked: list[int | None] = []
    monkeypatch.setattr(world.client.services[AbsenceService], "changed", looked.append)
    world.env.backend.edit_channel(world.channel.id, {"name": "renamed"})
    world.env.backend.edit_channel(thread.id, {"name": "renamed"})
    await world.settle()
    assert looked == []
    world.forbid(world.channel, send_messages=True)
    await world.settle()
    assert looked == [world.server.id]
    archive(world, thread, locked=True)
    await world.settle()
    assert looked == [world.server.id] * 2
