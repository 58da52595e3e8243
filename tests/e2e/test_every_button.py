"""Every button, list and option of the bot, used when the world has changed since, and of 1.0.0.

They are found by trying everything, so that what is added is tested too.
"""

from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord import interactions
from simcord.results import InteractionResult

from bot.core import delivery
from bot.screen.words import UNEXPECTED, UNKNOWN_BUTTON
from tests.kit.crawling import Control, Crawler, press_control
from tests.kit.cups import open_cup
from tests.kit.ladders import open_ladder
from tests.kit.play import begin, play_all, resign
from tests.kit.shown import BUTTON, LIST, components_of, look, message_of
from tests.kit.world import COMPONENT, World, newest, open_world, send

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


@pytest.mark.night
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


def check_answer(result: InteractionResult, pressed: object) -> None:
    """Somebody who pressed this sees something, and it is no accident."""
    assert result.acknowledged, pressed
    if result.modal is not None:
        return
    shown = message_of(result)
    if shown is None:
        # it changed the message that it stands on
        assert "update" in str(result._interaction.response_kind), pressed
        return
    seen = look(shown)
    assert seen.text.strip() or seen.pictures, pressed
    assert not {str(UNEXPECTED), str(UNKNOWN_BUTTON)} & set(seen.text.splitlines()), pressed


@pytest.mark.night
@pytest.mark.parametrize("change", CHANGES)
async def test_it_works_or_says_why_not(found, world: World, change, monkeypatch) -> None:
    # longer than settling waits for
    monkeypatch.setattr(delivery, "FIRST_DELAY", timedelta(minutes=1))
    thread = await begun(world)
    await make(change, world, thread)
    where = world.channel if change == "deleted" else thread
    for control in sorted(found, key=lambda each: each.dangerous):
        check_answer(await press_control(world, world.ada, where, control), control)


RECORDED = Path(__file__).parent.parent / "data" / "releases" / "1.0.0-custom_ids.txt"
FORMS = {"d", "n", "w", "x", "y", "t", "q", "pg"}
"""Forms are open for minutes, and stand in no message."""
PARTS = {
    "stage": "00000000",
    "puzzle": "apart-step",
    "game": "apart",
    "code": "de",
    "field": "language",
    "move": "b2-b4",
    "chosen": "0",
    "page": "0",
    "ply": "0",
}


def recorded() -> Iterator[str]:
    """An id of each kind and with each of its words, as 1.0.0 made them."""
    kinds, words = dict[str, list[str]](), defaultdict[tuple[str, str], list[str]](list)
    for line in RECORDED.read_text().splitlines():
        prefix, *parts = line.split()
        if parts and all("=" in part for part in parts):
            name, _, word = parts[0].partition("=")
            words[prefix, name].append(word)
        else:
            kinds[prefix] = [part.split(":")[0] for part in parts]
    for prefix, names in kinds.items():
        if prefix in FORMS:
            continue
        usual = {name: (words[prefix, name] or [PARTS.get(name, "1")])[0] for name in names}
        for name in names:
            for word in words[prefix, name]:
                yield ":".join([prefix, *(usual | {name: word}).values()])
        yield ":".join([prefix, *usual.values()])


def data(custom_id: str) -> dict[str, Any]:
    """What Discord sends when it is pressed; the list of time zones is sent with a choice."""
    if custom_id.startswith("rs:zone"):
        return {"custom_id": custom_id, "component_type": LIST, "values": ["Europe/Berlin"]}
    return {"custom_id": custom_id, "component_type": BUTTON}


async def test_all_that_1_0_0_posted_is_answered(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, "b2-b4", "b7-b5")
    there, ids = newest(world, thread), [*dict.fromkeys(recorded())]
    assert len(ids) > 200
    ids.sort(key=lambda each: each.startswith("z:"))  # whoever is deleted is told nothing else
    for some in (ids[:-3], ids[-3:]):
        records = [send(world, world.ada, there, COMPONENT, data(each)) for each in some]
        await world.settle()
        for custom_id, record in zip(some, records, strict=True):
            check_answer(InteractionResult(world.env, record), custom_id)


GIVEN = {
    "game": "glaisher",
    "variant": "square",
    "clock": "7d",
    "text": "b2-b4",
    "days": 3,
    "level": 3,
    "first_move": "second",
    "match": 2,
    "tournament": 2,
}
"""What is given, by option; for others a person, or the last of what it offers."""
PERSON = 6


def options_of(world: World, who: Any) -> Iterator[tuple[str, str, Any]]:
    """Every option of every command: the command, the option, and something to give."""
    seen = world.env.backend.visible_commands(user_id=who.id, channel_id=world.channel.id)
    for root in seen:
        for path, leaf in interactions.command_leaves(root):
            for option in leaf.get("options") or ():
                assert not option.get("required"), "a command works without its options"
                name, last = option["name"], (option.get("choices") or [{"value": "no such"}])[-1]
                fitting = world.chloe if option["type"] == PERSON else last["value"]
                yield " ".join(path), name, GIVEN.get(name, fitting)


async def seen(world: World, who: Any, command: str, **given: Any) -> tuple[Any, ...]:
    """What somebody sees who types this: texts, and what can be pressed."""
    message = message_of(await who.slash(world.channel, command, **given))
    pressed = [(each.get("custom_id"), each.get("options")) for each in components_of(message)]
    return look(message).text, pressed


@pytest.mark.night
async def test_every_option_counts_when_it_is_given_alone(world: World) -> None:
    manages = discord.Permissions(manage_guild=True)
    role = world.server.create_role("Keepers", permissions=manages)
    world.env.backend.add_member_role(world.server.id, world.ada.id, role.id)
    ladders = await open_ladder(world, [world.ada, world.ben])
    await ladders.manage("New ladder", game="glaisher basic", clock="1d", joins="all")
    for _ in range(2):
        await open_cup(world, "round_robin")
        await begin(world, world.ada, world.ben)
    found = list(options_of(world, world.ada))
    assert len(found) >= 30
    ignored = [
        (command, option)
        for command, option, value in found
        if await seen(world, world.ada, command, **{option: value})
        == await seen(world, world.ada, command)
    ]
    assert ignored == []
