"""Following people: being told when a match of theirs ends, in a server where both are."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.matches import Change, MatchState, Now
from bot.services.settings import BlockedByYou, NoServerHere
from bot.services.watching.errors import CannotFollow, FollowsThemselves, FollowsTooMany
from bot.services.watching.words import ended, followed_news
from data import blocks, followers, outbox, players, servers
from data.database import Database
from data.ids import PlayerId, ServerId

MOST_FOLLOWED = 50
"""So many people, and so many running matches, somebody follows at most."""


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
            others = followers.people_of(connection, actor.id) - {(person_id, server_id)}
            check_cap(len(others))
            followers.add_person(connection, actor.id, person_id, server_id, now)

        await self._database.write(follow)

    async def unfollow(self, actor: Actor, person_id: PlayerId) -> None:
        """Take that back; raises NoServerHere."""
        server_id = _server(actor)
        await self._database.write(followers.remove_person, actor.id, person_id, server_id)

    async def followed(self, actor: Actor) -> tuple[PlayerId, ...]:
        """Whom the actor follows where they act; nobody in direct messages."""
        server_id = actor.place.server_id
        if server_id is None:
            return ()
        return await self._database.read(followers.followed_by, actor.id, server_id)


def tell_friends(connection: Connection, change: Change, now: datetime) -> None:
    """When a match between people ends, note it for those who follow one of them.

    Not for its players, nor for those who asked for this match, who are told anyway.
    """
    match = change.after
    if not change.has_ended or match.server_id is None or match.match.is_practice:
        return
    told = {*match.people, *followers.of(connection, match.id)}
    followed: dict[PlayerId, list[PlayerId]] = {}
    for player_id, person_id in followers.of_people(connection, match.people, match.server_id):
        if player_id not in told:
            followed.setdefault(player_id, []).append(person_id)
    for player_id, people in followed.items():
        topic, words = f"ended:{match.id}:{match.ply}", followed_news(match, people)
        outbox.add_direct(connection, player_id, topic, words, now, match.id)


def tell_followers(connection: Connection, change: Change, now: datetime) -> None:
    """When a match ends, note it for those who asked for it, once for each end."""
    if not change.has_ended:
        return
    match = change.after
    for player_id in followers.of(connection, match.id):
        topic = f"ended:{match.id}:{match.ply}"
        outbox.add_direct(connection, player_id, topic, ended(match), now, match.id)


def hears_of(connection: Connection, player_id: PlayerId, match: MatchState) -> bool:
    """Whether the player follows a match, or somebody who played in it, and no block parts them.

    Asked when it is told, because it may have changed since the match ended.
    """
    parted = blocks.around(connection, player_id) & {*match.people}
    if player_id in followers.of(connection, match.id):
        return not parted
    if match.server_id is None:
        return False
    followed = followers.followed_by(connection, player_id, match.server_id)
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
