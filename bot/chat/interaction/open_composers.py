"""The private messages in which moves are being put together, as long as they can be changed.

Discord lets a private message be changed from outside for a quarter of an hour after its reader
last touched it, so these are kept in memory; a restart forgets them.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

import discord
from cachetools import FIFOCache

from bot.services.matches import MatchState
from data.ids import MatchId, PlayerId

CHANGEABLE = timedelta(minutes=15)
"""For how long after the click that it answers a private message can be changed."""

MOST = 1000
"""How many composers are kept in mind; beyond that the oldest are left as they are."""

PrivateMessage: TypeAlias = discord.InteractionMessage | discord.WebhookMessage


@dataclass(frozen=True, slots=True)
class MoveAhead:
    """The move that somebody puts together: the one after ``ply``."""

    player_id: PlayerId
    match_id: MatchId
    ply: int

    def is_made(self, match: MatchState) -> bool:
        """Whether this person has made that move of the match."""
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
