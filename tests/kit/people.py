"""People with roles, and lists that are chosen from."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.core.actor import Actor, Person, Place
from data.ids import ChannelId, InteractionId, PlayerId, ServerId
from tests.kit.shown import components_of
from tests.kit.world import World

TEXT_INPUT = 4


def with_role(world: World, name: str, role: str, **allowed: bool) -> tuple[Any, Any]:
    """A new member of the server with a role that allows this; the member and the role."""
    made = world.server.create_role(role, permissions=discord.Permissions(**allowed))
    member = world.server.add_member(world.env.create_user(name), roles=[made])
    return member, made


def newcomers(world: World, *names: str) -> list[Any]:
    """New members of the server."""
    return [world.server.add_member(world.env.create_user(name)) for name in names]


def keeper_of(world: World, **more: bool) -> Any:
    return with_role(world, "Keeper", "Keepers", manage_guild=True, **more)[0]


def stranger(world: World, user: Any = None, **allowed: bool) -> tuple[Any, Any]:
    """A member of another server who may do this there, and a channel of it."""
    server = world.env.create_guild("Elsewhere", owner=world.env.create_user("other"))
    role = server.create_role("Keepers", permissions=discord.Permissions(**allowed))
    member = server.add_member(user or world.env.create_user("Eve"), roles=[role])
    return member, server.create_text_channel("room")


def acting(world: World, who: Any, *, manages_server: bool = False) -> Actor:
    """Somebody who does something in the server's channel, as the services know it."""
    person = Person(PlayerId(who.id), manages_server=manages_server)
    place = Place(ServerId(world.server.id), ChannelId(world.channel.id))
    return Actor(person, place, InteractionId(world.env.backend.snowflake()))


async def ruling(who: Any, where: Any, match: int, label: str) -> Any:
    """The form in which a manager says why, opened from the panel of a match; or a refusal."""
    panel = await who.slash(where, "manage", match=match)
    return await who.click(panel.response, label=label)


async def fill(who: Any, form: Any, **given: Any) -> Any:
    """Fill in a form and send it; what is chosen in its lists is given as what is written."""
    fields = [each["component"] for each in form.modal["components"] if "component" in each]
    written = {each["custom_id"] for each in fields if each["type"] == TEXT_INPUT}
    values = {name: it if name in written else [it] for name, it in given.items()}
    return await who.submit_modal(form, values)


async def decide(world: World, who: Any, where: Any, match: int, winner: Any, reason: str) -> Any:
    """Decide a match of two as a manager; the form, and the answer."""
    seat = (await world.match(match)).players.index(winner.id)
    form = await ruling(who, where, match, "Decide the result")
    return form, await fill(who, form, result=f"{seat}>{1 - seat}", reason=reason)


async def hide_elsewhere(world: World, who: Any) -> None:
    """Somebody chooses not to be named where they are no member."""
    panel = (await who.slash(world.channel, "settings")).response
    await who.click(panel, label="My name")
    await pick(who, panel, "u:hidden_elsewhere", ["True"])


async def server_panel(who: Any, where: Any) -> Any:
    """The second page of a server's settings: people and posts."""
    panel = (await who.slash(where, "server")).response
    await who.click(panel, label="People and posts")
    return panel


async def pick(who: Any, message: Any, setting: str, values: Sequence[Any]) -> None:
    """Choose in the list whose ``custom_id`` is this setting's."""
    await who.select(message, values, custom_id=setting)


def chosen(message: Any, setting: str) -> list[str]:
    """What is chosen in that list now."""
    (found,) = [each for each in components_of(message) if each.get("custom_id") == setting]
    options = [each["value"] for each in found.get("options", ()) if each.get("default")]
    return options or [str(each["id"]) for each in found.get("default_values", ())]
