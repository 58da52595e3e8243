"""Every button and list that the bot shows anywhere, pressed when the world has changed since.

They are found by trying everything, so that what is added is tested too.
"""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
from sqlalchemy import Connection
from sqlalchemy import text as sql

from bot.core import delivery
from bot.screen.words import UNEXPECTED, UNKNOWN_BUTTON
from data.tables import metadata
from tests.kit.crawling import Control, Crawler, press_control
from tests.kit.table import World, begin, look, message_of, open_world, play_all, resign

FOUND: list[Control] = []
"""What the first test that needed it has found."""

SORTS = ("a:", "c:", "g:", "h:", "i:", "l:", "m:", "p:", "pz:", "r:", "s:", "u:", "v:")
OWN = {"conditional_moves", "counters", "drafts", "practices", "players", "puzzle_boards"}
"""What everybody may write about themselves, and how often somebody had themselves deleted."""


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


async def restarted(world: World, thread: Any) -> None:
    del thread
    await world.restart()


async def over(world: World, thread: Any) -> None:
    await resign(world, world.ben, thread)


async def moved_on(world: World, thread: Any) -> None:
    await play_all(world, thread, (world.ada, world.ben), ("c2-c4", "c7-c5"))


async def archived(world: World, thread: Any) -> None:
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})


async def locked(world: World, thread: Any) -> None:
    """Nobody can press anything in one that is archived besides."""
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"locked": True})


async def deleted(world: World, thread: Any) -> None:
    world.env.backend.delete_channel(thread.id)
    await world.settle()


async def silenced(world: World, thread: Any) -> None:
    del thread
    world.forbid(
        world.channel,
        send_messages=True,
        send_messages_in_threads=True,
        create_public_threads=True,
        attach_files=True,
        read_message_history=True,
    )


async def nothing(world: World, thread: Any) -> None:
    del world, thread


Change = Callable[[World, Any], Awaitable[None]]
CHANGES: tuple[Change, ...] = (nothing, restarted, moved_on, over, archived, locked)
CHANGES += (deleted, silenced)


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


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
async def test_it_works_or_says_why_not(found, world: World, change, monkeypatch) -> None:
    # longer than settling waits for
    monkeypatch.setattr(delivery, "FIRST_DELAY", timedelta(minutes=1))
    thread = await begun(world)
    await change(world, thread)
    where = world.channel if change is deleted else thread
    for control in sorted(found, key=lambda each: each.dangerous):
        await answered(world, world.ada, where, control)


def is_ones_own(control: Control) -> bool:
    """Whether it begins what anybody may: a match against the bot, a challenge, days away."""
    begins_practice = control.custom_id.startswith("g:") and control.custom_id.endswith(":play")
    return begins_practice or control.custom_id.startswith(("cq:", "pl:", "j:start"))


async def test_a_stranger_changes_nothing(found: list[Control], world: World) -> None:
    thread = await begun(world)
    before = await stored(world)
    for control in found:
        if not is_ones_own(control):
            await answered(world, world.dan, thread, control)
    assert await stored(world) == before


async def stored(world: World) -> dict[str, list[Any]]:
    """Everything in the database but what people keep of their own."""

    def read(connection: Connection) -> dict[str, list[Any]]:
        return {
            table.name: sorted(map(repr, connection.execute(sql(f"SELECT * FROM {table}"))))
            for table in metadata.sorted_tables
            if table.name not in OWN
        }

    return await world.client.services.database.read(read)
