"""Waiting for the first board of a match, which is posted beside whatever began the match."""

from datetime import timedelta

from bot.services import outbox
from bot.services.matches import storage
from bot.services.matches.storage import MatchSummary
from bot.services.matches.store import Now
from bot.services.waking import Wakeup
from data.database import Database
from data.ids import MatchId

PATIENCE = timedelta(seconds=10)
"""How long somebody waits for it; boards take a second, unless Discord is in trouble."""


class FirstBoards:
    """Tells where the board of a match stands that begins just now."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now
        self._waiting: set[Wakeup] = set()
        database.subscribe(outbox.SUBJECT, self._tell)

    async def of(self, match_id: MatchId) -> MatchSummary | None:
        """The match as soon as a board of it stands somewhere; None if that takes too long."""
        until, news = self._now() + PATIENCE, Wakeup()
        self._waiting.add(news)
        try:
            while True:
                match = await self._database.read(storage.get, match_id)
                if match is None or match.board_message_id is not None:
                    return match
                if self._now() >= until:
                    return None
                await news.sleep_until(until, self._now())
        finally:
            self._waiting.discard(news)

    def _tell(self) -> None:
        for news in self._waiting:
            news.set()
