"""Following people: being told when a match of theirs ends, in a server where both are."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.matches import Change, MatchState, Now
from bot.services.outbox import storage as outbox
from bot.services.people import blocks, players, servers
from bot.services.settings import BlockedByYou, NoServerHere
from bot.services.watching import storage
from bot.services.watching.errors import CannotFollow, FollowsThemselves
from bot.services.watching.words import followed_news
from data.database import Database
from data.ids import PlayerId, ServerId


class FollowService:
    """Whose matches somebody hears of, server by server. Those who are followed are not told."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def follow(self, actor: Actor, person_id: PlayerId) -> None:
        """Let the actor be told by direct message when the person's matches here end.

        Raises NoServerHere, FollowsThemselves, BlockedByYou or CannotFollow.
        """
        server_id = _server(actor)
        if person_id == actor.id:
            raise FollowsThemselves

        def follow(connection: Connection) -> None:
            if person_id in blocks.of(connection, actor.id):
                raise BlockedByYou(person_id)
            if person_id in blocks.around(connection, actor.id):
                raise CannotFollow(person_id)
            now = self._now()
            servers.ensure(connection, server_id, now)
            players.ensure(connection, (actor.id, person_id), now)
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
        topic, words = f"ended:{match.id}:{match.ply}", followed_news(match, people)
        outbox.add_direct(connection, player_id, topic, words, now, match.id)


def follows_in(connection: Connection, player_id: PlayerId, match: MatchState) -> bool:
    """Whether the player follows somebody who played in a match, from whom no block parts them."""
    if match.server_id is None:
        return False
    followed = storage.followed_by(connection, player_id, match.server_id)
    return bool({*match.people} & {*followed} - blocks.around(connection, player_id))


def _server(actor: Actor) -> ServerId:
    if actor.place.server_id is None:
        raise NoServerHere
    return actor.place.server_id
