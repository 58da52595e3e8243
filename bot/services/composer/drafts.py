"""Moves being put together step by step, kept so that a later click finds them again."""

from __future__ import annotations

from bot.services.matches.models import Draft
from bot.services.matches.store import Clock, Logbook
from data import drafts
from data.database import Database
from data.ids import MatchId, PlayerId
from rules.errors import MoveError


class DraftService:
    """One draft for each player in each match."""

    def __init__(self, database: Database, logbook: Logbook, clock: Clock) -> None:
        self._database = database
        self._logbook = logbook
        self._clock = clock

    async def open(self, match_id: MatchId, player_id: PlayerId) -> Draft:
        """The draft for the ply at which the match stands; without steps if none was begun.

        One that was begun at another ply, or does not fit the position, counts for nothing. Raises
        UnknownMatch, NotYourMatch or MatchOver.
        """
        async with self._database.reading() as connection:
            page = await self._logbook.open_for(connection, match_id, player_id)
            kept = await drafts.get(connection, match_id, player_id)
        blank = Draft(page.standing.ply, ())
        if kept is None or kept.ply != blank.ply:
            return blank
        try:
            page.standing.position.steps(kept.taken)
        except MoveError:
            return blank
        return kept

    async def keep(self, match_id: MatchId, player_id: PlayerId, draft: Draft) -> None:
        """Keep the draft. Raises UnknownMatch, NotYourMatch, MatchOver or OutdatedBoard."""
        async with self._database.transaction() as connection:
            await self._logbook.open_for(connection, match_id, player_id, draft.ply)
            await drafts.put(connection, match_id, player_id, draft, self._clock())
