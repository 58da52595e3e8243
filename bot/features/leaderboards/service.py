"""Looking at leaderboards, page by page."""

from datetime import datetime

from sqlalchemy import Connection

from bot.core.matches import Service, game_of
from bot.core.people.settings import PlayerSettings, player_settings
from bot.features.leaderboards import storage, values
from bot.features.leaderboards.storage import Lately, LeaderboardKey
from bot.features.ratings import RatingKey, RatingRow, scope_of
from bot.features.ratings import storage as ratings
from data.ids import PlayerId, ServerId
from data.transactions import reads
from rules import GAMES


class LeaderboardService(Service):
    """Reads leaderboards; nothing is written."""

    @reads
    def page(
        self,
        connection: Connection,
        viewer: PlayerId,
        game: str,
        server_id: ServerId | None,
        period: values.Period = values.Period.ACTIVE,
        number: int | None = 0,
    ) -> values.LeaderboardPage:
        """A page of a server's list, or of everywhere's for None, with the viewer's own line.

        It is the last one where there is none of this number, and the viewer's own for None.
        Raises UnknownGame.
        """
        which = (game, server_id, period, self._now())
        return read_page(connection, *which, viewer=viewer, number=number)

    @reads
    def most_played(self, connection: Connection, server_id: ServerId | None) -> str:
        """The game in which most people are rated in a server, or everywhere for None."""
        rated = storage.rated_by_game(connection, scope_of(server_id))
        return max(GAMES, key=lambda game: rated.get(game, 0))


def read_page(
    connection: Connection,
    game: str,
    server_id: ServerId | None,
    period: values.Period,
    now: datetime,
    *,
    viewer: PlayerId | None = None,
    number: int | None = 0,
) -> values.LeaderboardPage:
    """A page, at most the last one, or the viewer's own for None; raises UnknownGame."""
    info = game_of(game).info
    board = values.board_of(game, scope_of(server_id), period, now)
    total = storage.total(connection, board)
    own = _own(connection, board, viewer, period, now)
    if number is None:
        number = (own.line.place - 1) // values.ON_PAGE if own.line else 0
    number = min(number, max(total - 1, 0) // values.ON_PAGE)
    offset = number * values.ON_PAGE
    rows = storage.page(connection, board, offset, values.ON_PAGE)
    shared = storage.sharing_before(connection, board, rows[0]) if rows else 0
    first = offset + 1 - shared
    lines = _lines(connection, board, rows, (first, offset), period, now)
    return values.LeaderboardPage(info, server_id, period, number, total, lines, own)


def _own(
    connection: Connection,
    board: LeaderboardKey,
    viewer: PlayerId | None,
    period: values.Period,
    now: datetime,
) -> values.OwnStanding:
    if viewer is None:
        return values.OwnStanding(None, None)
    row = ratings.load(connection, [RatingKey(board.game, board.scope, viewer)])
    if not row:
        return values.OwnStanding(None, None)
    (own,) = row.values()
    if own.day < board.since:
        return values.OwnStanding(None, own.rating)
    place = storage.place_of(connection, board, own.height)
    (line,) = _lines(connection, board, (own,), (place, place - 1), period, now)
    return values.OwnStanding(line, own.rating)


def _lines(
    connection: Connection,
    board: LeaderboardKey,
    rows: tuple[RatingRow, ...],
    places: tuple[int, int],
    period: values.Period,
    now: datetime,
) -> tuple[values.LeaderboardLine, ...]:
    """The lines of neighbours, the highest first; equal ratings share a place.

    ``places`` are that of the first one, which it may share with some before it, and how many are
    before it.
    """
    people = [row.player_id for row in rows]
    chosen = player_settings.of(connection, people)
    since = values.told_since(period, now)
    lately = storage.lately(connection, board, people, since) if rows else {}
    place, before = places
    found = []
    for number, row in enumerate(rows):
        if number and row.height != rows[number - 1].height:
            place = before + number + 1
        settings = chosen.get(row.player_id, PlayerSettings())
        moved = lately.get(row.player_id, Lately())
        record = moved if period is values.Period.MONTH else row
        line = values.LeaderboardLine(
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
