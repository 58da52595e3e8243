"""Reviews of ended matches: how good each move was, kept move by move."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import msgspec
from sqlalchemy import Connection, delete, func, select

from data import statements
from data.columns import typed
from data.ids import MatchId
from data.notices import give
from data.review_tables import judgements, reviews
from data.states import ReviewState

ENDED = "reviews"
"""Notice is given of this when a review has come to an end."""


@dataclass(frozen=True, slots=True)
class BetterMove:
    """A move that would have been clearly better, as text, and why.

    ``line`` is the move and the answers that ``reason`` reckons with; ``kind`` says what sort of
    reason it is. ``punished_by`` is a move with which the next player could have won at once.
    ``expected`` is what would have followed the better move, ``allowed`` what the one made; both
    are empty in reviews that were kept before these were worked out.
    """

    line: tuple[str, ...]
    kind: str
    reason: str
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
        give(connection, ENDED)


def add(connection: Connection, match_id: MatchId, judged: Judged) -> None:
    """Keep what was found about a move; one that is kept already stays as it is."""
    row = {"match_id": match_id, **msgspec.to_builtins(judged)}
    statements.insert_missing(connection, judgements, [row])


def state_of(connection: Connection, match_id: MatchId) -> tuple[ReviewState, int] | None:
    """How a review stands, and how many moves are judged; None where there is none."""
    state = connection.execute(
        select(reviews.c.state).where(reviews.c.match_id == match_id)
    ).scalar_one_or_none()
    if state is None:
        return None
    counted = select(func.count()).select_from(judgements).where(judgements.c.match_id == match_id)
    return state, int(connection.execute(counted).scalar_one())


def ended(connection: Connection, match_ids: Collection[MatchId]) -> frozenset[MatchId]:
    """Those of the matches whose review has come to an end."""
    query = select(reviews.c.match_id).where(
        reviews.c.match_id.in_(match_ids), reviews.c.state != ReviewState.WAITING
    )
    return frozenset(connection.execute(query).scalars())


def of_match(connection: Connection, match_id: MatchId) -> StoredReview | None:
    """The review of a match, as far as it is; None where there is none."""
    row = connection.execute(
        select(reviews.c.state, reviews.c.moves).where(reviews.c.match_id == match_id)
    ).one_or_none()
    if row is None:
        return None
    names = Judged.__slots__
    found = connection.execute(
        select(*(judgements.c[name] for name in names))
        .where(judgements.c.match_id == match_id)
        .order_by(judgements.c.number)
    )
    kept = [dict(zip(names, each, strict=True)) for each in found]
    return StoredReview(row.state, row.moves, typed(kept, tuple[Judged, ...]))


def drop(connection: Connection, match_id: MatchId) -> None:
    """Forget the review of a match."""
    connection.execute(delete(judgements).where(judgements.c.match_id == match_id))
    connection.execute(delete(reviews).where(reviews.c.match_id == match_id))
