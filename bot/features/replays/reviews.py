"""Works out reviews of ended matches, move by move, while no player waits for the engine.

A review that is due is a job, begun in the transaction in which the match ends. The judgement of
each move is stored at once, so that a review goes on where it was left.
"""

from collections import Counter
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any

import msgspec
import structlog
from sqlalchemy import Connection, delete, func, select

from bot.core import outbox, timers
from bot.core.jobs import Jobs
from bot.core.matches import Change, ChangeKind, MatchState, MatchStore, Now
from bot.core.thinking import Processes, ThinkingFailedError
from bot.core.timers import Timer
from bot.features.replays.review import Judged, MatchReview
from data import statements
from data.columns import typed
from data.database import Database, notify, reads
from data.ids import MatchId
from data.standing_tables import judgements, reviews
from data.states import MessageKind, ReviewState, TimerKind
from rules.engine.worker import judgement_question

REVIEW_TIMER = TimerKind("review")
LOOKED_BACK_MESSAGE = MessageKind("looked_back")
AFTER_FAILURE = timedelta(seconds=30)
"""Retry delay after the engine failed."""
LEAST = 2
"""A match of fewer moves is not reviewed."""

ENDED = "reviews"
"""The notice that is given when a review is complete or has failed."""
_FAILURES = 3  # about one match, until it is given up

logger = structlog.get_logger(__name__)


def note_review(connection: Connection, change: Change, now: datetime) -> None:
    """Begin the review of a match that has ended; drop that of a match that was reopened."""
    match = change.after
    if change.kind is ChangeKind.ENDED:
        if _is_worth_it(match):
            _ask_for(connection, match, now)
    else:
        drop(connection, match.id)
        timers.cancel(connection, REVIEW_TIMER, match.id)


def _is_worth_it(match: MatchState) -> bool:
    ranked = match.result is not None and match.result.ranking
    return bool(ranked) and len(match.moves) >= LEAST


def _ask_for(connection: Connection, match: MatchState, now: datetime) -> None:
    drop(connection, match.id)
    put_state(connection, match, ReviewState.WAITING, now)
    timers.set_timer(connection, REVIEW_TIMER, match.id, now)


def review_of(connection: Connection, match: MatchState) -> MatchReview | None:
    """The review of a match that is over, as far as it is worked out; None if there is none."""
    return of_match(connection, match) if _is_worth_it(match) else None


def put_state(connection: Connection, match: MatchState, state: ReviewState, now: datetime) -> None:
    """Set the state of a review, and give notice if it is complete or has failed."""
    row = {"match_id": match.id, "state": state, "moves": len(match.moves), "updated_at": now}
    statements.put(connection, reviews, row)
    if state is not ReviewState.WAITING:
        notify(connection, ENDED)


def state_of(connection: Connection, match_id: MatchId) -> tuple[ReviewState, int] | None:
    """The state of a review, and how many moves are judged; None if there is no review."""
    state = connection.scalar(select(reviews.c.state).filter_by(match_id=match_id))
    if state is None:
        return None
    counted = select(func.count()).select_from(judgements).filter_by(match_id=match_id)
    return state, connection.scalar(counted) or 0


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


class Reviews(Jobs[MatchState]):
    """Works out reviews, one move after another, and gives what was found."""

    kind = REVIEW_TIMER
    lease = timedelta(minutes=5)

    def __init__(self, database: Database, store: MatchStore, thinker: Processes, now: Now) -> None:
        super().__init__(database, now)
        self._store = store
        self._thinker = thinker
        self._failures = Counter[MatchId]()

    async def of(self, match: MatchState) -> MatchReview | None:
        """The review of a match, as far as it is worked out.

        None while the match runs, or if it has hardly any moves or no result. An ended match that
        has no review, since it ended long ago, gets one.
        """
        if not _is_worth_it(match):
            return None
        found = await self._database.read(of_match, match)
        return found or await self._database.write(self._begin_late, match)

    @reads
    def ended(self, connection: Connection, match_ids: Collection[MatchId]) -> frozenset[MatchId]:
        """The matches whose review is complete or has failed."""
        found = select(reviews.c.match_id).where(reviews.c.match_id.in_(match_ids))
        query = found.where(reviews.c.state != ReviewState.WAITING)
        return frozenset(connection.scalars(query))

    def on_end(self, told: Callable[[], None]) -> None:
        """Call ``told`` whenever a review is complete or has failed, in whichever process."""
        self._database.subscribe(ENDED, told)

    def _begin_late(self, connection: Connection, match: MatchState) -> MatchReview | None:
        now = self._store.read(connection, match.id, lock=True)
        if _is_worth_it(now) and state_of(connection, match.id) is None:
            _ask_for(connection, now, self._now())
        return of_match(connection, match)

    def read(self, connection: Connection, timer: Timer) -> MatchState:
        """The match of a timer."""
        return self._store.read(connection, MatchId(timer.subject_id))

    async def work(self, subject: MatchState, failures: int) -> None:  # noqa: ARG002
        """Judge moves until all are judged, or until the lease is half over."""
        until = self._now() + self.lease / 2
        number = await self._database.write(self._next, subject, until)
        while number is not None:
            made = subject.moves[number]
            question = judgement_question(made.before, made.move)
            try:
                told = await self._thinker.ask(question, patient=True)
                judged = _judged(number, subject.variant.seats, told)
            except ThinkingFailedError as error:
                logger.warning("move not judged", match=subject.id, number=number, error=str(error))
                self._failures[subject.id] += 1
                await self._database.write(self._put_off, subject, self._failures[subject.id])
                return
            number = await self._database.write(self._next, subject, until, judged)
        del self._failures[subject.id]

    def _next(
        self,
        connection: Connection,
        match: MatchState,
        until: datetime,
        judged: Judged | None = None,
    ) -> int | None:
        """Store the judgement of a move, if any; returns the number of the move to judge next.

        None if all are judged, if no review is wanted any more, or later than ``until``: then the
        review goes on under a new lease.
        """
        wanted = self._store.read(connection, match.id, lock=True)
        found, now = state_of(connection, match.id), self._now()
        if not wanted.is_running and wanted.line == match.line and found is not None:
            state, number = found
            if state is ReviewState.WAITING and judged is not None:
                row = {"match_id": match.id, **msgspec.to_builtins(judged)}
                statements.insert_missing(connection, judgements, [row])
                number = max(number, judged.number + 1)
            if state is ReviewState.WAITING and number < len(match.moves):
                if judged is None or now < until:
                    return number
                timers.set_timer(connection, REVIEW_TIMER, match.id, now)
                return None
            if state is ReviewState.WAITING:
                self._finish(connection, wanted, now)
        timers.cancel(connection, REVIEW_TIMER, match.id)
        return None

    def _finish(self, connection: Connection, match: MatchState, now: datetime) -> None:
        put_state(connection, match, ReviewState.WHOLE, now)
        # a player against engines gets a message that leads to the moves pointed out, if any
        review = review_of(connection, match) if match.match.is_practice else None
        if review is not None and review.moments:
            row = outbox.of_match(LOOKED_BACK_MESSAGE, match.id, match.id, match.ply)
            outbox.add(connection, row, now)

    def _put_off(self, connection: Connection, match: MatchState, failures: int) -> None:
        """Try again later, after a failure of the engine; give the review up after some."""
        if state_of(connection, match.id) is None:
            return
        now = self._now()
        if failures < _FAILURES:
            timers.set_timer(connection, REVIEW_TIMER, match.id, now + AFTER_FAILURE)
            return
        put_state(connection, match, ReviewState.FAILED, now)
        timers.cancel(connection, REVIEW_TIMER, match.id)


def _judged(number: int, seats: int, told: Any) -> Judged:
    """The engine's answer about a move; raises ThinkingFailedError if it makes no sense."""
    try:
        judged = typed({**told, "number": number}, Judged)
    except (TypeError, ValueError) as error:
        raise ThinkingFailedError(f"told {told}") from error
    lacks_line = judged.better is not None and not judged.better.line
    if lacks_line or len(judged.before) != seats or len(judged.after) != seats:
        raise ThinkingFailedError(f"told {told}")
    return judged
