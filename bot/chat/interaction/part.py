"""What an area of the chat declares: its commands, its buttons, its sentences, its cards."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from bot.chat.common.names import Names
from bot.chat.interaction.click import Handler
from bot.chat.interaction.client import PlayingClient
from bot.chat.messenger.faces import Face
from bot.services.errors import ServiceError

Refusals: TypeAlias = Mapping[type[ServiceError], Callable[[Any], str]]
"""The sentence for each reason why something is refused."""


WithNames: TypeAlias = Callable[[Any, Names], Awaitable[Any]]
"""Gives a card back with the names that it shows."""


class Commands(Protocol):
    """A module with slash commands or menus."""

    async def setup(self, client: PlayingClient, /) -> None:
        """Add them to the client."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatPart:
    """What one area offers; ``bot.app`` puts all of them together.

    ``commands`` are modules that add slash commands and menus to the client. ``handlers`` answer
    buttons, lists and forms, ``refusals`` are sentences for errors, ``faces`` draw the cards that
    are posted, and ``named`` looks up the names that some of these show.
    """

    commands: tuple[Commands, ...] = ()
    handlers: tuple[Handler, ...] = ()
    refusals: Refusals = field(default_factory=dict)
    faces: Mapping[type[Any], Callable[[Any], Face]] = field(default_factory=dict)
    named: Mapping[type[Any], WithNames] = field(default_factory=dict)
