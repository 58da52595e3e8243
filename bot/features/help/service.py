"""Greets each server once after the bot has joined it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection, select, update

from bot.core import outbox
from bot.core.matches import Now, Service
from bot.core.outbox import Due, NewMessage
from bot.core.people import players
from bot.core.posting import CannotPost, Messenger, Post, PostKind
from data.database import Database
from data.ids import ServerId
from data.standing_tables import counters
from data.states import MessageKind
from data.tables import servers
from renderer import PictureRequest
from rules import GAMES
from rules.puzzles import daily_puzzles

GREETING_MESSAGE = MessageKind("greeting")

GREETED_AGAIN_AFTER = timedelta(days=30)
"""A server that the bot joins again is greeted again if the last greeting was so long ago."""
GREETED_BEFORE = "greeted_before"
"""The counter with a time in seconds since 1970: servers joined before it count as greeted.

It exists in databases that are older than greetings.
"""
FIRST_GAMES = sorted(GAMES, key=lambda name: not GAMES[name].info.introductory)
"""Games in the order in which they suit newcomers; the picture shows the first."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """The greeting of a server."""

    server_id: ServerId

    @property
    def picture(self) -> PictureRequest:
        position = next(each.position for each in daily_puzzles() if each.game == FIRST_GAMES[0])
        return PictureRequest(position)


class GreetingService(Service):
    """Queues greetings. The stored row of a server decides, not an event of Discord."""

    def __init__(self, database: Database, messenger: Messenger, now: Now) -> None:
        super().__init__(database, now)
        self._messenger = messenger
        self._settled: dict[ServerId, datetime] = {}
        """Servers for which nothing is left to do, and when the bot joined them."""

    async def greet(self, joined: Mapping[ServerId, datetime]) -> None:
        """Queue greetings for those of the servers that were not greeted yet.

        ``joined`` says when the bot joined each. A server without a channel to write in is left for
        a later call.
        """
        new = {each: at for each, at in joined.items() if self._settled.get(each) != at}
        if not new:
            return
        wanting = await self._database.read(_to_greet, new)
        can = [each for each in wanting if self._messenger.channels_to_greet(each)]
        if can:
            await self._database.write(self._queue, can)
        self._settled |= {
            each: at for each, at in new.items() if each not in wanting or each in can
        }

    def _queue(self, connection: Connection, found: Collection[ServerId]) -> None:
        now = self._now()
        for server_id in found:
            players.ensure_server(connection, server_id, now)
            row = NewMessage(
                GREETING_MESSAGE,
                server_id,
                f"greeting:{server_id}",
                (servers, server_id),
                version=now.toordinal(),  # two calls at the same time queue one row
            )
            outbox.add(connection, row, now)
            connection.execute(update(servers).filter_by(id=server_id).values(greeted_at=now))

    @property
    def post_kind(self) -> PostKind[Greeting]:
        """Greetings are posted in the first channel that accepts one."""

        def load(connection: Connection, due: Due) -> Post[Greeting]:  # noqa: ARG001
            return Post(Greeting(ServerId(due.subject_id)), ())

        async def find_places(due: Due, post: Post[Greeting]) -> Post[Greeting]:  # noqa: ARG001
            places = self._messenger.channels_to_greet(post.card.server_id)
            if not places:
                raise CannotPost(None, "no channel takes a greeting")
            return replace(post, places=places)

        return PostKind(kind=GREETING_MESSAGE, load=load, prepare=find_places, waits=True)


def _to_greet(connection: Connection, joined: Mapping[ServerId, datetime]) -> set[ServerId]:
    """The servers that were not greeted since the bot joined them."""
    before = connection.scalar(select(counters.c.number).filter_by(name=GREETED_BEFORE)) or 0
    rows = select(servers.c.id, servers.c.greeted_at).where(
        servers.c.id.between(min(joined), max(joined)), servers.c.greeted_at.is_not(None)
    )
    greeted: dict[ServerId, datetime] = {row[0]: row[1] for row in connection.execute(rows)}
    return {
        each
        for each, at in joined.items()
        if (
            at >= greeted[each] + GREETED_AGAIN_AFTER
            if each in greeted
            else at.timestamp() >= before
        )
    }
