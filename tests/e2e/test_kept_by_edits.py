"""What an edit keeps: the picture of a message, and the names of whom it mentions."""

from typing import Any

import pytest

from tests.kit.strict.documented import READ_MESSAGE
from tests.kit.table import World, begin, play


def stored(world: World, channel: Any) -> list[Any]:
    """What everybody sees in a channel, as Discord keeps it, oldest first."""
    there = world.env.backend.messages[channel.id].values()
    return sorted((each for each in there if not each.is_ephemeral), key=lambda each: each.id)


@pytest.mark.parametrize("restarted", [False, True])
async def test_an_old_board_loses_its_buttons_and_keeps_its_picture(
    world: World, restarted: bool
) -> None:
    """An edit that shows a file and neither keeps nor sends it is a bad request in all tests."""
    thread = await begin(world, world.ada, world.ben)
    (before,) = [list(each.attachments) for each in stored(world, thread)]
    if restarted:
        await world.restart()
    await play(world, world.ada, thread, "b2-b4")
    old, new = stored(world, thread)
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


async def test_who_is_mentioned_stays_named_and_comes_into_the_thread(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    there = world.env.backend.get_channel(thread.id).thread_members
    assert world.ada.id in there
    assert world.ben.id not in there
    await play(world, world.ada, world.channel, "b2-b4")
    assert world.ben.id in there
    assert all(each.components for each in stored(world, thread)[:1])
    await play(world, world.ben, thread, "g7-g5")
    await world.settle()
    assert [each.nameless for each in world.shown(thread)] == [()] * 3
