"""What managers may do to a match, in the open: each deed is in the log and in the audit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.services.challenges.policy import check_manager
from bot.services.matches.errors import BadRanking
from bot.services.matches.match_log import read_deed, write_deed, write_ranking
from bot.services.matches.models import AuditEntry, MatchLine, MatchView, Person, Place
from bot.services.matches.presenting import match_line
from bot.services.matches.service import OnChange
from bot.services.matches.store import Clock, Logbook, NewEntry, Page
from data import audit, matches, players
from data.database import Database
from data.ids import ChannelId, InteractionId, MatchId
from data.states import EntryKind
from rules.game import Seat


class AdjudicationService:
    """Deciding, annulling and moving matches of a server, running or ended.

    Every method takes the ``manager``, the ``place`` where it is asked for and a ``reason`` that
    the players can read. It gives the match after it, the same for the same interaction. Raises
    UnknownMatch, NoServerHere, or NotAManager, also for matches of other servers.
    """

    def __init__(
        self, database: Database, logbook: Logbook, clock: Clock, on_change: OnChange
    ) -> None:
        self._database = database
        self._logbook = logbook
        self._clock = clock
        self._on_change = on_change

    async def decide(
        self,
        match_id: MatchId,
        manager: Person,
        place: Place,
        ranking: tuple[tuple[Seat, ...], ...],
        reason: str,
        interaction_id: InteractionId,
    ) -> MatchView:
        """End the match with this ranking, best first, or change how it ended.

        Raises BadRanking unless every seat is named once.
        """
        deed = write_deed(write_ranking(ranking), reason)
        entry = NewEntry(EntryKind.DECIDE, deed, None, manager.id, interaction_id)

        async def check(page: Page, _: AsyncConnection) -> None:
            named = sorted(seat for group in ranking for seat in group)
            if named != list(range(len(page.match.players))) or not all(ranking):
                raise BadRanking(page.view)

        return await self._write(match_id, place, manager, entry, check)

    async def annul(
        self,
        match_id: MatchId,
        manager: Person,
        place: Place,
        reason: str,
        interaction_id: InteractionId,
    ) -> MatchView:
        """End the match as one that does not count."""
        deed = write_deed("", reason)
        entry = NewEntry(EntryKind.ANNUL, deed, None, manager.id, interaction_id)
        return await self._write(match_id, place, manager, entry, _nothing_else)

    async def move_elsewhere(
        self,
        match_id: MatchId,
        manager: Person,
        place: Place,
        channel_id: ChannelId,
        reason: str,
        interaction_id: InteractionId,
    ) -> MatchView:
        """Have the match played in another channel of the server, where its board is posted."""
        deed = write_deed(str(channel_id), reason)
        entry = NewEntry(EntryKind.PLACE, deed, None, manager.id, interaction_id)

        async def move(page: Page, connection: AsyncConnection) -> None:
            await matches.set_place(connection, page.match.id, channel_id)

        return await self._write(match_id, place, manager, entry, move)

    async def check(self, manager: Person, place: Place, match_id: MatchId) -> MatchView:
        """The match, if the manager may do something about it; raises as the others do."""
        async with self._database.reading() as connection:
            page = await self._logbook.read(connection, match_id)
            await check_manager(connection, manager, place.server_id, page.match.server_id)
            return page.view

    async def matches_in(self, manager: Person, place: Place, most: int) -> tuple[MatchLine, ...]:
        """The server's matches, the latest first; raises NoServerHere or NotAManager."""
        async with self._database.reading() as connection:
            server = place.server_id
            await check_manager(connection, manager, server, server)
            found = () if server is None else await matches.in_server(connection, server, most)
        return tuple(match_line(match) for match in found)

    async def audit_of(self, match_id: MatchId) -> tuple[AuditEntry, ...]:
        """What managers did to the match, the first deed first."""
        async with self._database.reading() as connection:
            return await audit.of(connection, match_id)

    async def _write(
        self,
        match_id: MatchId,
        place: Place,
        manager: Person,
        entry: NewEntry,
        before: Callable[[Page, AsyncConnection], Awaitable[None]],
    ) -> MatchView:
        async with self._database.transaction() as connection:
            told = await self._logbook.repeated(connection, entry.interaction_id)
            if told is not None:
                return told
            page = await self._logbook.read(connection, match_id)
            await check_manager(connection, manager, place.server_id, page.match.server_id)
            await before(page, connection)
            await players.ensure(connection, [manager.id], self._clock())
            view = await self._logbook.append(connection, page, entry)
            await audit.add(connection, _deed(view, entry))
        self._on_change(match_id)
        return view


async def _nothing_else(_page: Page, _connection: AsyncConnection) -> None:
    return


def _deed(view: MatchView, entry: NewEntry) -> AuditEntry:
    text, reason = read_deed(entry.text)
    return AuditEntry(
        match_id=view.id,
        ply=view.ply,
        manager_id=entry.player_id,
        kind=entry.kind,
        text=text,
        reason=reason,
        created_at=view.updated_at,
    )
