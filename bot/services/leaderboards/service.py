"""Looking at leaderboards."""

from __future__ import annotations

from bot.services.leaderboards.models import LeaderboardPage, Period
from bot.services.leaderboards.pages import read_page
from bot.services.matches import Now
from data.database import Database
from data.ids import PlayerId, ServerId


class LeaderboardService:
    """Reads leaderboards; nothing is written."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def page(
        self,
        viewer: PlayerId,
        game: str,
        server_id: ServerId | None,
        period: Period = Period.ACTIVE,
        number: int | None = 0,
    ) -> LeaderboardPage:
        """A page of a server's list, or of everywhere's for None, with the viewer's own line.

        It is the last one where there is none of this number, and the viewer's own for None.
        Raises UnknownGame.
        """
        return await self._database.read(
            lambda connection: read_page(
                connection, game, server_id, period, self._now(), viewer=viewer, number=number
            )
        )
