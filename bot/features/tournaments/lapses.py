"""Who has stopped playing: two lapses, that is games lost on time, without a move in between."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from sqlalchemy import Connection

from bot.features.ratings import results_storage as results
from bot.features.tournaments import storage
from bot.features.tournaments.values import Entrant, Field
from data.ids import PlayerId

ONE_ABSENCE = timedelta(days=1)
"""Games that a player loses on time within this of each other are one lapse."""


def gone_missing(connection: Connection, field: Field) -> list[Entrant]:
    """The players who are in and have two lapses without a move in between."""
    played = [each.match_id for each in field.pairings if each.match_id is not None]
    return [
        field.by_id[player_id]
        for player_id, late in results.timed_out_in(connection, played).items()
        if field.by_id[player_id].is_in and _has_gone(connection, field, player_id, late)
    ]


def _has_gone(
    connection: Connection, field: Field, player_id: PlayerId, late: Sequence[datetime]
) -> bool:
    """Whether the player, who lost games on time then, did not move between two of the lapses.

    A move in any game of the tournament counts, also in one that was annulled or called off later.
    """
    forgiven_at = field.by_id[player_id].forgiven_at
    counted = [each for each in late if forgiven_at is None or each > forgiven_at]
    return any(
        not storage.moved_between(connection, field.tournament.id, player_id, one, other)
        for one, other in pairwise(_lapses(counted))
    )


def _lapses(late: Sequence[datetime]) -> list[datetime]:
    """When each lapse began, of games lost on time in this order: one absence is one lapse."""
    found: list[datetime] = []
    for at in late:
        if not found or at - found[-1] >= ONE_ABSENCE:
            found.append(at)
    return found
