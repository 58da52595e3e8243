"""Reading a match from its log and writing the next entry: every change of a match passes here."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.services.matches import match_log as log
from bot.services.matches.errors import (
    CorruptLog,
    MatchOver,
    NotYourMatch,
    OutdatedBoard,
    UnknownMatch,
)
from bot.services.matches.games import game_of
from bot.services.matches.match_log import Standing
from bot.services.matches.models import MatchView
from bot.services.matches.presenting import match_view
from data import matches, outbox
from data.ids import InteractionId, MatchId, PlayerId
from data.matches import Entry, Match, Status
from data.states import EntryKind, MatchState
from rules.game import Seat

Clock = Callable[[], datetime]

REMEMBERED = 1024
"""How many standings are kept to save replaying."""


@dataclass(frozen=True, slots=True)
class Page:
    """A match as it is stored and as it stands."""

    match: Match
    standing: Standing

    @property
    def view(self) -> MatchView:
        """What people get to see of it."""
        return match_view(self.match, self.standing)

    def seat_of(self, player_id: PlayerId) -> Seat:
        """The player's seat; raises NotYourMatch."""
        if player_id not in self.match.players:
            raise NotYourMatch(self.match.id)
        return self.match.players.index(player_id)


@dataclass(frozen=True, slots=True)
class NewEntry:
    """What somebody does. ``seat`` is None for a manager."""

    kind: EntryKind
    text: str
    seat: Seat | None
    player_id: PlayerId
    interaction_id: InteractionId


class Logbook:
    """The logs of all matches.

    What was read once is not replayed again: entries never change, so how a match stood at a ply
    is so for ever.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._standings: OrderedDict[tuple[MatchId, int], Standing] = OrderedDict()

    async def read(
        self, connection: AsyncConnection, match_id: MatchId, ply: int | None = None
    ) -> Page:
        """The match now, or as it stood at ``ply``. Raises UnknownMatch or CorruptLog.

        ``connection`` must not have written to the log itself.
        """
        match = await _stored(connection, match_id)
        return Page(
            match, await self._standing(connection, match, match.ply if ply is None else ply)
        )

    async def repeated(
        self, connection: AsyncConnection, interaction_id: InteractionId
    ) -> MatchView | None:
        """What the interaction led to when it came for the first time; None if this is that."""
        entry = await matches.entry_of(connection, interaction_id)
        if entry is None:
            return None
        return (await self.read(connection, entry.match_id, entry.ply)).view

    async def open_for(
        self,
        connection: AsyncConnection,
        match_id: MatchId,
        player_id: PlayerId,
        expected_ply: int | None = None,
    ) -> Page:
        """The running match, for one of its players who saw it at ``expected_ply``.

        Raises UnknownMatch, NotYourMatch, MatchOver, OutdatedBoard or CorruptLog.
        """
        page = await self.read(connection, match_id)
        page.seat_of(player_id)
        if page.standing.state is not MatchState.RUNNING:
            raise MatchOver(page.view)
        if expected_ply is not None and expected_ply != page.standing.ply:
            raise OutdatedBoard(page.view)
        return page

    async def append(self, connection: AsyncConnection, page: Page, new: NewEntry) -> MatchView:
        """Write the next entry and note its board for delivery; the match as it stands then.

        Raises OutdatedBoard if another process has written since ``page`` was read.
        """
        entry = self._entry(page, new)
        standing = await self._after(connection, page, entry)
        status = Status(standing.ply, standing.to_move, standing.state, standing.outcome)
        if not await matches.append(connection, entry, status):
            raise OutdatedBoard(page.view)
        await outbox.add(connection, page.match.id, entry.ply, entry.created_at)
        return match_view(await _stored(connection, page.match.id), standing)

    def _entry(self, page: Page, new: NewEntry) -> Entry:
        return Entry(
            match_id=page.match.id,
            ply=page.standing.ply + 1,
            seat=new.seat,
            player_id=new.player_id,
            kind=new.kind,
            text=new.text,
            interaction_id=new.interaction_id,
            created_at=self._clock(),
        )

    async def _after(self, connection: AsyncConnection, page: Page, entry: Entry) -> Standing:
        if entry.kind is not EntryKind.UNDO:
            return log.follow(page.standing, entry)
        standings = await self._replayed(connection, page.match, page.standing.ply)
        return log.follow(page.standing, entry, standings)

    async def _standing(self, connection: AsyncConnection, match: Match, ply: int) -> Standing:
        known = self._standings.get((match.id, ply))
        if known is None:
            known = await self._next(connection, match, ply)
        if known is None:
            known = (await self._replayed(connection, match, ply))[-1]
        self._standings[match.id, ply] = known
        self._standings.move_to_end((match.id, ply))
        if len(self._standings) > REMEMBERED:
            self._standings.popitem(last=False)
        return known

    async def _next(self, connection: AsyncConnection, match: Match, ply: int) -> Standing | None:
        before = self._standings.get((match.id, ply - 1))
        if before is None:
            return None
        entries = await matches.entries(connection, match.id, after=ply - 1, up_to=ply)
        if len(entries) != 1 or entries[0].kind is EntryKind.UNDO:
            return None
        with _telling(match.id):
            return log.follow(before, entries[0])

    async def _replayed(
        self, connection: AsyncConnection, match: Match, ply: int
    ) -> tuple[Standing, ...]:
        entries = await matches.entries(connection, match.id, after=0, up_to=ply)
        if len(entries) != ply:
            raise CorruptLog(match.id, len(entries), f"{ply} entries expected")
        with _telling(match.id):
            first = log.begin(game_of(match.game), match.variant, match.seed)
            return log.replay(first, entries)


async def _stored(connection: AsyncConnection, match_id: MatchId) -> Match:
    match = await matches.get(connection, match_id)
    if match is None:
        raise UnknownMatch(match_id)
    return match


@contextmanager
def _telling(match_id: MatchId) -> Iterator[None]:
    try:
        yield
    except log.BrokenLogError as error:
        raise CorruptLog(match_id, error.ply, error.reason) from error
