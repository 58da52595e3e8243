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
from rules.texts import Words

Refusals: TypeAlias = Mapping[type[ServiceError], Callable[[Any], Words]]
"""The sentence for each reason why something is refused."""


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
