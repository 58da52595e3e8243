"""Private messages that change by themselves, as long as Discord lets them be changed.

Discord lets a private message be changed from outside for a quarter of an hour after its reader
last touched it, so these are kept in memory; a restart forgets them, and they show how it stands as
soon as they are touched.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

import discord
import structlog
from cachetools import FIFOCache

from bot.core.errors import ServiceError
from bot.core.matches import MatchState
from bot.core.waking import Wakeup
from bot.screen.interaction.acknowledging import short
from bot.screen.messenger.refusals import CONNECTION_LOST
from data.errors import StorageError
from data.ids import MatchId, PlayerId

CHANGEABLE = timedelta(minutes=15)
"""For how long after the click that it answers a private message can be changed."""
MOST = 1000
"""How many of each kind are kept in mind; beyond that the oldest are left as they are."""

PATIENCE = timedelta(seconds=30)
"""How long one page may take that is shown anew."""

logger = structlog.get_logger(__name__)

PrivateMessage: TypeAlias = discord.InteractionMessage | discord.WebhookMessage
Ended: TypeAlias = Callable[[Collection[MatchId]], Awaitable[Collection[MatchId]]]
"""Those of some matches whose review has come to an end."""


@dataclass(frozen=True, slots=True)
class MoveAhead:
    """The move that somebody puts together: the one after ``ply``."""

    player_id: PlayerId
    match_id: MatchId
    ply: int

    def is_made(self, match: MatchState) -> bool:
        seat = match.seat_of(self.player_id)
        return any(made.ply == self.ply + 1 and made.seat == seat for made in match.moves)


@dataclass(frozen=True, slots=True)
class OpenComposer:
    """A private message, the move that is put together there, and until when it can be changed."""

    move: MoveAhead
    message: PrivateMessage
    until: datetime


class OpenComposers:
    """The composers that stand open, by their messages; the latest state of each."""

    def __init__(self) -> None:
        self._open: FIFOCache[int, OpenComposer] = FIFOCache(MOST)

    def note(self, move: MoveAhead, message: PrivateMessage, clicked_at: datetime) -> None:
        """Keep in mind what the message is for, since the click that it answers."""
        self.forget(message)
        self._open[message.id] = OpenComposer(move, message, clicked_at + CHANGEABLE)

    def forget(self, message: PrivateMessage) -> None:
        """The message shows something else by now."""
        self._open.pop(message.id, None)

    def overtaken(
        self, player_id: PlayerId, match: MatchState, now: datetime
    ) -> list[OpenComposer]:
        """Those of a player whose move was made meanwhile and that can be changed; forgotten."""
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
    """A message about a match that is being looked back at.

    With how it is shown anew, and until when it can be changed.
    """

    message_id: int
    match_id: MatchId
    until: datetime
    show: Callable[[Callable[[], bool]], Awaitable[None]]
    """It gets a function that tells whether the page still waits."""


class WaitingPages:
    """What waits, by its messages; the latest state of each."""

    def __init__(self) -> None:
        self._waiting: FIFOCache[int, WaitingPage] = FIFOCache(MOST)
        self.news = Wakeup()
        """Set when something waits, or may have come to an end."""

    def note(
        self,
        message_id: int,
        match_id: MatchId,
        clicked_at: datetime,
        show: Callable[[Callable[[], bool]], Awaitable[None]],
    ) -> None:
        """Keep in mind that a message waits, in place of what it showed before."""
        self.forget(message_id)
        page = WaitingPage(message_id, match_id, clicked_at + CHANGEABLE, show)
        self._waiting[message_id] = page
        self.news.set()

    def forget(self, message_id: int) -> None:
        """The message shows something else, or will."""
        self._waiting.pop(message_id, None)

    async def show_what_was_found(self, ended: Ended, now: Callable[[], datetime]) -> None:
        """Show it until cancelled, as soon as each review has ``ended``; raises StorageError."""
        while True:
            waiting = self.changeable(now())
            if waiting:  # without any, the end of a review costs nothing
                over = await ended({each.match_id for each in waiting})
                found = [each for each in waiting if each.match_id in over]
                await asyncio.gather(*map(self._show, found))
                for each in filter(self._waits, found):
                    self.forget(each.message_id)
            await self.news.sleep_until(None, now())

    async def _show(self, page: WaitingPage) -> None:
        try:
            async with asyncio.timeout(PATIENCE.total_seconds()):  # else one would hold up others
                await page.show(partial(self._waits, page))
        except (ServiceError, StorageError) as error:
            logger.info("replay left as it was", reason=type(error).__name__)
        except (discord.HTTPException, *CONNECTION_LOST) as error:
            # dismissed perhaps; else it shows how it stands as soon as it is touched
            logger.info("replay left as it was", **short(error))
        except Exception:
            logger.exception("replay left as it was")  # the others are shown

    def _waits(self, page: WaitingPage) -> bool:
        """Whether it still waits, and shows nothing else by now."""
        return self._waiting.get(page.message_id) is page

    def changeable(self, now: datetime) -> list[WaitingPage]:
        """Those that can be changed; the others are forgotten."""
        for page in [each for each in self._waiting.values() if each.until <= now]:
            self.forget(page.message_id)
        return list(self._waiting.values())
