"""Reviews of ended matches as rows: how good each move was, stored move by move."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import msgspec
from sqlalchemy import Connection, delete, func, select

from data import statements
from data.ids import MatchId
from data.standing_tables import judgements, reviews
from data.states import ReviewState
from data.transactions import notify
from rules.engine.hints import Kind, Merit

ENDED = "reviews"
"""The notice that is given when a review is complete or has failed."""

_UNKNOWN = Merit(Kind.PROMISES)


@dataclass(frozen=True, slots=True)
class BetterMove:
    """A move that would have been clearly better, in notation, and why.

    ``line``: the move and the answers that ``merit`` assumes. ``punished_by``: a move by which the
    next player could have won at once. ``expected``: the line expected after the better move;
    ``allowed``: after the move made. Both are empty in old reviews.
    """

    line: tuple[str, ...]
    merit: Merit = _UNKNOWN
    punished_by: str | None = None
    expected: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgement of a move; ``number`` counts the moves that were not taken back, from 0.

    ``before`` and ``after`` it are the expectations of each seat, from -1 to 1.
    """

    number: int
    before: tuple[float, ...]
    after: tuple[float, ...]
    better: BetterMove | None = None


@dataclass(frozen=True, slots=True)
class StoredReview:
    """The judgements of a review so far; ``moves`` is how many there are to judge."""

    state: ReviewState
    moves: int
    judged: tuple[Judged, ...]


def begin(connection: Connection, match_id: MatchId, moves: int, now: datetime) -> None:
    """Begin the review of a match again from its first move."""
    drop(connection, match_id)
    put_state(connection, match_id, ReviewState.WAITING, moves, now)


def put_state(
    connection: Connection, match_id: MatchId, state: ReviewState, moves: int, now: datetime
) -> None:
    """Set the state of a review, and give notice if it is complete or has failed."""
    row = {"match_id": match_id, "state": state, "moves": moves, "updated_at": now}
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


def of_match(connection: Connection, match_id: MatchId) -> StoredReview | None:
    """The review of a match so far; None if there is none."""
    review = select(reviews.c.state, reviews.c.moves).filter_by(match_id=match_id)
    row = connection.execute(review).one_or_none()
    if row is None:
        return None
    found = statements.selecting(judgements, Judged).filter_by(match_id=match_id)
    judged = statements.typed_rows(connection, found.order_by(judgements.c.number), Judged)
    return StoredReview(row.state, row.moves, judged)


def drop(connection: Connection, match_id: MatchId) -> None:
    """Delete the review of a match."""
    connection.execute(delete(judgements).filter_by(match_id=match_id))
    connection.execute(delete(reviews).filter_by(match_id=match_id))
