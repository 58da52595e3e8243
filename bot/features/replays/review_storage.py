"""Reviews of ended matches: how good each move was, kept move by move."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import msgspec
from sqlalchemy import Connection, delete, func, select

from data import statements
from data.ids import MatchId
from data.notices import notify
from data.standing_tables import judgements, reviews
from data.states import ReviewState
from rules.engine.hints import Kind, Merit

ENDED = "reviews"
"""Notice is given of this when a review has come to an end."""


_UNKNOWN = Merit(Kind.PROMISES)


@dataclass(frozen=True, slots=True)
class BetterMove:
    """A move that would have been clearly better, as text, and why.

    ``line`` is the move and the answers that ``merit`` reckons with. ``punished_by`` is a move with
    which the next player could have won at once. ``expected`` is what would have followed the
    better move, ``allowed`` what the one made; both are empty in reviews that were kept before
    these were worked out.
    """

    line: tuple[str, ...]
    merit: Merit = _UNKNOWN
    punished_by: str | None = None
    expected: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """A move, by its number among those that stand, counted from 0.

    What each seat could expect ``before`` it, and ``after`` it, from -1 to 1.
    """

    number: int
    before: tuple[float, ...]
    after: tuple[float, ...]
    better: BetterMove | None = None


@dataclass(frozen=True, slots=True)
class StoredReview:
    """How far the review of a match is; ``moves`` is how many there are to judge."""

    state: ReviewState
    moves: int
    judged: tuple[Judged, ...]


def begin(connection: Connection, match_id: MatchId, moves: int, now: datetime) -> None:
    """Note that the review of a match waits to be worked out, from its first move on."""
    drop(connection, match_id)
    put_state(connection, match_id, ReviewState.WAITING, moves, now)


def put_state(
    connection: Connection, match_id: MatchId, state: ReviewState, moves: int, now: datetime
) -> None:
    """Note how a review stands, and give notice where it has come to an end."""
    row = {"match_id": match_id, "state": state, "moves": moves, "updated_at": now}
    statements.put(connection, reviews, row)
    if state is not ReviewState.WAITING:
        notify(connection, ENDED)


def add(connection: Connection, match_id: MatchId, judged: Judged) -> None:
    """Keep what was found about a move; one that is kept already stays as it is."""
    row = {"match_id": match_id, **msgspec.to_builtins(judged)}
    statements.insert_missing(connection, judgements, [row])


def state_of(connection: Connection, match_id: MatchId) -> tuple[ReviewState, int] | None:
    """How a review stands, and how many moves are judged; None where there is none."""
    state = connection.scalar(select(reviews.c.state).filter_by(match_id=match_id))
    if state is None:
        return None
    counted = select(func.count()).select_from(judgements).filter_by(match_id=match_id)
    return state, connection.scalar(counted) or 0


def ended(connection: Connection, match_ids: Collection[MatchId]) -> frozenset[MatchId]:
    """Those of the matches whose review has come to an end."""
    found = select(reviews.c.match_id).where(reviews.c.match_id.in_(match_ids))
    query = found.where(reviews.c.state != ReviewState.WAITING)
    return frozenset(connection.scalars(query))


def of_match(connection: Connection, match_id: MatchId) -> StoredReview | None:
    """The review of a match, as far as it is; None where there is none."""
    review = select(reviews.c.state, reviews.c.moves).filter_by(match_id=match_id)
    row = connection.execute(review).one_or_none()
    if row is None:
        return None
    found = statements.selecting(judgements, Judged).filter_by(match_id=match_id)
    judged = statements.typed_rows(connection, found.order_by(judgements.c.number), Judged)
    return StoredReview(row.state, row.moves, judged)


def drop(connection: Connection, match_id: MatchId) -> None:
    """Forget the review of a match."""
    connection.execute(delete(judgements).filter_by(match_id=match_id))
    connection.execute(delete(reviews).filter_by(match_id=match_id))
