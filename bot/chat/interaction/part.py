"""What an area of the chat declares: its commands, its buttons, its sentences, its cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from bot.chat.interaction.click import Handler
from bot.chat.interaction.client import PlayingClient
from bot.chat.messenger.messenger import Face
from bot.services.errors import ServiceError

Refusals: TypeAlias = Mapping[type[ServiceError], Callable[[Any], str]]
"""The sentence for each reason why something is refused."""


class Commands(Protocol):
    """A module with slash commands or menus."""

    async def setup(self, client: PlayingClient, /) -> None:
        """Add them to the client."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatPart:
    """What one area offers; ``bot.app`` puts all of them together.

    ``commands`` are modules that add slash commands and menus to the client. ``handlers`` answer
    buttons, lists and forms, ``refusals`` are sentences for errors, and ``faces`` draw the cards
    that are posted.
    """

    commands: tuple[Commands, ...] = ()
    handlers: tuple[Handler, ...] = ()
    refusals: Refusals = field(default_factory=dict)
    faces: Mapping[type[Any], Callable[[Any], Face]] = field(default_factory=dict)
