"""The interface of the client, and the private messages that the bot edits by itself.

Discord allows that for a quarter of an hour after the last click on them, so they are kept in
memory only. After a restart they are updated by the next click.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

import discord
import structlog
from cachetools import FIFOCache
from discord.ext import commands

from bot.core.errors import ServiceError
from bot.core.matches import MatchState, Now
from bot.core.services import Services
from bot.core.waking import Wakeup
from bot.screen.interaction.acknowledging import short
from bot.screen.messenger.messenger import DiscordMessenger
from bot.screen.messenger.refusals import CONNECTION_LOST
from bot.screen.names import Names
from data.errors import StorageError
from data.ids import MatchId, PlayerId

CHANGEABLE = timedelta(minutes=15)
"""How long after a click its private message can be edited."""
MAX_KEPT = 1000
"""How many of each kind are kept; the oldest are dropped."""

SHOW_TIMEOUT = timedelta(seconds=30)
"""Time limit for updating one page."""

logger = structlog.get_logger(__name__)

PrivateMessage: TypeAlias = discord.InteractionMessage | discord.WebhookMessage
Ended: TypeAlias = Callable[[Collection[MatchId]], Awaitable[Collection[MatchId]]]
"""Returns those of the matches whose review has ended."""


@dataclass(frozen=True, slots=True)
class MoveAhead:
    """The move after ``ply`` that a player is composing."""

    player_id: PlayerId
    match_id: MatchId
    ply: int

    def is_made(self, match: MatchState) -> bool:
        seat = match.seat_of(self.player_id)
        return any(made.ply == self.ply + 1 and made.seat == seat for made in match.moves)


@dataclass(frozen=True, slots=True)
class OpenComposer:
    """A private message where a move is composed, and until when it can be edited."""

    move: MoveAhead
    message: PrivateMessage
    until: datetime


class OpenComposers:
    """The open composers by message, each with its latest state."""

    def __init__(self) -> None:
        self._open: FIFOCache[int, OpenComposer] = FIFOCache(MAX_KEPT)

    def note(self, move: MoveAhead, message: PrivateMessage, clicked_at: datetime) -> None:
        """Remember the message for the move."""
        self.forget(message)
        self._open[message.id] = OpenComposer(move, message, clicked_at + CHANGEABLE)

    def forget(self, message: PrivateMessage) -> None:
        """Drop the message, which shows something else now."""
        self._open.pop(message.id, None)

    def overtaken(
        self, player_id: PlayerId, match: MatchState, now: datetime
    ) -> list[OpenComposer]:
        """Remove and return the player's composers whose move was made and that can be edited."""
        found = [
            each
            for each in self._open.values()
            if (each.move.player_id, each.move.match_id) == (player_id, match.id)
            and each.move.is_made(match)
        ]
        for each in found:
            self.forget(each.message)
        return [each for each in found if now < each.until]


@dataclass(frozen=True, slots=True, eq=False)
class WaitingPage:
    """A private message that waits for the review of a match, and until when it can be edited."""

    message_id: int
    match_id: MatchId
    until: datetime
    show: Callable[[Callable[[], bool]], Awaitable[None]]
    """Updates the page; called with a function that tells whether the page still waits."""


class WaitingPages:
    """The waiting pages by message, each with its latest state."""

    def __init__(self) -> None:
        self._waiting: FIFOCache[int, WaitingPage] = FIFOCache(MAX_KEPT)
        self.news = Wakeup()
        """Set when a page is added, or a review may have ended."""

    def note(
        self,
        message_id: int,
        match_id: MatchId,
        clicked_at: datetime,
        show: Callable[[Callable[[], bool]], Awaitable[None]],
    ) -> None:
        """Remember that a message waits, replacing its earlier state."""
        self.forget(message_id)
        page = WaitingPage(message_id, match_id, clicked_at + CHANGEABLE, show)
        self._waiting[message_id] = page
        self.news.set()

    def forget(self, message_id: int) -> None:
        """Drop the message, which shows something else now."""
        self._waiting.pop(message_id, None)

    async def show_what_was_found(self, ended: Ended, now: Callable[[], datetime]) -> None:
        """Update each page once its review has ``ended``, until cancelled; raises StorageError."""
        while True:
            waiting = self.changeable(now())
            if waiting:  # else nothing is queried
                over = await ended({each.match_id for each in waiting})
                found = [each for each in waiting if each.match_id in over]
                await asyncio.gather(*map(self._show, found))
                for each in filter(self._waits, found):
                    self.forget(each.message_id)
            await self.news.sleep_until(None, now())

    async def _show(self, page: WaitingPage) -> None:
        try:
            # else one page would delay the others
            async with asyncio.timeout(SHOW_TIMEOUT.total_seconds()):
                await page.show(partial(self._waits, page))
        except (ServiceError, StorageError) as error:
            logger.info("replay left as it was", reason=type(error).__name__)
        except (discord.HTTPException, *CONNECTION_LOST) as error:
            # perhaps dismissed; else the next click updates it
            logger.info("replay left as it was", **short(error))
        except Exception:
            logger.exception("replay left as it was")

    def _waits(self, page: WaitingPage) -> bool:
        """Whether the page still waits and was not replaced."""
        return self._waiting.get(page.message_id) is page

    def changeable(self, now: datetime) -> list[WaitingPage]:
        """The pages that can be edited; the others are dropped."""
        for page in [each for each in self._waiting.values() if each.until <= now]:
            self.forget(page.message_id)
        return list(self._waiting.values())


class PlayingClient(commands.AutoShardedBot):
    """The bot, as screens see it, so that they do not depend on ``bot.app``."""

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
