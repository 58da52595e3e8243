"""Reads leaderboards, page by page."""

from datetime import datetime

from sqlalchemy import Connection

from bot.core.matches import Service, game_of
from bot.core.people.settings import PlayerSettings, player_settings
from bot.features.leaderboards import storage
from bot.features.leaderboards.storage import RecentChange
from bot.features.leaderboards.values import (
    LINES_ON_PAGE,
    Board,
    LeaderboardLine,
    LeaderboardPage,
    OwnStanding,
    Period,
)
from bot.features.ratings import RatingKey, RatingRow, scope_of
from bot.features.ratings import storage as ratings
from data.database import reads
from data.ids import PlayerId, ServerId
from rules import GAMES


class LeaderboardService(Service):
    """Reads leaderboards."""

    @reads
    def page(
        self,
        connection: Connection,
        viewer: PlayerId,
        game: str,
        server_id: ServerId | None,
        period: Period = Period.ACTIVE,
        number: int | None = 0,
    ) -> LeaderboardPage:
        """A page of a server's list, or the global one for None, with the viewer's own line.

        ``number`` counts from 0 and is at most the last page; None is the page with the viewer.
        Raises UnknownGame.
        """
        now = self._now()
        return read_page(connection, game, server_id, period, now, viewer=viewer, number=number)

    @reads
    def most_played(self, connection: Connection, server_id: ServerId | None) -> str:
        """The game with the most rated players in a server, or everywhere for None."""
        rated = storage.rated_by_game(connection, scope_of(server_id))
        return max(GAMES, key=lambda game: rated.get(game, 0))


def read_page(
    connection: Connection,
    game: str,
    server_id: ServerId | None,
    period: Period,
    now: datetime,
    *,
    viewer: PlayerId | None = None,
    number: int | None = 0,
) -> LeaderboardPage:
    """A page, at most the last one, or for None the one with the viewer; raises UnknownGame."""
    info = game_of(game).info
    board = Board(game, scope_of(server_id), period, now)
    total = storage.total(connection, board)
    own = OwnStanding(None, None) if viewer is None else _own(connection, board, viewer)
    if number is None:
        number = (own.line.place - 1) // LINES_ON_PAGE if own.line else 0
    number = min(number, max(total - 1, 0) // LINES_ON_PAGE)
    before = number * LINES_ON_PAGE
    rows = storage.page(connection, board, before, LINES_ON_PAGE)
    shared = storage.sharing_before(connection, board, rows[0]) if rows else 0
    lines = _lines(connection, board, rows, before + 1 - shared, before)
    return LeaderboardPage(info, server_id, period, number, total, lines, own)


def _own(connection: Connection, board: Board, viewer: PlayerId) -> OwnStanding:
    key = RatingKey(board.game, board.scope, viewer)
    own = ratings.load(connection, [key]).get(key)
    if own is None:
        return OwnStanding(None, None)
    if own.day < board.first_day:
        return OwnStanding(None, own.rating)
    place = storage.place_of(connection, board, own.height)
    (line,) = _lines(connection, board, (own,), place, place - 1)
    return OwnStanding(line, own.rating)


def _lines(
    connection: Connection, board: Board, rows: tuple[RatingRow, ...], place: int, before: int
) -> tuple[LeaderboardLine, ...]:
    """The lines of consecutive ratings, the highest first; equal ratings share a place.

    ``place``: that of the first one, which players before it may share. ``before``: how many
    ratings are before it.
    """
    people = [row.player_id for row in rows]
    chosen = player_settings.of(connection, people)
    recent_changes = storage.recent_changes(connection, board, people) if rows else {}
    found = []
    for number, row in enumerate(rows):
        if number and row.height != rows[number - 1].height:
            place = before + number + 1
        settings = chosen.get(row.player_id, PlayerSettings())
        moved = recent_changes.get(row.player_id, RecentChange())
        record = moved if board.period is Period.MONTH else row
        line = LeaderboardLine(
            place=place,
            player_id=row.player_id,
            rating=row.rating,
            won=record.won,
            drawn=record.drawn,
            lost=record.lost,
            trend=moved.moved,
            is_hidden=settings.hidden_elsewhere,
            stays_named=settings.named_after_leaving,
        )
        found.append(line)
    return tuple(found)
