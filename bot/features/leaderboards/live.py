"""A leaderboard that stands in a channel and follows by itself.

It is one message, edited only when it has changed, and not in quick succession.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.core import timers
from bot.core.actor import Actor
from bot.core.matches import Change, Now, Service, game_of
from bot.core.outbox import Due
from bot.core.people import players
from bot.core.people.rights import NoServerHere, NotAManager, managed
from bot.core.posting import MessageGone, Post, PostKind, Sent, sent_or_none
from bot.core.timers import Timer
from bot.features.leaderboards import storage
from bot.features.leaderboards.service import read_page
from bot.features.leaderboards.storage import LiveList
from bot.features.leaderboards.values import AlreadyLive, LeaderboardPage, Period
from bot.features.places import Lost, Reach, lost_of
from bot.features.ratings import write_rating
from data.ids import PlayerId
from data.states import MessageKind, TimerKind
from data.transactions import reads, writes
from rules.texts import Text, Words

AT_LEAST = timedelta(days=1)
"""A list is looked at so often though nothing was played: people drop out of it by themselves."""


@dataclass(frozen=True, slots=True)
class LiveLeaderboard:
    """A list as its message shall show it, with the ``names`` of those who are on it."""

    list: LiveList
    page: LeaderboardPage
    now: datetime
    names: Mapping[PlayerId, Words] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """Equal for lists that show the same."""
        told = [
            (
                line.place,
                line.player_id,
                write_rating(line.rating),
                (line.won, line.drawn, line.lost, line.trend),
            )
            for line in self.page.lines
        ]
        return hashlib.sha256(repr((self.page.total, told)).encode()).hexdigest()


def lost_lists(connection: Connection, reach: Reach) -> Iterator[Lost]:
    """The lists in channels that are shut."""
    says = Text("I cannot post in the channel of the live **{game}** leaderboard any more.")
    for each in storage.in_channels(connection, reach.server_id, reach.shut):
        yield lost_of(says, each.game)


class LiveService(Service):
    """What managers do with such lists, and what is done about them at their times."""

    @reads
    def offered(self, connection: Connection, actor: Actor, game: str) -> bool | None:
        """Whether the channel has a list of the game; None for somebody who may not change that."""
        try:
            managed(connection, actor)
        except (NoServerHere, NotAManager):
            return None
        return storage.in_channel(connection, actor.place.channel_id, game) is not None

    @writes
    def keep(self, connection: Connection, actor: Actor, game: str) -> None:
        """Put a list here. Raises UnknownGame, NoServerHere, NotAManager or AlreadyLive."""
        game_of(game)
        server_id, channel_id = managed(connection, actor), actor.place.channel_id
        if storage.in_channel(connection, channel_id, game) is not None:
            raise AlreadyLive(channel_id)
        now = self._now()
        players.ensure_server(connection, server_id, now)
        list_id = storage.add(connection, server_id, channel_id, game, now)
        storage.note_list(connection, list_id, now)

    @writes
    def end(self, connection: Connection, actor: Actor, game: str) -> bool:
        """Remove the list here; whether there was one. Raises NoServerHere or NotAManager."""
        managed(connection, actor)
        known = storage.in_channel(connection, actor.place.channel_id, game)
        if known is None:
            return False
        storage.remove(connection, known.id)
        timers.cancel(connection, TimerKind.LIVE_LIST, known.id)
        return True


def follow(connection: Connection, timer: Timer, now: datetime) -> None:
    """Have the list looked at whose time has come."""
    storage.note_list(connection, timer.subject_id, now)


def live_posts(now: Now) -> PostKind[LiveLeaderboard]:
    """A list is posted once, then edited. One whose message was deleted is wanted no more."""

    def load(connection: Connection, due: Due) -> Post[LiveLeaderboard] | None:
        live = _load_live(connection, due.subject_id, now())
        if live is None:
            return None
        channel_id = live.list.channel_id
        return Post(live, (channel_id,), sent_or_none(channel_id, live.list.message_id))

    def remember(connection: Connection, live: LiveLeaderboard, message: Sent) -> None:
        storage.note_shown(connection, live.list.id, message[1], live.digest, now())

    def forget(connection: Connection, live: LiveLeaderboard) -> None:
        storage.remove(connection, live.list.id)

    return PostKind(
        kind=MessageKind.LIVE_LIST,
        waits=True,
        load=load,
        remember=remember,
        edited={MessageGone: forget},
    )


def _load_live(connection: Connection, list_id: int, now: datetime) -> LiveLeaderboard | None:
    """The list as it is to be shown; None if it shows that, or is gone."""
    known = storage.get(connection, list_id)
    if known is None:
        return None
    page = read_page(connection, known.game, known.server_id, Period.ACTIVE, now)
    found = LiveLeaderboard(known, page, now)
    timers.set_timer(connection, TimerKind.LIVE_LIST, list_id, now + AT_LEAST)
    return None if found.digest == known.shown else found


def follow_results(connection: Connection, change: Change, now: datetime) -> None:
    """Have the lists follow that a result may change."""
    server_id = change.after.server_id
    if server_id is None:
        return
    for each in storage.of_game(connection, server_id, change.after.match.game):
        storage.note_list(connection, each.id, now, each.edited_at)
