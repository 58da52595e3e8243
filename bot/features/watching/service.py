"""Following: lists the running matches of a server, and notes who hears how a match ended.

A follower follows one match, or one person in one server.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, delete, select

from bot.core import matches, outbox
from bot.core.actor import Actor
from bot.core.errors import ServiceError
from bot.core.outbox import Due
from bot.core.people import players
from bot.core.people.players import BlockedByYou
from bot.core.people.settings import server_of
from bot.core.posting import Direct, Messenger, Post, PostKind
from data import tables
from data.database import reads, writes
from data.ids import MatchId, PlayerId, ServerId
from data.statements import insert_missing
from data.states import MessageKind
from data.tables import followed_people, followers
from rules.texts import Text

FOLLOWED_MESSAGE = MessageKind("followed", separate=True, personal=True)

FOLLOWED = followed_people.c


def followers_of_match(connection: Connection, match_id: MatchId) -> tuple[PlayerId, ...]:
    """The followers of a match, the earliest first."""
    found = select(followers.c.player_id).filter_by(match_id=match_id)
    ordered = found.order_by(followers.c.created_at, followers.c.player_id)
    return tuple(connection.scalars(ordered))


def followed_by(
    connection: Connection, player_id: PlayerId, server_id: ServerId
) -> tuple[PlayerId, ...]:
    """The people whom the player follows in a server, the earliest first."""
    found = select(FOLLOWED.followed_id).filter_by(player_id=player_id, server_id=server_id)
    return tuple(connection.scalars(found.order_by(FOLLOWED.created_at, FOLLOWED.followed_id)))


def followers_of_people(
    connection: Connection, people: Iterable[PlayerId], server_id: ServerId
) -> tuple[tuple[PlayerId, PlayerId], ...]:
    """The pairs (follower, followed) in a server where ``people`` are followed."""
    found = (
        select(FOLLOWED.player_id, FOLLOWED.followed_id)
        .where(FOLLOWED.followed_id.in_(list(people)), FOLLOWED.server_id == server_id)
        .order_by(FOLLOWED.player_id, FOLLOWED.followed_id)
    )
    return tuple((row.player_id, row.followed_id) for row in connection.execute(found))


MOST_FOLLOWED = 50
"""The most people, and the most running matches, that one person may follow."""


class FollowsThemselves(ServiceError):
    """Whoever plays in a match knows how it ends."""

    says = Text("You cannot follow yourself. Choose somebody else.")


class FollowsTooMany(ServiceError):
    """Somebody follows ``most`` people, or running matches, already."""

    says = Text("You follow {most} already, which is the limit. Stop following one of them first.")

    most: int


class CannotFollow(ServiceError):
    """The other has blocked the person, who is not told so."""

    says = Text("{person} cannot be followed right now.")

    person_id: PlayerId


def tell_followers(connection: Connection, change: matches.Change, now: datetime) -> None:
    """Queue a message about a match's end to those who follow it, or one of its players.

    Practice matches are not reported to followers of people.
    """
    match = change.after
    told = [*followers_of_match(connection, match.id)]
    for server_id, _ in () if match.match.is_practice else match.match.places:
        pairs = followers_of_people(connection, match.people, server_id) if server_id else ()
        told += [follower for follower, _ in pairs if follower not in match.people]
    for player_id in dict.fromkeys(told):
        note_end(connection, player_id, match, now)


def note_end(
    connection: Connection, player_id: PlayerId, match: matches.MatchState, now: datetime
) -> None:
    """Queue a direct message to the player about how the match ended, once for each end."""
    row = outbox.NewMessage(
        FOLLOWED_MESSAGE,
        player_id,
        f"followed:{player_id}",
        (tables.matches, match.id),
        version=match.id,
        topic=f"ended:{match.id}:{match.ply}",
        direct=True,
    )
    outbox.add(connection, row, now)


@dataclass(frozen=True, slots=True)
class FollowedEnd:
    """How a match ended, for a follower of the match or of ``people`` who played in it.

    ``people`` is empty for a follower of the match itself.
    """

    player_id: PlayerId
    match: matches.MatchState
    people: tuple[PlayerId, ...] = ()


def followed_posts(store: matches.MatchStore, messenger: Messenger) -> PostKind[FollowedEnd]:
    """Direct messages to followers about ends of matches, sent once, to those who may see them."""

    def load(connection: Connection, due: Due) -> Post[FollowedEnd] | None:
        match, player_id = store.read(connection, MatchId(due.version)), PlayerId(due.subject_id)
        heard = None if match.is_running else followed_in(connection, player_id, match)
        if heard is None:
            return None
        return Post(FollowedEnd(player_id, match, heard), (Direct(player_id),))

    async def prepare(due: Due, post: Post[FollowedEnd]) -> Post[FollowedEnd] | None:
        del due
        player_id, match = post.card.player_id, post.card.match
        if player_id in match.people:  # players may always see their own match
            return post
        for server_id, _ in match.match.places:
            there = match.in_server(server_id)
            if await messenger.may_look(player_id, there):
                return replace(post, card=replace(post.card, match=there))
        return None

    return PostKind(kind=FOLLOWED_MESSAGE, load=load, prepare=prepare, once=True)


def followed_in(
    connection: Connection, player_id: PlayerId, match: matches.MatchState
) -> tuple[PlayerId, ...] | None:
    """The players of the match whom the player follows; () for a follower of the match itself.

    None for a player who follows neither, or whom a block separates from them. This is checked when
    the message is sent, because it may have changed since the match ended.
    """
    parted = players.parted_from(connection, player_id) & {*match.people}
    if player_id in followers_of_match(connection, match.id):
        return None if parted else ()
    followed = {
        each
        for server_id, _ in match.match.places
        if server_id is not None
        for each in followed_by(connection, player_id, server_id)
    }
    return tuple(each for each in match.people if each in followed and each not in parted) or None


MOST_LISTED = 100
"""The most running matches of a server that are listed."""


@dataclass(frozen=True, slots=True)
class Watched:
    """The running matches of a server that somebody can see, the latest move first.

    ``damaged`` are the ids of those that cannot be read. ``matches`` and ``people`` are what the
    person follows.
    """

    running: tuple[matches.MatchSummary, ...]
    damaged: tuple[MatchId, ...]
    matches: tuple[matches.MatchSummary, ...]
    people: tuple[PlayerId, ...]


class WatchService(matches.StoreService):
    """Lists the running matches of a server, and lets people follow matches and each other.

    People are followed in one server at a time, and do not learn of it.
    """

    @reads
    def watched(self, connection: Connection, actor: Actor) -> Watched:
        """What the actor sees running here, and what they follow; raises NoServerHere."""
        damaged, server_id = list[MatchId](), server_of(actor)
        found = matches.storage.running_in(connection, server_id, MOST_LISTED, damaged)
        where = matches.storage.channels_of(connection, damaged)
        running = tuple(match for match in found if actor.sees(match.channel_id))
        followed = set(connection.scalars(_MATCHES.filter_by(player_id=actor.id)))
        return Watched(
            running,
            tuple(number for number in damaged if actor.sees(where[number])),
            tuple(match for match in running if match.id in followed),
            followed_by(connection, actor.id, server_id),
        )

    @reads
    def follows(self, connection: Connection, actor: Actor, person_id: PlayerId) -> bool | None:
        """Whether the actor follows a person in this server; None in direct messages."""
        server_id = actor.place.server_id
        if server_id is None:
            return None
        return person_id in followed_by(connection, actor.id, server_id)

    @writes
    def follow(self, connection: Connection, actor: Actor, match_id: MatchId) -> matches.MatchState:
        """Follow a match: the actor gets a direct message when it ends.

        Raises UnknownMatch, NotYoursToSee, MatchOver, BlockedByYou, CannotFollow or FollowsTooMany.
        """
        match = self._store.read(connection, match_id, lock=True)
        matches.check_seen(actor, match)
        if not match.is_running:
            raise matches.MatchOver(match)
        running = _MATCHES.join(tables.matches).filter(matches.storage.RUNNING)
        self._follow(connection, actor, match.people, {"match_id": match_id}, running)
        return match

    @writes
    def follow_person(self, connection: Connection, actor: Actor, person_id: PlayerId) -> None:
        """Follow a person: the actor gets a direct message when their matches here end.

        Raises NoServerHere, FollowsThemselves, BlockedByYou, CannotFollow or FollowsTooMany.
        """
        server_id = server_of(actor)
        if person_id == actor.id:
            raise FollowsThemselves
        players.ensure_server(connection, server_id, self._now())
        players.ensure(connection, (person_id,), self._now())
        theirs = select(FOLLOWED.followed_id, FOLLOWED.server_id)
        one = {"followed_id": person_id, "server_id": server_id}
        self._follow(connection, actor, (person_id,), one, theirs)

    @writes
    def unfollow(self, connection: Connection, actor: Actor, match_id: MatchId) -> None:
        """Stop following a match."""
        connection.execute(delete(followers).filter_by(match_id=match_id, player_id=actor.id))

    @writes
    def unfollow_person(self, connection: Connection, actor: Actor, person_id: PlayerId) -> None:
        """Stop following a person here; raises NoServerHere."""
        one = {"player_id": actor.id, "followed_id": person_id, "server_id": server_of(actor)}
        connection.execute(delete(followed_people).filter_by(**one))

    def _follow(
        self,
        connection: Connection,
        actor: Actor,
        people: tuple[PlayerId, ...],
        followed: dict[str, int],
        counted: Select[Any],
    ) -> None:
        """Store that the actor follows ``followed``, the values of a row.

        ``counted`` selects everybody's rows that count for the limit; raises FollowsTooMany.
        """
        table, now = (followers if "match_id" in followed else followed_people), self._now()
        blocked = players.blocked_by(connection, actor.id)
        parted = players.parted_from(connection, actor.id)
        for person_id in people:
            if person_id in blocked:
                raise BlockedByYou(person_id)
            if person_id in parted:
                raise CannotFollow(person_id)
        players.ensure(connection, (actor.id,), now)
        players.lock(connection, actor.id)  # so that two calls at once cannot pass the limit
        theirs = connection.execute(counted.where(table.c.player_id == actor.id))
        if len({tuple(row) for row in theirs} - {tuple(followed.values())}) >= MOST_FOLLOWED:
            raise FollowsTooMany(MOST_FOLLOWED)
        row = {**followed, "player_id": actor.id, "created_at": now}
        insert_missing(connection, table, [row])


_MATCHES = select(followers.c.match_id)
