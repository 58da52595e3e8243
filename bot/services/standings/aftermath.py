"""What the players are told of a match that is over, besides how it ended."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from bot.services.matches import MatchState
from bot.services.ratings import Rating
from bot.services.ratings import storage as ratings
from bot.services.standings import finished_storage
from bot.services.standings.finished_storage import Meetings
from bot.services.standings.rows import after_change, before_change, scope_of
from data.ids import PlayerId
from data.states import UnratedReason

PAIR = 2


@dataclass(frozen=True, slots=True)
class SeatChange:
    """How the match moved a player's rating."""

    player_id: PlayerId
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What a match came to. ``changes`` are by seat, where it was played; none if it is not rated.

    ``meetings`` are those of the two players in this game, seen from the first seat; None for
    three players.
    """

    unrated: UnratedReason | None
    changes: tuple[SeatChange, ...]
    meetings: Meetings | None


def aftermath_of(connection: Connection, match: MatchState) -> Aftermath | None:
    """What the match came to as it is known now; None if nothing is kept of it."""
    known = finished_storage.get(connection, match.id)
    if known is None:
        return None
    scope = scope_of(known.server_id)
    moved = {
        row.player_id: row for row in ratings.changes_of(connection, match.id) if row.scope == scope
    }
    changes = tuple(
        SeatChange(player, before_change(moved[player]), after_change(moved[player]))
        for player in known.people
        if player in moved
    )
    return Aftermath(known.unrated, changes, _meetings(connection, match))


def _meetings(connection: Connection, match: MatchState) -> Meetings | None:
    if match.result is None or len(match.people) != PAIR or len(match.players) != PAIR:
        return None
    one, other = match.people
    found = finished_storage.meetings(connection, one, other, match.match.game)
    return found[0] if found else None
