"""What delivery needs from Discord, and how it may fail. ``bot.chat.messenger`` does it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol, TypeAlias

from bot.services.challenges.storage import Challenge
from bot.services.ladders import Event, LadderCard, LadderNews
from bot.services.leaderboards import LiveLeaderboard
from bot.services.matches import MatchState
from bot.services.puzzles import WeeklyCard
from bot.services.reminders import Digest, ReminderCard
from bot.services.requests import MatchRequest
from bot.services.results import Aftermath
from bot.services.timekeeping import ClockNews
from data.ids import ChannelId, MessageId, PlayerId, RoleId, ServerId
from data.states import ThreadFallback
from renderer import ShareCard

Sent: TypeAlias = tuple[ChannelId, MessageId]
"""Where a message is."""

Card: TypeAlias = (
    Challenge
    | MatchRequest
    | ClockNews
    | ReminderCard
    | Digest
    | LadderCard
    | LadderNews
    | LiveLeaderboard
    | WeeklyCard
)
"""What has a message that shows how it stands, and is edited when that changes."""


@dataclass(eq=False, repr=False)
class CannotPost(Exception):
    """Discord refused for good as things are; nothing was posted.

    ``permission`` is the permission's name in discord.py (``send_messages``) where it is known.
    """

    permission: str | None
    reason: str

    def __str__(self) -> str:
        return f"CannotPost({self.permission}, {self.reason})"


class ChannelGone(Exception):
    """The channel or thread does not exist any more; nothing was posted."""


class DirectMessagesClosed(Exception):
    """The person takes no direct messages from the bot."""


class RoleGone(Exception):
    """The role does not exist any more, or the bot is not in its server."""


class MessageGone(Exception):
    """The message does not exist any more."""


@dataclass(eq=False, repr=False)
class TryLater(Exception):
    """It may or may not have happened: a timeout, a dropped connection, a 429 or a 5xx."""

    retry_after: timedelta | None = None

    def __str__(self) -> str:
        return f"TryLater({self.retry_after})"


@dataclass(frozen=True, slots=True)
class Board:
    """A turn's board, ready to be posted. ``fallback`` is told in a sentence, where it is new.

    ``until`` is when the time of whoever is to move is over; None where none runs. ``aftermath`` is
    what a match that is over came to, ``effect`` what it has done to the places of its ladder.
    """

    match: MatchState
    png: bytes
    alt: str
    nonce: str
    fallback: ThreadFallback | None
    until: datetime | None = None
    aftermath: Aftermath | None = None
    effect: Event | None = None


@dataclass(frozen=True, slots=True)
class LookedBack:
    """A match against engines that was looked back at, and how many moves were pointed out.

    ``aftermath`` is what it came to, as its last board tells.
    """

    match: MatchState
    moments: int
    aftermath: Aftermath | None


@dataclass(frozen=True, slots=True)
class ShownCard:
    """The card of a match that is over, ready to be posted."""

    match: MatchState
    png: bytes
    alt: str
    nonce: str


class Messenger(Protocol):
    """The only way anything reaches Discord that was committed.

    Each method may raise CannotPost, ChannelGone or TryLater.
    """

    def time(self) -> datetime:
        """A time that is past by Discord's clock, and was the present when Discord spoke last."""

    async def open_thread(self, match: MatchState, since: datetime) -> ChannelId:
        """The match's thread, made from its challenge's card if it is not there yet.

        An earlier attempt may have made it ``since`` then, by Discord's clock, as in all methods.
        """

    async def invite(self, thread_id: ChannelId, match: MatchState) -> None:
        """Add the players to the thread, as far as that can be done."""

    async def post_board(self, channel_id: ChannelId, board: Board) -> MessageId:
        """Post the board and return the message's id."""

    async def retire_board(
        self, channel_id: ChannelId, message_id: MessageId, match: MatchState
    ) -> None:
        """Take the buttons off an earlier board; ``match`` is as that board shows it.

        Raises MessageGone.
        """

    async def show_looked_back(
        self, channel_id: ChannelId, message_id: MessageId, looked: LookedBack
    ) -> None:
        """Say on the last board of a match that it was looked back at. Raises MessageGone."""

    async def find_board(
        self, channel_id: ChannelId, match: MatchState, since: datetime
    ) -> MessageId | None:
        """The message in this channel that shows the match at its ply, if there is one."""

    async def post_card(
        self,
        channel_id: ChannelId,
        card: Card,
        nonce: str,
        reply_to: MessageId | None = None,
    ) -> MessageId:
        """Post the card, which mentions those who are asked, and return the message's id.

        As an answer to the message ``reply_to`` if that is still there.
        """

    async def edit_card(self, channel_id: ChannelId, message_id: MessageId, card: Card) -> None:
        """Show the card as it is now. Raises MessageGone."""

    async def remove(self, channel_id: ChannelId, message_id: MessageId) -> None:
        """Take a message of the bot's away. Raises MessageGone."""

    async def pass_role(
        self,
        server_id: ServerId,
        role_id: RoleId,
        before: Collection[PlayerId],
        after: PlayerId | None,
    ) -> PlayerId | None:
        """Take a role from those who had it before and give it to another; who has it then.

        People who left the server are passed over. Raises RoleGone.
        """

    async def share_card(self, match: MatchState) -> ShareCard:
        """What the card of a match that is over shows, with the names of those who played."""

    async def post_share(self, channel_id: ChannelId, card: ShownCard) -> MessageId:
        """Post the card, which mentions nobody, and return the message's id."""

    async def find_share(
        self, channel_id: ChannelId, match: MatchState, since: datetime
    ) -> MessageId | None:
        """The message in this channel that is the match's card, if there is one."""

    async def post_direct_card(self, player_id: PlayerId, card: Card, nonce: str) -> Sent:
        """Post the card in somebody's direct messages; raises DirectMessagesClosed."""

    async def find_direct_card(
        self, player_id: PlayerId, card: Card, since: datetime
    ) -> Sent | None:
        """The direct message that shows the card, if there is one.

        Raises DirectMessagesClosed.
        """

    async def post_direct(self, player_id: PlayerId, words: str, nonce: str) -> Sent:
        """Tell somebody in direct messages; raises DirectMessagesClosed."""

    async def find_direct(self, player_id: PlayerId, words: str, since: datetime) -> Sent | None:
        """The direct message that says this, if there is one."""

    async def may_look(self, player_id: PlayerId, match: MatchState) -> bool:
        """Whether somebody is in the match's server, and sees the channel it is played in."""

    async def find_card(
        self, channel_id: ChannelId, card: Card, since: datetime
    ) -> MessageId | None:
        """The message in this channel that shows the card, if there is one."""
