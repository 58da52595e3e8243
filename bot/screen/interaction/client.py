"""The interface of the client, so that screens do not depend on ``bot.app``."""

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
    """Where people add the bot, and where they get help; None if the operator has set none."""

    @property
    @abstractmethod
    def services(self) -> Services:
        """The services; raises RuntimeError before the start."""
