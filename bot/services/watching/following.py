"""Following people: being told when a match of theirs ends, in a server where both are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.errors import ServiceError
from bot.services.matches import Change, ChangeKind, Hook, MatchState, MatchStore, Now
from bot.services.outbox import storage as outbox
from bot.services.outbox.storage import Due
from bot.services.part import Part
from bot.services.people import blocks, players, servers
from bot.services.posting import Direct, DirectMessagesClosed, Post, PostKind, Wire
from bot.services.settings import BlockedByYou, NoServerHere
from bot.services.watching import storage
from data.database import Database
from data.ids import MatchId, PlayerId, ServerId
from data.states import MessageKind
from data.tables import matches
from rules.words import listed

_BOARD = "https://discord.com/channels"
MOST_FOLLOWED = 50
"""So many people, and so many running matches, somebody follows at most."""
ENDED = frozenset({ChangeKind.ENDED})


class FollowsThemselves(ServiceError):
    """Whoever plays in a match knows how it ends."""


class FollowsTooMany(ServiceError):
    """Somebody follows ``most`` people, or running matches, already."""

    most: int


class CannotFollow(ServiceError):
    """The other has blocked the person, who is not told so."""

    person_id: PlayerId


def ended(match: MatchState) -> str:
    """Who won, with the way to the board: ``Ada (White) wins against Ben.``"""
    names = [_name(match, seat) for seat in range(len(match.players))]
    winners = () if match.result is None else match.result.winners
    others = [name for seat, name in enumerate(names) if seat not in winners]
    if winners:
        wins = "wins against" if len(winners) == 1 else "drew for first place before"
        told = f"{listed([names[seat] for seat in winners])} {wins} {listed(others)}."
    elif match.result is not None and match.result.ranking:
        told = f"{listed(names)} drew."
    else:
        told = f"{listed(names)} ended it without a result."
    where = match.thread_id or match.channel_id
    return (
        f"{match.info.name}, match {match.id} is over: {told} "
        f"[Go to the board]({_BOARD}/{match.server_id or '@me'}/{where})"
    )


def followed_news(match: MatchState, people: Sequence[PlayerId]) -> str:
    """The same for somebody who follows ``people`` that played in it, and how to hear no more."""
    named = listed([f"<@{each}>" for each in people])
    whose = "their profile" if len(people) == 1 else "their profiles"
    return (
        f"{ended(match)}\n-# You follow {named} in that server. `/profile` there shows {whose}, "
        "with **Stop following**."
    )


def _name(match: MatchState, seat: int) -> str:
    holder, colour = match.players[seat], match.seats[seat].colour_name
    return f"<@{holder}> ({colour})" if isinstance(holder, int) else f"Quintet ({colour})"


class FollowService:
    """Whose matches somebody hears of, server by server. Those who are followed are not told."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def follow(self, actor: Actor, person_id: PlayerId) -> None:
        """Let the actor be told by direct message when the person's matches here end.

        Raises NoServerHere, FollowsThemselves, BlockedByYou, CannotFollow or FollowsTooMany.
        """
        server_id = _server(actor)
        if person_id == actor.id:
            raise FollowsThemselves

        def follow(connection: Connection) -> None:
            check_blocks(connection, actor.id, (person_id,))
            now = self._now()
            servers.ensure(connection, server_id, now)
            players.ensure(connection, (actor.id, person_id), now)
            players.lock(connection, actor.id)  # nobody follows twice at once
            others = storage.people_of(connection, actor.id) - {(person_id, server_id)}
            check_cap(len(others))
            storage.add_person(connection, actor.id, person_id, server_id, now)

        await self._database.write(follow)

    async def unfollow(self, actor: Actor, person_id: PlayerId) -> None:
        """Take that back; raises NoServerHere."""
        server_id = _server(actor)
        await self._database.write(storage.remove_person, actor.id, person_id, server_id)

    async def followed(self, actor: Actor) -> tuple[PlayerId, ...]:
        """Whom the actor follows where they act; nobody in direct messages."""
        server_id = actor.place.server_id
        if server_id is None:
            return ()
        return await self._database.read(storage.followed_by, actor.id, server_id)


def tell_friends(connection: Connection, change: Change, now: datetime) -> None:
    """When a match between people ends, note it for those who follow one of them.

    Not for its players, nor for those who asked for this match, who are told anyway.
    """
    match = change.after
    if match.server_id is None or match.match.is_practice:
        return
    told = {*match.people, *storage.of(connection, match.id)}
    followed: dict[PlayerId, list[PlayerId]] = {}
    for player_id, person_id in storage.of_people(connection, match.people, match.server_id):
        if player_id not in told:
            followed.setdefault(player_id, []).append(person_id)
    for player_id, people in followed.items():
        note_end(connection, player_id, match, followed_news(match, people), now)


def tell_followers(connection: Connection, change: Change, now: datetime) -> None:
    """When a match ends, note it for those who asked for it, once for each end."""
    match = change.after
    for player_id in storage.of(connection, match.id):
        note_end(connection, player_id, match, ended(match), now)


def note_end(
    connection: Connection, player_id: PlayerId, match: MatchState, words: str, now: datetime
) -> None:
    """Note that somebody is to be told how a match ended, once for each end."""
    row = outbox.Row(
        MessageKind.FOLLOWED,
        player_id,
        f"followed:{player_id}",
        (matches, match.id),
        version=match.id,
        topic=f"ended:{match.id}:{match.ply}",
        words=words,
        direct=True,
    )
    outbox.add(connection, row, now)


@dataclass(frozen=True, slots=True)
class FollowedEnd:
    """How a match ended, in words for one who follows it or somebody who played in it."""

    player_id: PlayerId
    match: MatchState
    words: str


def watching_part(store: MatchStore, wire: Wire) -> Part:
    """Who follows a match hears how it ended, in direct messages; once, and only who may see it."""

    def load(connection: Connection, due: Due) -> Post[FollowedEnd] | None:
        match, player_id = store.read(connection, MatchId(due.version)), PlayerId(due.subject_id)
        if match.is_running or not hears_of(connection, player_id, match):
            return None
        return Post(FollowedEnd(player_id, match, due.words or ""), (Direct(player_id),))

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
        refused={DirectMessagesClosed: None},
        once=True,
    )
    return Part(changed=(Hook(tell_followers, ENDED), Hook(tell_friends, ENDED)), posts=(kind,))


def hears_of(connection: Connection, player_id: PlayerId, match: MatchState) -> bool:
    """Whether the player follows a match, or somebody who played in it, and no block parts them.

    Asked when it is told, because it may have changed since the match ended.
    """
    parted = blocks.around(connection, player_id) & {*match.people}
    if player_id in storage.of(connection, match.id):
        return not parted
    if match.server_id is None:
        return False
    followed = storage.followed_by(connection, player_id, match.server_id)
    return bool({*match.people} & {*followed} - parted)


def check_blocks(connection: Connection, player_id: PlayerId, people: Iterable[PlayerId]) -> None:
    """Raise BlockedByYou or CannotFollow if a block parts the player from one of the people."""
    blocked, around = blocks.of(connection, player_id), blocks.around(connection, player_id)
    for person_id in people:
        if person_id in blocked:
            raise BlockedByYou(person_id)
        if person_id in around:
            raise CannotFollow(person_id)


def check_cap(followed: int) -> None:
    """Raise FollowsTooMany for somebody who follows that many others already."""
    if followed >= MOST_FOLLOWED:
        raise FollowsTooMany(MOST_FOLLOWED)


def _server(actor: Actor) -> ServerId:
    if actor.place.server_id is None:
        raise NoServerHere
    return actor.place.server_id
