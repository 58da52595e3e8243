"""Checking people who are named in commands and lists."""

from collections.abc import Iterable
from typing import Any

import discord

from bot.core.actor import Person
from bot.core.errors import ServiceError
from bot.screen.interaction.interaction import Interaction, person_of
from data.ids import PlayerId
from rules.texts import Text


class NamedNobodyError(ServiceError):
    """Discord knows nobody by the id that came in place of a person."""

    says = Text("Discord does not know this person. Choose somebody else.")


class NamedBotError(ServiceError):
    """A bot was named where only people can be."""

    says = Text("{player} is a bot. Choose a person.")

    player_id: PlayerId


class NotHereError(ServiceError):
    """Somebody was named who is not in this server."""

    says = Text("This person is not in this server. Choose somebody who is.")


def check_named(people: Iterable[Any], *, bots: bool = False) -> None:
    """Raise NamedNobodyError or NamedBotError for values of options that name people.

    None is an option without a value. ``bots``: bots are allowed here.
    """
    for person in people:
        if person is None:
            continue
        # discord.py makes an Object for an id that Discord did not resolve
        if not isinstance(person, discord.User | discord.Member) or person.id <= 0:
            raise NamedNobodyError
        if person.bot and not bots:
            raise NamedBotError(PlayerId(person.id))


async def member_named(
    interaction: Interaction, player_id: PlayerId, *, bots: bool = False
) -> Person:
    """Fetch the member of this server whose id comes from a button or list, where it may be forged.

    Raises NotHereError, and NamedBotError as ``check_named``.
    """
    server = interaction.raw.guild
    if server is None or player_id <= 0:
        raise NotHereError
    try:
        member = await server.fetch_member(player_id)
    except discord.NotFound as error:
        raise NotHereError from error
    check_named([member], bots=bots)
    return person_of(member)
