"""Whoever is named exists and is no bot, and a name that they give themselves is only a name."""

import re
from collections.abc import Iterator
from typing import Any

import discord
import pytest
from simcord import interactions
from simcord.results import InteractionResult
from sqlalchemy import select

from bot.features.challenges.screen import KeptClock, Kind
from bot.features.profiles.screen import ProfileButton
from bot.features.tournaments.acts import Act
from bot.features.tournaments.pages import ManageButton
from bot.screen.interaction.declaring import NamedBotError, NamedNobodyError
from bot.screen.names import harmless
from bot.screen.words import UNEXPECTED, sentence
from data.ids import LadderId, PlayerId, TournamentId
from data.states import SeatChoice
from data.tables import players
from tests.e2e.test_forged_ids import stored, told
from tests.kit.by_day import mostly_at_night
from tests.kit.cups import open_cup
from tests.kit.forging import every_id, send_all
from tests.kit.ladders import open_ladder
from tests.kit.limits import components
from tests.kit.people import newcomers
from tests.kit.play import begin, in_match, resign
from tests.kit.world import World

COMMAND, USER_MENU = 2, 2
UNKNOWN = 999
KINDS = ("bot", "unresolved", "itself", "zero")
TAKE_ME = ("challenge", "Challenge to a match")
"""Commands in which the bot itself is an opponent, which say of other bots what is true there."""
GIVEN = {"game": "apart", "match": 1, "place": 1, "reason": "because"}
"""What the commands need besides the people."""
PLACES: dict[str, tuple[str, ...]] = {"runner_up": ("winner",), "second_opponent": ("opponent",)}
"""Options that take others of the same kind before them."""
COMING = (Act.SHOW, Act.PUT_IN)
"""What is done about somebody who would be new."""


def options_of(command: Any) -> Iterator[tuple[str, str]]:
    """Each command and option of its that names a person."""
    if isinstance(command, discord.app_commands.ContextMenu):
        if command.type is discord.AppCommandType.user:
            yield command.name, ""
        return
    if isinstance(command, discord.app_commands.Group):
        for below in command.commands:
            yield from options_of(below)
        return
    for each in command.parameters:
        if each.type is discord.AppCommandOptionType.user:
            yield command.qualified_name, each.name


def naming(world: World) -> list[tuple[str, str]]:
    every = world.client.tree.get_commands
    found = [*every(), *every(type=discord.AppCommandType.user)]
    return [each for command in found for each in options_of(command)]


def sent(world: World, command: str, option: str, person: int, *, resolved: bool) -> Any:
    """The command as somebody could send it who forges, and what Discord tells of the person."""
    root, *below = command.split() if option else [command]
    known = world.client.tree.get_command(
        root, type=discord.AppCommandType.chat_input if option else discord.AppCommandType.user
    )
    user = world.env.backend.users.get(person)
    shown = {"id": str(person), "username": "somebody", "discriminator": "0", "avatar": None}
    people = {str(person): {**shown, "bot": user is not None and user.bot}} if resolved else {}
    data: dict[str, Any] = {"id": "1", "name": root, "resolved": {"users": people}}
    if not option:
        return {**data, "type": USER_MENU, "target_id": str(person)}
    for each in below:
        known = known.get_command(each)  # type: ignore[union-attr] # it is a group
    options = []
    for each in known.parameters:  # type: ignore[union-attr] # it is a command
        value = str(person) if each.name in (option, *PLACES.get(option, ())) else None
        value = value or (GIVEN.get(each.name) if each.required or each.name == "match" else None)
        if value is not None:
            options.append({"name": each.name, "type": each.type.value, "value": value})
    for each in reversed(below):
        options = [{"name": each, "type": 1, "options": options}]
    return {**data, "type": 1, "options": options}


def do(world: World, who: Any, data: dict[str, Any]) -> InteractionResult:
    record, payload = interactions.base_payload(
        world.env.backend,
        type=COMMAND,
        channel_id=world.channel.id,
        guild_id=world.server.id,
        user_id=who.id,
        data=data,
    )
    world.env.backend.emit("INTERACTION_CREATE", payload)
    return InteractionResult(world.env, record)


@pytest.mark.parametrize("kind", mostly_at_night(KINDS, KINDS[:2]))
async def test_no_command_takes_a_bot_or_who_does_not_exist(world: World, kind: str) -> None:
    ladders = await open_ladder(world, [world.ada, world.ben])
    await open_cup(world, "knockout")
    await begin(world, world.ada, world.ben)
    helper = world.server.add_member(world.env.create_user("Helper", bot=True))
    itself = world.env.backend.bot_user.id
    person = {"bot": helper.id, "itself": itself, "zero": 0}.get(kind, UNKNOWN)
    is_bot, resolved = kind in ("bot", "itself"), kind != "unresolved"
    found = [
        (command, option)
        for command, option in naming(world)
        if (option or resolved) and not (kind == "itself" and command in TAKE_ME)
    ]
    assert len(found) >= 5
    before = await stored(world)
    answers = {
        named: do(world, ladders.keeper, sent(world, *named, person, resolved=resolved))
        for named in found
    }
    await world.settle()
    error = NamedBotError(PlayerId(person)) if is_bot else NamedNobodyError()
    right = sentence(error)
    for (command, option), result in answers.items():
        answer = told(result)
        if is_bot and command in TAKE_ME:
            assert answer, (command, option)
            assert str(UNEXPECTED) not in answer, (command, option)
        else:
            assert str(right) in answer, (command, option, answer)
    assert await stored(world) == before


@pytest.mark.night
async def test_no_button_brings_in_a_bot_or_who_does_not_exist(world: World) -> None:
    ladders = await open_ladder(world, [world.ada, world.ben])
    cup = await open_cup(world, "knockout", [world.ada, world.ben])
    await cup.manage("Begin now")
    await open_cup(world, "swiss")
    helper = world.server.add_member(world.env.create_user("Helper", bot=True))
    itself = world.env.backend.bot_user.id
    nobody = (0, helper.id, itself, UNKNOWN)
    await ladders.keeper.slash(world.channel, "challenge", game="apart")  # a message to press
    numbers: dict[Any, Any] = {
        PlayerId: (*nobody, world.ada.id),
        TournamentId: (1, 2),
        LadderId: (1,),
        int: (0,),
        KeptClock: ("7d",),
        SeatChoice: (SeatChoice.FIRST,),
        Kind: (Kind.RATED,),
        "game": ("all",),
    }
    forged = [
        each
        for each in every_id((PlayerId,), numbers, {ManageButton: ("because",)})
        if {getattr(each.id, name, None) for name in ("player_id", "opponent_id")} & {*nobody}
        and getattr(each.id, "act", Act.SHOW) in COMING
    ]
    assert {ManageButton, ProfileButton} <= {type(each.id) for each in forged}

    async def known() -> set[int]:
        read = select(players.c.id)
        database = world.client.services.database
        return await database.read(lambda connection: {*connection.scalars(read)})

    before = await known()
    answers = [told(each) for each in await send_all(world, ladders.keeper, world.channel, forged)]
    assert not any(str(UNEXPECTED) in each for each in answers)
    assert not (await known() - before) & {*nobody}


TEXT = 10
NAMES = {"marks": "x\n# **@everyone** <@{0}> <@&{0}>", "many emoji": "👩‍👩‍👧‍👦" * 100}


@pytest.mark.parametrize("kind", mostly_at_night(NAMES, ["marks"]))
async def test_a_name_is_only_a_name(world: World, kind: str) -> None:
    (eve,) = newcomers(world, "Eve")
    user = world.env.backend.users[eve.id]
    user.name = user.global_name = NAMES[kind].format(world.chloe.id)
    await live(world, eve)
    shown, told = harmless(user.name), list[str]()
    for message in (
        each for there in world.env.backend.messages.values() for each in there.values()
    ):
        assert set(message.mention_user_ids) <= {world.ada.id, eve.id}
        assert not message.mention_everyone
        assert not message.mention_role_ids
        parts = components(message.components)
        told += [each["content"] for each in parts if each["type"] == TEXT]
    assert len(told) > 8
    assert any(shown in text for text in told)
    for text in told:
        rest = text.replace(shown, "Eve")
        # whatever is in the name stands in its place, escaped and closed
        assert rest.count("\u2068") == rest.count("\u2069")
        assert not re.search("[\u202a-\u202e\u2066\u2067]", rest)
        assert "@everyone" not in text
        assert f"<@{world.chloe.id}>" not in text
    assert 0 < len(world.thread().name) <= 100
    assert "\n" not in world.thread().name


async def live(world: World, eve: Any) -> None:
    """Eve in all places where people's names are shown."""
    thread = await begin(world, eve, world.ada, "b2-b4")
    for command in ("match", "matches", "replay", "help"):
        await eve.slash(thread, command)
        await world.ada.slash(thread, command)
    await in_match(eve, thread, "Take back my last move")
    for who in (eve, world.ada):
        await in_match(who, thread, "Export")
    await eve.slash(thread, "block")
    await resign(world, eve, thread)
    await world.ada.slash(thread, "matches")
