"""A match from its start: for stepping through it, and as a record to take away."""

from __future__ import annotations

from dataclasses import dataclass

from bot.services.games import game_of
from bot.services.log import Standing
from bot.services.logbook import Logbook
from data.database import Database
from data.ids import MatchId
from data.matches import Match
from rules.errors import MoveError
from rules.game import Event, Position
from rules.record import Record, after, write


@dataclass(frozen=True, slots=True)
class Scene:
    """A position of the match, and the move that led to it in its effects and in words.

    ``entry`` is the record's text for it; it is None, as ``sentence`` is, at the start.
    """

    position: Position
    events: tuple[Event, ...] = ()
    entry: str | None = None
    sentence: str | None = None


class HistoryService:
    """Moves that were taken back are in the log, but not in what is shown here."""

    def __init__(self, database: Database, logbook: Logbook) -> None:
        self._database = database
        self._logbook = logbook

    async def scenes(self, match_id: MatchId) -> tuple[Scene, ...]:
        """The start, then what followed each move or leaving; raises UnknownMatch."""
        async with self._database.reading() as connection:
            page = await self._logbook.read(connection, match_id)
        start = game_of(page.match.game).start(page.match.variant, seed=page.match.seed)
        scenes = [Scene(start)]
        for entry in page.standing.line:
            scenes.append(_next(scenes[-1].position, entry))
        return tuple(scenes)

    async def record(self, match_id: MatchId, names: tuple[str, ...] = ()) -> str:
        """The match as text that ``rules.record`` reads, with the players' names by seat.

        Raises UnknownMatch.
        """
        async with self._database.reading() as connection:
            page = await self._logbook.read(connection, match_id)
        return write(_record(page.match, page.standing, names))


def _next(position: Position, entry: str) -> Scene:
    try:
        move = position.parse(entry)
    except MoveError:
        return Scene(after(position, entry), entry=entry)  # somebody left
    return Scene(position.play(move), position.events(move), entry, position.describe(move))


def _record(match: Match, standing: Standing, names: tuple[str, ...]) -> Record:
    return Record(
        game=match.game,
        variant=match.variant,
        version=match.rules_version,
        entries=standing.line,
        outcome=standing.outcome,
        seed=match.seed,
        players=names,
    )
