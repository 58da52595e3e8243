"""Reviews of ended matches as rows: how good each move was, stored move by move."""

from collections.abc import Collection
from datetime import datetime

import msgspec
from sqlalchemy import Connection, delete, func, select

from bot.core.matches import MatchState
from bot.features.replays.review import Judged, MatchReview
from data import statements
from data.ids import MatchId
from data.standing_tables import judgements, reviews
from data.states import ReviewState
from data.transactions import notify

ENDED = "reviews"
"""The notice that is given when a review is complete or has failed."""


def begin(connection: Connection, match: MatchState, now: datetime) -> None:
    """Begin the review of a match again from its first move."""
    drop(connection, match.id)
    put_state(connection, match, ReviewState.WAITING, now)


def put_state(connection: Connection, match: MatchState, state: ReviewState, now: datetime) -> None:
    """Set the state of a review, and give notice if it is complete or has failed."""
    row = {"match_id": match.id, "state": state, "moves": len(match.moves), "updated_at": now}
    statements.put(connection, reviews, row)
    if state is not ReviewState.WAITING:
        notify(connection, ENDED)


def add(connection: Connection, match_id: MatchId, judged: Judged) -> None:
    """Store the judgement of a move, unless it is stored already."""
    row = {"match_id": match_id, **msgspec.to_builtins(judged)}
    statements.insert_missing(connection, judgements, [row])


def state_of(connection: Connection, match_id: MatchId) -> tuple[ReviewState, int] | None:
    """The state of a review, and how many moves are judged; None if there is no review."""
    state = connection.scalar(select(reviews.c.state).filter_by(match_id=match_id))
    if state is None:
        return None
    counted = select(func.count()).select_from(judgements).filter_by(match_id=match_id)
    return state, connection.scalar(counted) or 0


def ended(connection: Connection, match_ids: Collection[MatchId]) -> frozenset[MatchId]:
    """The matches whose review is complete or has failed."""
    found = select(reviews.c.match_id).where(reviews.c.match_id.in_(match_ids))
    query = found.where(reviews.c.state != ReviewState.WAITING)
    return frozenset(connection.scalars(query))


def of_match(connection: Connection, match: MatchState) -> MatchReview | None:
    """The review of a match so far; None if there is none."""
    state = connection.scalar(select(reviews.c.state).filter_by(match_id=match.id))
    if state is None:
        return None
    found = statements.selecting(judgements, Judged).filter_by(match_id=match.id)
    rows = found.order_by(judgements.c.number)
    return MatchReview(match, state, statements.typed_rows(connection, rows, Judged))


def drop(connection: Connection, match_id: MatchId) -> None:
    """Delete the review of a match."""
    connection.execute(delete(judgements).filter_by(match_id=match_id))
    connection.execute(delete(reviews).filter_by(match_id=match_id))
