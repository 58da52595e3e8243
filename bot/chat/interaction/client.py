"""The client as the chat knows it, so that nothing here needs to know the program round it."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from discord.ext import commands

from bot.chat.common.names import Names
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


def refused(refusals: Refusals, error: ServiceError) -> Words:
    """Why something is refused, in a sentence."""
    told = refusals[type(error)]
    if isinstance(told, str):
        return told
    if not isinstance(told, Text):
        return told(error)
    return told.of(
        **{name: getattr(error, name) for name in told.message.places - dict(told.filling).keys()}
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
