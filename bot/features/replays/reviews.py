"""Works out reviews of ended matches, move by move, while no player waits for the engine.

A review that is due is a timer, set in the transaction in which the match ends. A worker leases it
by putting it off, so that another goes on after a crash. The judgement of each move is stored at
once, so that a review goes on where it was left.
"""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from sqlalchemy import Connection

from bot.core import outbox, timers
from bot.core.faults import fault_of, read_in_savepoint
from bot.core.matches import Change, ChangeKind, MatchState, MatchStore, Now
from bot.core.thinking import Failures, ThinkingFailedError, Thinks
from bot.core.timers import Timer
from bot.core.waking import Wakeup
from bot.features.replays import review_storage
from bot.features.replays.review import MatchReview
from bot.features.replays.review_storage import Judged
from data.columns import typed
from data.database import Database
from data.ids import MatchId
from data.states import MessageKind, ReviewState, TimerKind
from rules.engine.worker import judgement_question

LEASE = timedelta(minutes=5)
"""How long a review is leased to a worker."""

AFTER_FAILURE = timedelta(seconds=30)
"""Retry delay after a failure."""
LOOKED_AT = 20
"""How many due reviews are read at a time, in search of one that is readable."""
LEAST = 2
"""A match of fewer moves is not reviewed."""

_FAILURES = 3  # about one match, until it is given up

logger = structlog.get_logger(__name__)


def note_review(connection: Connection, change: Change, now: datetime) -> None:
    """Begin the review of a match that has ended; drop that of a match that was reopened."""
    match = change.after
    if change.kind is ChangeKind.ENDED:
        if _is_worth_it(match):
            _ask_for(connection, match, now)
    else:
        review_storage.drop(connection, match.id)
        timers.cancel(connection, TimerKind.REVIEW, match.id)


def _is_worth_it(match: MatchState) -> bool:
    ranked = match.result is not None and match.result.ranking
    return bool(ranked) and len(match.moves) >= LEAST


def _ask_for(connection: Connection, match: MatchState, now: datetime) -> None:
    review_storage.begin(connection, match.id, len(match.moves), now)
    timers.set_timer(connection, TimerKind.REVIEW, match.id, now)


def review_of(connection: Connection, match: MatchState) -> MatchReview | None:
    """The review of a match that is over, as far as it is worked out; None if there is none."""
    found = review_storage.of_match(connection, match.id) if _is_worth_it(match) else None
    return None if found is None else MatchReview(match, found)


class Reviews:
    """Works out reviews, one move after another, and gives what was found."""

    def __init__(self, database: Database, store: MatchStore, thinker: Thinks, now: Now) -> None:
        self._database = database
        self._store = store
        self._thinker = thinker
        self._now = now
        self._news = Wakeup()
        self._failures: Failures[MatchId] = Failures()
        self._lease: Timer | None = None
        database.subscribe(timers.SUBJECT, self._news.set)

    async def of(self, match: MatchState) -> MatchReview | None:
        """The review of a match, as far as it is worked out.

        None while the match runs, or if it has hardly any moves or no result. An ended match that
        has no review, since it ended long ago, gets one.
        """
        if not _is_worth_it(match):
            return None
        found = await self._database.read(review_storage.of_match, match.id)
        if found is None:
            found = await self._database.write(self._begin_late, match)
        return None if found is None else MatchReview(match, found)

    async def ended(self, match_ids: Collection[MatchId]) -> frozenset[MatchId]:
        """The matches whose review is complete or has failed."""
        return await self._database.read(review_storage.ended, match_ids)

    def on_end(self, told: Callable[[], None]) -> None:
        """Call ``told`` whenever a review is complete or has failed, in whichever process."""
        self._database.subscribe(review_storage.ENDED, told)

    async def run(self) -> None:
        """Work out reviews until cancelled; raises StorageError if the database fails."""
        if not self._database.is_shared:  # leases left by an earlier run are void
            await self._database.write(timers.bring_forward, TimerKind.REVIEW, self._now())
        while True:
            await self.work_due()
            following = await self._database.read(timers.next_due, (TimerKind.REVIEW,))
            await self._news.sleep_until(following, self._now())

    async def work_due(self) -> None:
        """Work out all reviews that are due, first the one that a fault has interrupted."""
        if self._lease is not None:
            await self._database.write(timers.end_lease, self._lease, self._now())
        while True:
            match = await self._database.write(self._take)
            if match is None:
                return
            fault = await fault_of(self._database, partial(self._work_out, match))
            if fault is not None:
                its = (TimerKind.REVIEW, match.id)
                await self._database.write(timers.put_aside, *its, self._now(), fault)
            self._lease = None

    def _begin_late(
        self, connection: Connection, match: MatchState
    ) -> review_storage.StoredReview | None:
        now = self._store.read(connection, match.id, lock=True)
        if _is_worth_it(now) and review_storage.state_of(connection, match.id) is None:
            _ask_for(connection, now, self._now())
        return review_storage.of_match(connection, match.id)

    def _take(self, connection: Connection) -> MatchState | None:
        """Lease the review that has waited longest, and give its match; None if none is due."""
        now = self._now()
        for timer in timers.due(connection, now, LOOKED_AT, (TimerKind.REVIEW,), LEASE):
            match_id = MatchId(timer.subject_id)
            match = read_in_savepoint(connection, partial(self._store.read, connection, match_id))
            if isinstance(match, Exception):  # it must not block the others
                timers.put_aside(connection, timer.kind, match_id, now, match)
                continue
            self._put_off_until(connection, match_id, now + LEASE)
            return match
        return None

    def _put_off_until(self, connection: Connection, match_id: MatchId, until: datetime) -> None:
        """Lease the review, or extend the lease, so that no other worker takes it."""
        self._lease = Timer(
            TimerKind.REVIEW, match_id, until
        )  # even if the commit's answer is lost
        timers.set_timer(connection, TimerKind.REVIEW, match_id, until)

    async def _work_out(self, match: MatchState) -> None:
        since = self._now()
        number = await self._database.write(self._next, match)
        while number is not None:
            made = match.moves[number]
            question = judgement_question(made.before, made.move)
            try:
                told = await self._thinker.ask(question, patient=True)
                judged = _judged(number, match.variant.seats, told)
            except ThinkingFailedError as error:
                logger.warning("move not judged", match=match.id, number=number, error=str(error))
                self._failures[match.id] += 1
                await self._database.write(self._put_off, match)
                return
            lease = self._now() if self._now() - since > LEASE / 2 else None
            since = lease or since
            number = await self._database.write(self._keep, match, judged, lease)
        self._failures.pop(match.id, None)

    def _next(self, connection: Connection, match: MatchState) -> int | None:
        """The number of the move to judge next; None if all are judged, or no review is wanted."""
        now = self._store.read(connection, match.id, lock=True)
        found = review_storage.state_of(connection, match.id)
        if now.is_running or now.line != match.line or found is None:
            timers.cancel(connection, TimerKind.REVIEW, match.id)
            return None
        state, number = found
        if state is ReviewState.WAITING and number < len(match.moves):
            return number
        if state is ReviewState.WAITING:
            moves = len(match.moves)
            review_storage.put_state(connection, match.id, ReviewState.WHOLE, moves, self._now())
            # a player against engines gets a message that leads to the moves pointed out, if any
            review = review_of(connection, now) if now.match.is_practice else None
            if review is not None and review.moments:
                row = outbox.of_match(MessageKind.LOOKED_BACK, now.id, now.id, now.ply)
                outbox.add(connection, row, self._now())
        timers.cancel(connection, TimerKind.REVIEW, match.id)
        return None

    def _keep(
        self, connection: Connection, match: MatchState, judged: Judged, lease: datetime | None
    ) -> int | None:
        """Store the judgement of a move, and give the number of the next one, as ``_next``."""
        following = self._next(connection, match)
        if following is None:
            return None
        review_storage.add(connection, match.id, judged)
        if lease is not None:
            self._put_off_until(connection, match.id, lease + LEASE)
        return self._next(connection, match)

    def _put_off(self, connection: Connection, match: MatchState) -> None:
        if review_storage.state_of(connection, match.id) is None:
            return
        now = self._now()
        if self._failures[match.id] < _FAILURES:
            due_at = now + AFTER_FAILURE
            timers.set_timer(connection, TimerKind.REVIEW, match.id, due_at)
            return
        moves = len(match.moves)
        review_storage.put_state(connection, match.id, ReviewState.FAILED, moves, now)
        timers.cancel(connection, TimerKind.REVIEW, match.id)


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
