"""Live leaderboards: a message in a channel that is edited when its list has changed.

Edits are not made in quick succession.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import attrgetter

from sqlalchemy import Connection

from bot.core import timers
from bot.core.actor import Actor
from bot.core.living import Living, digest
from bot.core.matches import Change, Now, Service, game_of
from bot.core.people import players
from bot.core.people.settings import NoServerHere, NotAManager, managed
from bot.core.posting import MessageGone, PostKind
from bot.core.timers import Timer
from bot.features.leaderboards import storage
from bot.features.leaderboards.service import read_page
from bot.features.leaderboards.storage import LiveList
from bot.features.leaderboards.values import AlreadyLive, LeaderboardPage, Period
from bot.features.places import GivenUp, LostSetting, WhatIsLost, lost_of
from bot.features.ratings import write_rating
from data.database import reads, writes
from data.ids import PlayerId
from data.standing_tables import live_leaderboards
from data.states import MessageKind, TimerKind
from rules.texts import Text, Words

RECHECK_EVERY = timedelta(days=1)
"""How often a list is checked without results, since people drop out of it as time passes."""


@dataclass(frozen=True, slots=True)
class LiveLeaderboard:
    """A live leaderboard to post, with the ``names`` of the players on it."""

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
        return digest(self.page.total, told)


LIVE_LIST: Living[LiveLeaderboard] = Living(
    MessageKind.LIVE_LIST, live_leaderboards, attrgetter("list"), "edited_at"
)


def lost_lists(connection: Connection, reach: WhatIsLost) -> Iterator[LostSetting]:
    """Live leaderboards in channels in which the bot cannot post any more."""
    says = Text("I cannot post in the channel of the live **{game}** leaderboard any more.")
    for each in storage.in_channels(connection, reach.server_id, reach.shut):
        yield lost_of(says, each.game)


def drop_lists(connection: Connection, given_up: GivenUp, _: datetime) -> None:
    """Delete the live leaderboards in the place that was given up."""
    storage.drop_lists(connection, given_up.absence)


class LiveService(Service):
    """What managers do with live leaderboards."""

    @reads
    def offered(self, connection: Connection, actor: Actor, game: str) -> bool | None:
        """Whether the channel has a list of the game; None for actors who may not change that."""
        try:
            managed(connection, actor)
        except (NoServerHere, NotAManager):
            return None
        return storage.in_channel(connection, actor.place.channel_id, game) is not None

    @writes
    def start(self, connection: Connection, actor: Actor, game: str) -> None:
        """Post a list in the actor's channel.

        Raises UnknownGame, NoServerHere, NotAManager or AlreadyLive.
        """
        game_of(game)
        server_id, channel_id = managed(connection, actor), actor.place.channel_id
        if storage.in_channel(connection, channel_id, game) is not None:
            raise AlreadyLive(channel_id)
        now = self._now()
        players.ensure_server(connection, server_id, now)
        list_id = storage.add(connection, server_id, channel_id, game, now)
        LIVE_LIST.queue(connection, list_id, now)

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


def check_list(connection: Connection, timer: Timer, now: datetime) -> None:
    """Queue an edit of a list whose timer is due."""
    LIVE_LIST.queue(connection, timer.subject_id, now)


def live_posts(now: Now) -> PostKind[LiveLeaderboard]:
    """The kind of message for lists: posted once, then edited; ended if its message is deleted."""

    def load(connection: Connection, list_id: int) -> LiveLeaderboard | None:
        known = storage.get(connection, list_id)
        if known is None:
            return None
        timers.set_timer(connection, TimerKind.LIVE_LIST, list_id, now() + RECHECK_EVERY)
        page = read_page(connection, known.game, known.server_id, Period.ACTIVE, now())
        return LiveLeaderboard(known, page, now())

    def forget(connection: Connection, live: LiveLeaderboard) -> None:
        storage.remove(connection, live.list.id)

    return LIVE_LIST.post_kind(load, now, edited={MessageGone: forget})


def follow_results(connection: Connection, change: Change, now: datetime) -> None:
    """Queue edits of the lists that a result may change."""
    server_id = change.after.server_id
    if server_id is None:
        return
    for each in storage.of_game(connection, server_id, change.after.match.game):
        LIVE_LIST.queue(connection, each.id, now, each.edited_at)
