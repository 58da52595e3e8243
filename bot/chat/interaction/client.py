"""The client as the chat knows it, so that nothing here needs to know the program round it."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from discord.ext import commands

from bot.chat.common.ladders import ladder_name
from bot.chat.common.names import Names
from bot.chat.common.text import mention
from bot.chat.interaction.private_messages import OpenComposers, WaitingPages
from bot.chat.messenger.messenger import DiscordMessenger
from bot.services.errors import ServiceError
from bot.services.matches import Now
from bot.services.services import Services
from rules.texts import Text, Words

Refusals: TypeAlias = Mapping[type[ServiceError], Words | Callable[[Any], Words]]
"""The sentence for each reason why something is refused; what the reason carries fills its places.

Where it takes more than that, what makes the sentence.
"""
SAID: Mapping[str, Callable[[Any], Words]] = {
    "player": lambda error: mention(error.player_id),
    "person": lambda error: mention(error.person_id),
    "organiser": lambda error: mention(error.organiser_id),
    "game": lambda error: error.info.name,
    "name": lambda error: error.info.name,
    "ladder": lambda error: ladder_name(error.ladder),
}
"""Places that say what a reason carries in their own way; others are filled by its field."""


def refused(refusals: Refusals, error: ServiceError) -> Words:
    told = refusals[type(error)]
    if isinstance(told, str):
        return told
    if not isinstance(told, Text):
        return told(error)
    empty = told.message.places - dict(told.filling).keys()
    return told.of(
        **{place: SAID[place](error) if place in SAID else getattr(error, place) for place in empty}
    )


class PlayingClient(commands.AutoShardedBot):
    messenger: DiscordMessenger
    names: Names
    open_composers: OpenComposers
    waiting_pages: WaitingPages
    now: Now
    refusals: Refusals
    """Those of all areas."""
    invite_url: str | None
    support_url: str | None
    """Where people add the bot, and where they ask; None where the operator has no such place."""

    @property
    @abstractmethod
    def services(self) -> Services:
        """What people can do; raises RuntimeError before the start."""
