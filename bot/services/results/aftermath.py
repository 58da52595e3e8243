"""What the players are told of a match that is over, besides how it ended."""

from dataclasses import dataclass

from sqlalchemy import Connection

from bot.services.matches import MatchState
from bot.services.ratings import RatingChange, scope_of
from bot.services.ratings import storage as ratings
from bot.services.results import storage
from bot.services.results.models import Meetings
from data.states import UnratedReason

PAIR = 2


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What a match came to. ``changes`` are by seat, where it was played; none if it is not rated.

    ``meetings`` are those of the two players in this game, seen from the first seat; None for
    three players.
    """

    unrated: UnratedReason | None
    changes: tuple[RatingChange, ...]
    meetings: Meetings | None


def aftermath_of(connection: Connection, match: MatchState) -> Aftermath | None:
    """What the match came to as it is known now; None if nothing is kept of it."""
    known = storage.get(connection, match.id)
    if known is None:
        return None
    scope = scope_of(known.server_id)
    moved = {
        row.player_id: row for row in ratings.changes_of(connection, match.id) if row.scope == scope
    }
    changes = tuple(moved[player] for player in known.people if player in moved)
    return Aftermath(known.unrated, changes, _meetings(connection, match))


def _meetings(connection: Connection, match: MatchState) -> Meetings | None:
    ranked = match.result is not None and match.result.ranking
    if not ranked or len(match.people) != PAIR or len(match.players) != PAIR:
        return None
    one, other = match.people
    found = storage.meetings(connection, one, other, match.match.game)
    return found[0] if found else None
