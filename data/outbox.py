"""What is still to be told on Discord, in the order in which it was committed.

A row says what is to be shown: the board of a match at a ply, the card of a request or challenge as
it is now, or words for one person. Its key tells it from all others, so that it is noted only once.
Rows with the same destination are worked off one after the other. Whoever works on one claims it
for a while; a claim that was not given back in time counts for nothing.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, exists, func, or_, select, update

from data.ids import ChallengeId, ChannelId, MatchId, MessageId, PlayerId, RequestId
from data.notices import give
from data.statements import insert_missing
from data.states import MessageKind
from data.tables import outbox

SUBJECT = "outbox"
"""Of what the subscribers are told when something was noted here."""

NONCE_BYTES = 18


@dataclass(frozen=True, slots=True)
class Due:
    """A row that somebody works on.

    ``subject_id`` is the match of a board, the request or challenge of a card, the line of a ledger
    of news, or the person who is told ``words``. ``version`` is the ply of a board, and counts the
    states of a card.
    """

    id: int
    destination: str
    kind: MessageKind
    subject_id: int
    version: int
    words: str | None
    nonce: str
    begun: int
    attempts: int
    created_at: datetime

    @property
    def uncertain(self) -> bool:
        """Whether an earlier attempt may have posted it."""
        return self.begun > 1


def add_board(connection: Connection, match_id: MatchId, ply: int, now: datetime) -> None:
    """Note that the board of this ply has to be posted."""
    _add(connection, f"match:{match_id}", MessageKind.BOARD, match_id, ply, now)


def add_request(
    connection: Connection, request_id: RequestId, match_id: MatchId, now: datetime
) -> None:
    """Note that a request's card has to be shown as the request is then."""
    version = _next_version(connection, MessageKind.REQUEST, request_id)
    _add(connection, f"match:{match_id}", MessageKind.REQUEST, request_id, version, now)


def add_challenge(connection: Connection, challenge_id: ChallengeId, now: datetime) -> None:
    """Note that a challenge's card has to be shown as the challenge is then."""
    version = _next_version(connection, MessageKind.CHALLENGE, challenge_id)
    destination = f"challenge:{challenge_id}"
    _add(connection, destination, MessageKind.CHALLENGE, challenge_id, version, now)


def add_clock_news(connection: Connection, line: int, match_id: MatchId, now: datetime) -> None:
    """Note that players have to hear of a change of their time, by its number."""
    _add(connection, f"match:{match_id}", MessageKind.CLOCK, line, 0, now)


def add_direct(
    connection: Connection, player_id: PlayerId, topic: str, words: str, now: datetime
) -> None:
    """Note that somebody is to be told ``words``, once for a ``topic``."""
    _add(connection, f"direct:{player_id}", MessageKind.DIRECT, player_id, 0, now, topic, words)


def claim(
    connection: Connection,
    claimer: str,
    now: datetime,
    lease: timedelta,
    longest: timedelta,
    most: int,
) -> tuple[Due, ...]:
    """Take up to ``most`` rows that may be tried now, longest waiting first.

    Nobody else is given them for the time of the ``lease``. Each counts as begun. A row that is to
    wait longer than the ``longest`` pause was noted by a clock that went wrong, and may be tried.
    """
    ready = (
        select(outbox.c.id)
        .where(
            ~outbox.c.done,
            or_(outbox.c.next_attempt_at <= now, outbox.c.next_attempt_at > now + longest),
            _unclaimed(now, lease),
            _is_first(),
        )
        .order_by(outbox.c.next_attempt_at, outbox.c.id)
        .limit(most)
        .with_for_update(skip_locked=True)
        .cte("ready")  # found once: a subquery may be run again, and find others
    )
    taken = connection.execute(
        update(outbox)
        .where(outbox.c.id.in_(select(ready.c.id)))
        .values(claimed_by=claimer, claimed_until=now + lease, begun=outbox.c.begun + 1)
        .returning(*(outbox.c[name] for name in Due.__slots__))
    )
    return tuple(sorted((Due(**row._mapping) for row in taken), key=lambda due: due.id))


def next_attempt(connection: Connection, after: datetime) -> datetime | None:
    """When the next row that cannot be claimed at ``after`` may be, or None."""
    first = or_(outbox.c.next_attempt_at > after, outbox.c.claimed_until > after)
    later = func.coalesce(outbox.c.claimed_until, outbox.c.next_attempt_at)
    moment: datetime | None = connection.execute(
        select(func.min(later, type_=outbox.c.next_attempt_at.type)).where(
            ~outbox.c.done, first, _is_first()
        )
    ).scalar()
    return moment


def waiting(connection: Connection) -> tuple[int, datetime | None]:
    """How many rows are left to be told, and since when the oldest waits."""
    found = connection.execute(
        select(func.count(), func.min(outbox.c.created_at, type_=outbox.c.created_at.type)).where(
            outbox.c.done.is_(False)
        )
    ).one()
    return found[0], found[1]


def finish(
    connection: Connection,
    due: Due,
    now: datetime,
    shown: tuple[ChannelId, MessageId] | None = None,
) -> None:
    """Note that nothing is left to do, and which message shows it."""
    channel_id, message_id = shown or (None, None)
    _set(
        connection,
        due,
        done=True,
        done_at=now,
        channel_id=channel_id,
        message_id=message_id,
        error=None,
        claimed_by=None,
        claimed_until=None,
    )
    give(connection, SUBJECT)


def postpone(
    connection: Connection, due: Due, until: datetime, error: str, *, uncertain: bool
) -> None:
    """Try again at ``until``; ``error`` says why, for operators.

    ``uncertain``: the message may be there all the same.
    """
    _set(
        connection,
        due,
        begun=due.begun if uncertain else 0,
        attempts=due.attempts + 1,
        next_attempt_at=until,
        error=error,
        claimed_by=None,
        claimed_until=None,
    )
    give(connection, SUBJECT)


def release_all(connection: Connection, now: datetime, longest: timedelta) -> None:
    """Take back every claim, and let no row wait longer than ``longest``.

    For when no other process works on the outbox: claims of one that has died, and times noted by
    a clock that was wrong.
    """
    connection.execute(
        update(outbox)
        .where(~outbox.c.done, outbox.c.claimed_until.is_not(None))
        .values(claimed_by=None, claimed_until=None)
    )
    connection.execute(
        update(outbox)
        .where(~outbox.c.done, outbox.c.next_attempt_at > now + longest)
        .values(next_attempt_at=now)
    )


def _add(
    connection: Connection,
    destination: str,
    kind: MessageKind,
    subject_id: int,
    version: int,
    now: datetime,
    topic: str | None = None,
    words: str | None = None,
) -> None:
    row = {
        "destination": destination,
        "kind": kind,
        "key": f"{kind}:{subject_id}:{version if topic is None else topic}",
        "subject_id": subject_id,
        "version": version,
        "words": words,
        "nonce": secrets.token_urlsafe(NONCE_BYTES),
        "next_attempt_at": now,
        "created_at": now,
    }
    insert_missing(connection, outbox, [row])
    give(connection, SUBJECT)


def _next_version(connection: Connection, kind: MessageKind, subject_id: int) -> int:
    newest: int | None = connection.execute(
        select(func.max(outbox.c.version)).where(
            outbox.c.kind == kind, outbox.c.subject_id == subject_id
        )
    ).scalar()
    return 0 if newest is None else newest + 1


def _unclaimed(now: datetime, lease: timedelta) -> ColumnElement[bool]:
    until = outbox.c.claimed_until
    return or_(until.is_(None), until <= now, until > now + lease)


def _is_first() -> ColumnElement[bool]:
    earlier = outbox.alias("earlier")
    return ~exists().where(
        and_(
            earlier.c.destination == outbox.c.destination,
            ~earlier.c.done,
            earlier.c.id < outbox.c.id,
        )
    )


def _set(connection: Connection, due: Due, **values: Any) -> None:
    connection.execute(update(outbox).where(outbox.c.id == due.id).values(**values))
