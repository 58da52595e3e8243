"""Greeting a server once, when the bot has joined it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection, select, update

from bot.core import outbox
from bot.core.matches import Now, Service
from bot.core.outbox import Due, NewMessage
from bot.core.part import Part
from bot.core.people import players
from bot.core.pictures import PictureService
from bot.core.posting import CannotPost, Post, PostKind, Wire
from data.database import Database
from data.ids import ServerId
from data.standing_tables import counters
from data.states import MessageKind
from data.tables import servers
from renderer import PictureRequest
from rules import GAMES
from rules.puzzles import weekly_puzzles
from rules.texts import Wording

AGAIN = timedelta(days=30)
"""A server that the bot was removed from and joins again is greeted again after so long."""
GREETED_BEFORE = "greeted_before"
"""The counter that has the second since 1970 before which joining was not noted, if there is one.

Servers that the bot joined before then count as greeted.
"""
FIRST_GAMES = sorted(GAMES, key=lambda name: not GAMES[name].info.introductory)
"""What newcomers play: the first of these that a server plays. The picture shows the first."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """What a server is greeted with, as it was stored."""

    server_id: ServerId

    @property
    def picture(self) -> PictureRequest:
        position = next(each.position for each in weekly_puzzles() if each.game == FIRST_GAMES[0])
        return PictureRequest(position)


class GreetingService(Service):
    """Notes which servers are to be greeted. What is stored of a server decides, not an event."""

    def __init__(self, database: Database, wire: Wire, now: Now) -> None:
        super().__init__(database, now)
        self._wire = wire
        self._met: dict[ServerId, datetime] = {}
        """The servers that need no greeting, and when the bot joined them."""

    async def greet(self, joined: Mapping[ServerId, datetime]) -> None:
        """Have these servers greeted, which the bot ``joined`` then, unless they were before.

        One without a channel to write in is not noted; it is greeted when this is asked later.
        """
        new = {each: at for each, at in joined.items() if self._met.get(each) != at}
        if not new:
            return
        wanting = await self._database.read(_wanting, new)
        can = [each for each in wanting if self._wire.messenger.channels_to_greet(each)]
        if can:
            await self._database.write(self._note, can)
        self._met |= {each: at for each, at in new.items() if each not in wanting or each in can}

    def _note(self, connection: Connection, found: Collection[ServerId]) -> None:
        now = self._now()
        for server_id in found:
            players.ensure_server(connection, server_id, now)
            row = NewMessage(
                MessageKind.GREETING,
                server_id,
                f"greeting:{server_id}",
                (servers, server_id),
                version=now.toordinal(),  # so that it is noted once if it is asked twice at a time
            )
            outbox.add(connection, row, now)
            connection.execute(update(servers).filter_by(id=server_id).values(greeted_at=now))

    def part(self, pictures: PictureService) -> Part:
        """A greeting goes to the first channel that takes it. Where none does, it waits."""

        def load(connection: Connection, due: Due) -> Post[Greeting]:  # noqa: ARG001
            return Post(Greeting(ServerId(due.subject_id)), ())

        async def find_places(due: Due, post: Post[Greeting]) -> Post[Greeting]:  # noqa: ARG001
            places = self._wire.messenger.channels_to_greet(post.card.server_id)
            if not places:
                raise CannotPost(None, "no channel takes a greeting")
            return replace(post, places=places)

        async def draw(card: Greeting, wording: Wording) -> bytes:
            return await pictures.still(replace(card.picture, wording=wording))

        kind = PostKind(
            kind=MessageKind.GREETING, load=load, prepare=find_places, draw=draw, waits=True
        )
        return Part(posts=(kind,))


def _wanting(connection: Connection, joined: Mapping[ServerId, datetime]) -> set[ServerId]:
    """Those of the servers that are to be greeted."""
    before = connection.scalar(select(counters.c.number).filter_by(name=GREETED_BEFORE)) or 0
    rows = select(servers.c.id, servers.c.greeted_at).where(
        servers.c.id.between(min(joined), max(joined)), servers.c.greeted_at.is_not(None)
    )
    greeted: dict[ServerId, datetime] = {row[0]: row[1] for row in connection.execute(rows)}
    return {
        each
        for each, at in joined.items()
        if (at >= greeted[each] + AGAIN if each in greeted else at.timestamp() >= before)
    }
