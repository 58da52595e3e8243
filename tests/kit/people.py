"""People with roles, and lists that are chosen from."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.services.actor import Actor, Person, Place
from data.ids import ChannelId, InteractionId, PlayerId, ServerId
from tests.kit.limits import components
from tests.kit.world import World


def with_role(world: World, name: str, role: str, **allowed: bool) -> tuple[Any, Any]:
    """A new member of the server with a role that allows this; the member and the role."""
    made = world.server.create_role(role, permissions=discord.Permissions(**allowed))
    member = world.server.add_member(world.env.create_user(name), roles=[made])
    return member, made


def acting(world: World, who: Any, *, manages_server: bool = False) -> Actor:
    """Somebody who does something in the server's channel, as the services know it."""
    person = Person(PlayerId(who.id), manages_server=manages_server)
    place = Place(ServerId(world.server.id), ChannelId(world.channel.id))
    return Actor(person, place, InteractionId(world.env.backend.snowflake()))


async def pick(who: Any, message: Any, setting: str, values: Sequence[Any]) -> None:
    """Choose in the list whose ``custom_id`` is this setting's."""
    await who.select(message, values, custom_id=setting)


def chosen(message: Any, setting: str) -> list[str]:
    """What is chosen in that list now."""
    stored = getattr(message, "_message", message)
    (found,) = [each for each in components(stored.components) if each.get("custom_id") == setting]
    options = [each["value"] for each in found.get("options", ()) if each.get("default")]
    return options or [str(each["id"]) for each in found.get("default_values", ())]
