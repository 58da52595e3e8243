"""Looking on: which matches run in a server, and being told how matches end.

Somebody follows a match, or a person in a server where both are.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, delete, select

from bot.core import matches, outbox
from bot.core.actor import Actor
from bot.core.errors import ServiceError
from bot.core.outbox import Due
from bot.core.part import Part
from bot.core.people import blocks, players
from bot.core.people.blocks import BlockedByYou
from bot.core.people.rights import server_of
from bot.core.posting import Direct, Post, PostKind, Wire
from data import tables
from data.ids import MatchId, PlayerId, ServerId
from data.statements import insert_missing
from data.states import MessageKind
from data.tables import followed_people, followers
from data.transactions import reads, writes

FOLLOWED = followed_people.c


def of(connection: Connection, match_id: MatchId) -> tuple[PlayerId, ...]:
    """Those who want to be told of a match, the first one first."""
    found = select(followers.c.player_id).filter_by(match_id=match_id)
    ordered = found.order_by(followers.c.created_at, followers.c.player_id)
    return tuple(connection.scalars(ordered))


def followed_by(
    connection: Connection, player_id: PlayerId, server_id: ServerId
) -> tuple[PlayerId, ...]:
    """Those whom the player follows in a server, the first one first."""
    found = select(FOLLOWED.followed_id).filter_by(player_id=player_id, server_id=server_id)
    return tuple(connection.scalars(found.order_by(FOLLOWED.created_at, FOLLOWED.followed_id)))


def of_people(
    connection: Connection, people: Iterable[PlayerId], server_id: ServerId
) -> tuple[tuple[PlayerId, PlayerId], ...]:
    """Each (follower, followed) in a server of whom the second is one of these people."""
    found = (
        select(FOLLOWED.player_id, FOLLOWED.followed_id)
        .where(FOLLOWED.followed_id.in_(list(people)), FOLLOWED.server_id == server_id)
        .order_by(FOLLOWED.player_id, FOLLOWED.followed_id)
    )
    return tuple((row.player_id, row.followed_id) for row in connection.execute(found))


MOST_FOLLOWED = 50
"""So many people, and so many running matches, somebody follows at most."""
ENDED = frozenset({matches.ChangeKind.ENDED})


class FollowsThemselves(ServiceError):
    """Whoever plays in a match knows how it ends."""


class FollowsTooMany(ServiceError):
    """Somebody follows ``most`` people, or running matches, already."""

    most: int


class CannotFollow(ServiceError):
    """The other has blocked the person, who is not told so."""

    person_id: PlayerId


def tell_followers(connection: Connection, change: matches.Change, now: datetime) -> None:
    """Note a match's end for who follows it or, in matches of people, one of its players."""
    match = change.after
    told = [*of(connection, match.id)]
    if match.server_id is not None and not match.match.is_practice:
        friends = of_people(connection, match.people, match.server_id)
        told += [follower for follower, _ in friends if follower not in match.people]
    for player_id in dict.fromkeys(told):
        note_end(connection, player_id, match, now)


def note_end(
    connection: Connection, player_id: PlayerId, match: matches.MatchState, now: datetime
) -> None:
    """Note that somebody is to be told how a match ended, once for each end."""
    row = outbox.NewMessage(
        MessageKind.FOLLOWED,
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
    """How a match ended, for one who follows it, or else ``people`` who played in it."""

    player_id: PlayerId
    match: matches.MatchState
    people: tuple[PlayerId, ...] = ()


def watching_part(store: matches.MatchStore, wire: Wire) -> Part:
    """Who follows a match hears how it ended, in direct messages; once, and only who may see it."""

    def load(connection: Connection, due: Due) -> Post[FollowedEnd] | None:
        match, player_id = store.read(connection, MatchId(due.version)), PlayerId(due.subject_id)
        heard = None if match.is_running else hears_of(connection, player_id, match)
        if heard is None:
            return None
        return Post(FollowedEnd(player_id, match, heard), (Direct(player_id),))

    async def prepare(due: Due, post: Post[FollowedEnd]) -> Post[FollowedEnd] | None:
        del due
        player_id, match = post.card.player_id, post.card.match
        if player_id in match.people:  # who played in it can always look
            return post
        return post if await wire.soon(wire.messenger.may_look(player_id, match)) else None

    kind = PostKind(
        kind=MessageKind.FOLLOWED,
        load=load,
        prepare=prepare,
        once=True,
    )
    return Part(
        changed=(matches.Hook(tell_followers, ENDED),),
        posts=(kind,),
    )


def hears_of(
    connection: Connection, player_id: PlayerId, match: matches.MatchState
) -> tuple[PlayerId, ...] | None:
    """Because of whom the player hears of a match; of nobody for who asked for this match.

    None for a player who does not hear of it, or whom a block parts from it. Asked when it is told,
    because it may have changed since the match ended.
    """
    parted = blocks.around(connection, player_id) & {*match.people}
    if player_id in of(connection, match.id):
        return None if parted else ()
    if match.server_id is None:
        return None
    followed = followed_by(connection, player_id, match.server_id)
    return tuple(each for each in match.people if each in followed and each not in parted) or None


def check_blocks(connection: Connection, player_id: PlayerId, people: Iterable[PlayerId]) -> None:
    """Raise BlockedByYou or CannotFollow if a block parts the player from one of the people."""
    blocked, around = blocks.of(connection, player_id), blocks.around(connection, player_id)
    for person_id in people:
        if person_id in blocked:
            raise BlockedByYou(person_id)
        if person_id in around:
            raise CannotFollow(person_id)


MOST = 100
"""How many matches of a server are looked through."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What somebody can watch in a server: the matches that run, the one last moved in first.

    ``damaged`` are the numbers of those that cannot be read. ``matches`` and ``people`` are what
    they follow.
    """

    running: tuple[matches.MatchSummary, ...]
    damaged: tuple[MatchId, ...]
    matches: tuple[matches.MatchSummary, ...]
    people: tuple[PlayerId, ...]


class WatchService(matches.StoreService):
    """Which matches run in a server, and who is told how one of them, or a person's, ends.

    People are followed server by server, and are not told.
    """

    @reads
    def watched(self, connection: Connection, actor: Actor) -> Watched:
        """What the actor sees here and follows; raises NoServerHere."""
        damaged, server_id = list[MatchId](), server_of(actor)
        found = matches.storage.running_in(connection, server_id, MOST, damaged)
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
        """Whether the actor follows a person here; None where nobody can be followed."""
        server_id = actor.place.server_id
        if server_id is None:
            return None
        return person_id in followed_by(connection, actor.id, server_id)

    @writes
    def follow(self, connection: Connection, actor: Actor, match_id: MatchId) -> matches.MatchState:
        """Let the actor be told by direct message how the match ends.

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
        """Let the actor be told by direct message when the person's matches here end.

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
        """Take that back."""
        connection.execute(delete(followers).filter_by(match_id=match_id, player_id=actor.id))

    @writes
    def unfollow_person(self, connection: Connection, actor: Actor, person_id: PlayerId) -> None:
        """Take that back; raises NoServerHere."""
        one = {"player_id": actor.id, "followed_id": person_id, "server_id": server_of(actor)}
        connection.execute(delete(followed_people).filter_by(**one))

    def _follow(
        self,
        connection: Connection,
        actor: Actor,
        people: tuple[PlayerId, ...],
        one: dict[str, int],
        all_of_them: Select[Any],
    ) -> None:
        """Keep that the actor follows ``one`` of ``all_of_them`` that anybody follows."""
        table, now = (followers if "match_id" in one else followed_people), self._now()
        check_blocks(connection, actor.id, people)
        players.ensure(connection, (actor.id,), now)
        players.lock(connection, actor.id)  # nobody follows twice at once
        theirs = connection.execute(all_of_them.where(table.c.player_id == actor.id))
        if len({tuple(row) for row in theirs} - {tuple(one.values())}) >= MOST_FOLLOWED:
            raise FollowsTooMany(MOST_FOLLOWED)
        row = {**one, "player_id": actor.id, "created_at": now}
        insert_missing(connection, table, [row])


_MATCHES = select(followers.c.match_id)
