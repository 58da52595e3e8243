"""Every button and list that the bot shows anywhere, pressed when the world has changed since.

They are found by trying everything, so that what is added is tested too.
"""

from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.core import delivery
from bot.screen.words import UNEXPECTED, UNKNOWN_BUTTON
from tests.kit.crawling import Control, Crawler, press_control
from tests.kit.table import World, begin, look, message_of, open_world, play_all, resign

FOUND: list[Control] = []
"""What the first test that needed it has found."""

SORTS = ("a:", "c:", "g:", "h:", "i:", "l:", "m:", "p:", "pz:", "r:", "s:", "u:", "v:")


async def begun(world: World) -> Any:
    """A match in which both have moved and Ada, who manages the server, is to move."""
    manages = discord.Permissions(manage_guild=True)
    keepers = world.server.create_role("Keepers", permissions=manages)
    world.env.backend.add_member_role(world.server.id, world.ada.id, keepers.id)
    return await begin(world, world.ada, world.ben, "b2-b4", "b7-b5")


@pytest.fixture
async def found(tmp_path: Path) -> list[Control]:
    """One control of each sort that there is. Ask for it before the world: one stands at a time."""
    if not FOUND:
        async with open_world(tmp_path / "found.db") as world:
            thread = await begun(world)
            crawler = Crawler(world, world.ada, thread)
            await crawler.use_commands()
            await crawler.press_all()
            await resign(world, world.ben, thread)
            await crawler.press_all()
            FOUND.extend(crawler.found.values())
    return FOUND


def test_trying_everything_finds_all_there_is(found: list[Control]) -> None:
    assert {control.custom_id.split(":")[0] + ":" for control in found} >= set(SORTS)
    assert len(found) >= 50


CHANGES = (
    "nothing",
    "restarted",
    "moved on",
    "over",
    "archived",
    "locked",  # in one that is archived besides nobody can press anything
    "deleted",
    "silenced",
)


async def make(change: str, world: World, thread: Any) -> None:
    """Change the world of a match in one of the ways."""
    backend = world.env.backend
    if change == "restarted":
        await world.restart()
    elif change == "moved on":
        await play_all(world, thread, (world.ada, world.ben), ("c2-c4", "c7-c5"))
    elif change == "over":
        await resign(world, world.ben, thread)
    elif change in ("archived", "locked"):
        backend.edit_channel(thread.id, {}, thread_metadata={change: True})
    elif change == "deleted":
        backend.delete_channel(thread.id)
        await world.settle()
    elif change == "silenced":
        threads = ("send_messages_in_threads", "create_public_threads")
        denied = ("send_messages", "attach_files", "read_message_history", *threads)
        world.forbid(world.channel, **dict.fromkeys(denied, True))


async def answered(world: World, who: Any, where: Any, control: Control) -> None:
    """Press the control; a person always sees something, and it is no accident."""
    result = await press_control(world, who, where, control)
    assert result.acknowledged, f"{control} was not answered: {world.env._errors}"
    if result.modal is not None:
        return
    shown = message_of(result)
    if shown is None:
        # it changed the message that it stands on
        assert "update" in str(result._interaction.response_kind), control
        return
    seen = look(shown)
    assert seen.text.strip() or seen.pictures, control
    assert not {str(UNEXPECTED), str(UNKNOWN_BUTTON)} & set(seen.text.splitlines()), control


@pytest.mark.night
@pytest.mark.parametrize("change", CHANGES)
async def test_it_works_or_says_why_not(found, world: World, change, monkeypatch) -> None:
    # longer than settling waits for
    monkeypatch.setattr(delivery, "FIRST_DELAY", timedelta(minutes=1))
    thread = await begun(world)
    await make(change, world, thread)
    where = world.channel if change == "deleted" else thread
    for control in sorted(found, key=lambda each: each.dangerous):
        await answered(world, world.ada, where, control)
