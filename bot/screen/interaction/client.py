"""The client as the chat knows it, so that nothing here needs to know the program round it."""

from abc import abstractmethod

from discord.ext import commands

from bot.core.matches import Now
from bot.core.services import Services
from bot.screen.interaction.private_messages import OpenComposers, WaitingPages
from bot.screen.messenger.messenger import DiscordMessenger
from bot.screen.names import Names


class PlayingClient(commands.AutoShardedBot):
    messenger: DiscordMessenger
    names: Names
    open_composers: OpenComposers
    waiting_pages: WaitingPages
    now: Now
    invite_url: str | None
    support_url: str | None
    """Where people add the bot, and where they ask; None where the operator has no such place."""

    @property
    @abstractmethod
    def services(self) -> Services:
        """What people can do; raises RuntimeError before the start."""
