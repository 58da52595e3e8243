"""Taking away what nobody needs any more, a part at a time, so that nobody waits for it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, and_, delete, exists, or_, select

from data.states import MatchStatus, MessageKind, ReminderState, RequestState
from data.tables import drafts, matches, outbox, reminders, request_grants, requests

TOLD_ONCE = (
    *(MessageKind.REMINDER, MessageKind.DIGEST, MessageKind.FOLLOWED),
    *(MessageKind.LOOKED_BACK, MessageKind.CHAMPION),
)
"""What is numbered by nothing that came before."""

PAST = (ReminderState.OVER, ReminderState.DROPPED)


def prune_outbox(connection: Connection, before: datetime, most: int) -> int:
    """Remove up to ``most`` rows told before then; how many there were.

    The newest of each match, challenge and request stays: by it the next one is numbered, and the
    board that a message shows is found.
    """
    newer = outbox.alias("newer")
    is_newest = ~exists().where(
        newer.c.kind == outbox.c.kind,
        newer.c.subject_id == outbox.c.subject_id,
        newer.c.version > outbox.c.version,
    )
    # what is told once has no newest one
    told_once = or_(outbox.c.words.is_not(None), outbox.c.kind.in_(TOLD_ONCE))
    old = (
        select(outbox.c.id)
        .where(outbox.c.done.is_(True), outbox.c.done_at < before, or_(told_once, ~is_newest))
        .limit(most)
    )
    return connection.execute(delete(outbox).where(outbox.c.id.in_(old))).rowcount


def prune_drafts(connection: Connection, before: datetime) -> int:
    """Remove half-made moves last changed before then; how many there were."""
    return connection.execute(delete(drafts).where(drafts.c.updated_at < before)).rowcount


def prune_reminders(connection: Connection, before: datetime, most: int) -> int:
    """Remove up to ``most`` reminders that are past, made before then; how many there were."""
    past = reminders.c.state.in_(PAST) & (reminders.c.created_at < before)
    old = select(reminders.c.id).where(past).limit(most)
    return connection.execute(delete(reminders).where(reminders.c.id.in_(old))).rowcount


def prune_requests(connection: Connection, before: datetime, most: int) -> int:
    """Remove up to ``most`` requests that were closed, made before then; how many there were.

    Those of the ply at which a running match stands stay, so that a no keeps being a no.
    """
    stands_there = exists().where(
        matches.c.id == requests.c.match_id,
        matches.c.ply == requests.c.ply,
        matches.c.status == MatchStatus.RUNNING,
    )
    closed = and_(requests.c.state != RequestState.OPEN, requests.c.created_at < before)
    found = connection.execute(
        select(requests.c.id).where(closed, ~stands_there).limit(most)
    ).scalars()
    ids = list(found)
    connection.execute(delete(request_grants).where(request_grants.c.request_id.in_(ids)))
    return connection.execute(delete(requests).where(requests.c.id.in_(ids))).rowcount
