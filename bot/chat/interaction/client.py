"""The client as the chat knows it, so that nothing here needs to know the program round it."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, cast

import discord
from discord.ext import commands

from bot.chat.common.names import Names
from bot.chat.interaction.open_composers import OpenComposers
from bot.chat.interaction.waiting_pages import WaitingPages
from bot.chat.messenger.messenger import DiscordMessenger
from bot.services.errors import ServiceError
from bot.services.services import Services


class PlayingClient(commands.AutoShardedBot):
    """A Discord client with what people can do in Quintet."""

    messenger: DiscordMessenger
    names: Names
    open_composers: OpenComposers
    waiting_pages: WaitingPages
    refusals: Mapping[type[ServiceError], Callable[[Any], str]]
    """The sentence for each reason why something is refused, of all areas."""

    @property
    @abstractmethod
    def services(self) -> Services:
        """What people can do; raises RuntimeError before the start."""

    @abstractmethod
    def now(self) -> datetime:
        """The time by the bot's clock, in UTC."""


Interaction = discord.Interaction[PlayingClient]
"""An interaction that this client got."""


def own_interaction(interaction: discord.Interaction) -> Interaction:
    """An interaction of this client, where discord.py only knows that it is one."""
    return cast("Interaction", interaction)


def services(interaction: Interaction) -> Services:
    """What people can do, from the client that got the interaction."""
    return interaction.client.services
