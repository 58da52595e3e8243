"""Live leaderboards: a message in a channel that is edited when its list has changed.

Edits are not made in quick succession.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import attrgetter

from sqlalchemy import Connection, delete

from bot.core import timers
from bot.core.absences import Home
from bot.core.actor import Actor
from bot.core.living import Living, digest
from bot.core.matches import Change, Now, Service, game_of
from bot.core.people import players
from bot.core.people.settings import NoServerHere, NotAManager, managed
from bot.core.posting import MessageGone, PostKind
from bot.core.timers import Timer
from bot.features.leaderboards.service import read_page
from bot.features.leaderboards.values import AlreadyLive, LeaderboardPage, Period
from bot.features.places import GivenUp, LostSetting, WhatIsLost, lost_of
from bot.features.ratings import write_rating
from data.database import reads, writes
from data.ids import ChannelId, MessageId, PlayerId, ServerId
from data.standing_tables import live_leaderboards
from data.statements import all_of, insert_one, one_of, selecting
from data.states import MessageKind, TimerKind
from rules.texts import Text, Words

LIVE_LIST_TIMER = TimerKind("live_list")
LIVE_LIST_MESSAGE = MessageKind("live_list")

RECHECK_EVERY = timedelta(days=1)
"""How often a list is checked without results, since people drop out of it as time passes."""


@dataclass(frozen=True, slots=True)
class LiveList:
    """A live list in a channel; ``shown`` is the digest of what it shows since ``edited_at``."""

    id: int
    server_id: ServerId
    channel_id: ChannelId
    game: str
    message_id: MessageId | None
    shown: str | None
    edited_at: datetime | None


HOME_OF_LISTS = Home(live_leaderboards, live_leaderboards.c.id, live_leaderboards.c.channel_id)
_LISTS = selecting(live_leaderboards, LiveList)


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
    LIVE_LIST_MESSAGE, live_leaderboards, attrgetter("list"), "edited_at"
)


def lost_lists(connection: Connection, reach: WhatIsLost) -> Iterator[LostSetting]:
    """Live leaderboards in channels in which the bot cannot post any more."""
    says = Text("I cannot post in the channel of the live **{game}** leaderboard any more.")
    theirs = _LISTS.filter_by(server_id=reach.server_id).order_by(live_leaderboards.c.id)
    shut = live_leaderboards.c.channel_id.in_(reach.shut)
    for each in all_of(connection, theirs.where(shut), LiveList):
        yield lost_of(says, each.game)


def drop_lists(connection: Connection, given_up: GivenUp, _: datetime) -> None:
    """Delete the live leaderboards in the place that was given up."""
    its = live_leaderboards.c
    within = given_up.absence.holds(its.server_id, its.channel_id)
    connection.execute(delete(live_leaderboards).where(within))


def _in_channel(connection: Connection, channel_id: ChannelId, game: str) -> LiveList | None:
    return one_of(connection, _LISTS.filter_by(channel_id=channel_id, game=game), LiveList)


def _remove(connection: Connection, list_id: int) -> None:
    """Remove a list; its message stays."""
    connection.execute(delete(live_leaderboards).filter_by(id=list_id))


class LiveService(Service):
    """What managers do with live leaderboards."""

    @reads
    def offered(self, connection: Connection, actor: Actor, game: str) -> bool | None:
        """Whether the channel has a list of the game; None for actors who may not change that."""
        try:
            managed(connection, actor)
        except (NoServerHere, NotAManager):
            return None
        return _in_channel(connection, actor.place.channel_id, game) is not None

    @writes
    def start(self, connection: Connection, actor: Actor, game: str) -> None:
        """Post a list in the actor's channel.

        Raises UnknownGame, NoServerHere, NotAManager or AlreadyLive.
        """
        game_of(game)
        server_id, channel_id = managed(connection, actor), actor.place.channel_id
        if _in_channel(connection, channel_id, game) is not None:
            raise AlreadyLive(channel_id)
        now = self._now()
        players.ensure_server(connection, server_id, now)
        row = {"server_id": server_id, "channel_id": channel_id, "game": game, "created_at": now}
        LIVE_LIST.queue(connection, insert_one(connection, live_leaderboards, row), now)

    @writes
    def end(self, connection: Connection, actor: Actor, game: str) -> bool:
        """Remove the list here; whether there was one. Raises NoServerHere or NotAManager."""
        managed(connection, actor)
        known = _in_channel(connection, actor.place.channel_id, game)
        if known is None:
            return False
        _remove(connection, known.id)
        timers.cancel(connection, LIVE_LIST_TIMER, known.id)
        return True


def check_list(connection: Connection, timer: Timer, now: datetime) -> None:
    """Queue an edit of a list whose timer is due."""
    LIVE_LIST.queue(connection, timer.subject_id, now)


def live_posts(now: Now) -> PostKind[LiveLeaderboard]:
    """The kind of message for lists: posted once, then edited; ended if its message is deleted."""

    def load(connection: Connection, list_id: int) -> LiveLeaderboard | None:
        known = one_of(connection, _LISTS.filter_by(id=list_id), LiveList)
        if known is None:
            return None
        timers.set_timer(connection, LIVE_LIST_TIMER, list_id, now() + RECHECK_EVERY)
        page = read_page(connection, known.game, known.server_id, Period.ACTIVE, now())
        return LiveLeaderboard(known, page, now())

    def forget(connection: Connection, live: LiveLeaderboard) -> None:
        _remove(connection, live.list.id)

    return LIVE_LIST.post_kind(load, now, edited={MessageGone: forget})


def follow_results(connection: Connection, change: Change, now: datetime) -> None:
    """Queue edits of the lists that a result may change."""
    server_id = change.after.server_id
    if server_id is None:
        return
    theirs = _LISTS.filter_by(server_id=server_id, game=change.after.match.game)
    for each in all_of(connection, theirs, LiveList):
        LIVE_LIST.queue(connection, each.id, now, each.edited_at)
