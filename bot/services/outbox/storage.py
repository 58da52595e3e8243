"""What is still to be told on Discord, in the order in which it was committed.

A row says what is to be shown: the board of a match at a ply, the card of a request or challenge as
it is now, or words for one person. Its key tells it from all others, so that it is noted only once.
Rows with the same destination are worked off one after the other. Whoever works on one claims it
for a while; a claim that was not given back in time counts for nothing.
"""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    bindparam,
    delete,
    exists,
    func,
    null,
    or_,
    select,
    update,
)

from bot.services.outbox.claiming import NOWHERE, claiming, is_first
from data.ids import (
    ChannelId,
    MatchId,
    MessageId,
)
from data.notices import give
from data.shards import ALL, Shards
from data.statements import insert_missing
from data.states import MessageKind
from data.tables import matches, outbox

SUBJECT = "outbox"
"""Of what the subscribers are told when something was noted here."""

NONCE_BYTES = 18


@dataclass(frozen=True, slots=True)
class Due:
    """A row that somebody works on.

    ``subject_id`` is the match of a board, the request, challenge, reminder or ladder of a card,
    the line of a ledger or a ladder's history of news, or the person who is told ``words`` or what
    waits. The ``words`` of a champion's role are the numbers of people who may have it.
    ``version`` is the ply of a board, also of one that was looked back at, the day of a digest, a
    followed match, or the number of a share. ``posted_after`` is a time by Discord's clock at
    which no message showed it yet. ``claimed_until`` tells this claim from all others of the row.
    ``channel_id`` is the thread or channel that it goes to, as far as that is known beforehand.
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
    posted_after: datetime
    claimed_until: datetime
    channel_id: ChannelId | None = None

    @property
    def uncertain(self) -> bool:
        """Whether an earlier attempt may have posted it."""
        return self.begun > 1


@dataclass(frozen=True, slots=True)
class Row:
    """What is noted to be told. Rows of one ``destination`` are told in their order.

    It is noted once for its ``version``, or its ``topic`` instead. Without either it is noted each
    time, since what another transaction notes just now may be told before this one ends. ``home``
    is the row with its server and channel, by table and number; what is ``direct`` goes to a person
    instead. It is not tried before ``earliest``.
    """

    kind: MessageKind
    subject_id: int
    destination: str
    home: tuple[Table, int] | None = None
    version: int | None = None
    topic: str | None = None
    words: str | None = None
    earliest: datetime | None = None
    direct: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """Something that was noted. Until it is posted, no message shows it."""

    version: int
    created_at: datetime
    channel_id: ChannelId | None
    message_id: MessageId | None


def of_match(
    kind: MessageKind, match_id: MatchId, subject_id: int, version: int | None = None
) -> Row:
    """What is told where a match is played, in order with its boards."""
    return Row(kind, subject_id, f"match:{match_id}", (matches, match_id), version)


def add(connection: Connection, row: Row, now: datetime) -> None:
    """Note that something has to be told, unless it was noted before."""
    nonce = secrets.token_urlsafe(NONCE_BYTES)
    topic = row.topic or (nonce if row.version is None else row.version)
    values: dict[str, Any] = {
        "destination": row.destination,
        "kind": row.kind,
        "key": f"{row.kind}:{row.subject_id}:{topic}",
        "subject_id": row.subject_id,
        "version": row.version or 0,
        "words": row.words,
        "nonce": nonce,
        "next_attempt_at": max(now, row.earliest or now),
        "created_at": now,
    }
    found = None
    if row.home is not None:
        table, values["home"] = row.home
        found = _place_of(table, direct=row.direct)
    insert_missing(connection, outbox, [values], found)
    give(connection, SUBJECT)


def newest(connection: Connection, kind: MessageKind, subject_id: int) -> Told | None:
    """What was noted last about a subject, None if nothing was."""
    found = connection.execute(
        select(*(outbox.c[name] for name in Told.__slots__))
        .where(outbox.c.kind == kind, outbox.c.subject_id == subject_id)
        .order_by(outbox.c.version.desc())
        .limit(1)
    ).one_or_none()
    return None if found is None else Told(**found._mapping)


def waits(connection: Connection, kind: MessageKind, subject_id: int) -> bool:
    """Whether a row waits to be claimed, which then shows how the subject is."""
    waiting = connection.execute(
        select(outbox.c.id)
        .where(
            outbox.c.kind == kind,
            outbox.c.subject_id == subject_id,
            outbox.c.done.is_(False),
            outbox.c.claimed_until.is_(None),
        )
        # whoever is about to claim one has read the subject before this
        .with_for_update(skip_locked=True)
    )
    return waiting.first() is not None


def claim(
    connection: Connection,
    claimer: str,
    now: datetime,
    discord: datetime,
    lease: timedelta,
    longest: timedelta,
    most: int,
    shards: Shards = ALL,
    full: Collection[ChannelId | None] = (),
) -> tuple[Due, ...]:
    """Take up to ``most`` rows of these shards that may be tried now, longest waiting first.

    What was tried in vain comes last.

    None that goes to a channel which is ``full``; None is where the channel is unknown. Nobody else
    is given them for the time of the ``lease``. Each counts as begun, the first time at what the
    time is at ``discord``. A row that is to wait longer than the ``longest`` pause was noted by a
    clock that went wrong, and may be tried.
    """
    times = {"now": now, "far": now + longest, "until": now + lease, "discord": discord}
    shut = [each or NOWHERE for each in full]
    taken = connection.execute(
        claiming(shards, Due.__slots__),
        {"claimer": claimer, "most": most, "full": shut, **times},
    )
    return tuple(sorted((Due(**row._mapping) for row in taken), key=lambda due: due.id))


def leave(connection: Connection, claimed: Collection[Due]) -> None:
    """Let go of rows that were claimed in this transaction, as if they had not been."""
    theirs = outbox.c.id.in_([due.id for due in claimed])
    unclaimed = {"claimed_by": None, "claimed_until": None, "begun": outbox.c.begun - 1}
    connection.execute(update(outbox).where(theirs).values(unclaimed))


def next_attempt(
    connection: Connection, after: datetime | None = None, shards: Shards = ALL
) -> datetime | None:
    """When the next row of these shards may be claimed, or None.

    ``after``: only of those that cannot be claimed then.
    """
    later = func.coalesce(outbox.c.claimed_until, outbox.c.next_attempt_at)
    query = select(func.min(later, type_=outbox.c.next_attempt_at.type)).where(
        ~outbox.c.done, shards.holds(outbox.c.server_id), is_first()
    )
    if after is not None:
        query = query.where(or_(outbox.c.next_attempt_at > after, outbox.c.claimed_until > after))
    moment: datetime | None = connection.execute(query).scalar()
    return moment


def waiting(connection: Connection) -> tuple[int, datetime | None]:
    """How many rows are left to be told, and since when the oldest waits."""
    found = connection.execute(
        select(func.count(), func.min(outbox.c.created_at, type_=outbox.c.created_at.type)).where(
            outbox.c.done.is_(False)
        )
    ).one()
    return found[0], found[1]


def failing(connection: Connection, often: int) -> tuple[int, str | None]:
    """How many rows were tried in vain at least so often, and why the newest of them was not done.

    The reason is None where it is not known.
    """
    rows = (~outbox.c.done, outbox.c.attempts >= often)
    count = connection.execute(select(func.count()).select_from(outbox).where(*rows)).scalar_one()
    newest = select(outbox.c.error).where(*rows).order_by(outbox.c.id.desc()).limit(1)
    return count, connection.execute(newest).scalar()


def finish(
    connection: Connection,
    due: Due,
    now: datetime,
    shown: tuple[ChannelId, MessageId] | None = None,
) -> bool:
    """Note that nothing is left to do, and which message shows it.

    False, with nothing written, if the claim is over: this was noted before, or somebody else has
    the row and will find the message.
    """
    channel_id, message_id = shown or (None, None)
    erased = {"words": None} if due.kind is MessageKind.CHAMPION else {}
    return _give_back(
        connection,
        due,
        **erased,
        done=True,
        done_at=now,
        channel_id=channel_id,
        message_id=message_id,
        error=None,
    )


def postpone(
    connection: Connection, due: Due, until: datetime, error: str, *, uncertain: bool
) -> None:
    """Try again at ``until``; ``error`` says why, for operators.

    ``uncertain``: the message may be there all the same. Nothing is written if the claim is over.
    """
    _give_back(
        connection,
        due,
        begun=due.begun if uncertain else 0,
        attempts=due.attempts + 1,
        next_attempt_at=until,
        error=error,
    )


def hurry(connection: Connection, match_id: MatchId, now: datetime) -> None:
    """Let what a match has to tell be tried now, however often it was tried in vain."""
    theirs = ~outbox.c.done & (outbox.c.destination == f"match:{match_id}")
    connection.execute(update(outbox).where(theirs).values(next_attempt_at=now, attempts=0))
    give(connection, SUBJECT)


def release_lost(connection: Connection, claimer: str, held: Collection[int]) -> None:
    """Take back every claim of ``claimer`` but those of the rows ``held``.

    It does not know of the others: the connection broke after they were committed.
    """
    lost = (~outbox.c.done, outbox.c.claimed_by == claimer, outbox.c.id.not_in(held))
    connection.execute(update(outbox).where(*lost).values(claimed_by=None, claimed_until=None))


def release_all(
    connection: Connection, now: datetime, longest: timedelta, shards: Shards = ALL
) -> None:
    """Take back every claim in these shards, and let no row wait longer than ``longest``.

    For when no other process works on them: claims of one that has died, and times noted by a
    clock that was wrong.
    """
    theirs = shards.holds(outbox.c.server_id)
    connection.execute(
        update(outbox)
        .where(~outbox.c.done, theirs, outbox.c.claimed_until.is_not(None))
        .values(claimed_by=None, claimed_until=None)
    )
    connection.execute(
        update(outbox)
        .where(~outbox.c.done, theirs, outbox.c.next_attempt_at > now + longest)
        .values(next_attempt_at=now)
    )


@cache  # on the path of every move: making a statement anew takes as long as running it
def _place_of(home: Table, *, direct: bool) -> Mapping[str, ColumnElement[Any]]:
    """In which server and channel something is shown: as the row in ``home`` numbered ``home``."""

    def found(value: ColumnElement[Any]) -> ColumnElement[Any]:
        return select(value).where(home.c.id == bindparam("home")).scalar_subquery()

    server = {"server_id": found(home.c.server_id)}
    if direct or "channel_id" not in home.c:
        return server
    thread = matches.c.thread_id if home is matches else null()
    return {**server, "channel_id": found(func.coalesce(thread, home.c.channel_id))}


def prune(
    once: Collection[MessageKind], connection: Connection, before: datetime, most: int
) -> int:
    """Remove up to ``most`` rows told before then; how many there were.

    The newest of each subject stays, unless its kind is told ``once``: by it the board that a
    message shows is found.
    """
    newer = outbox.alias("newer")
    is_newest = ~exists().where(
        newer.c.kind == outbox.c.kind,
        newer.c.subject_id == outbox.c.subject_id,
        newer.c.id > outbox.c.id,
    )
    told = (outbox.c.done.is_(True), outbox.c.done_at < before)
    old = select(outbox.c.id).where(*told, or_(outbox.c.kind.in_(once), ~is_newest)).limit(most)
    return connection.execute(delete(outbox).where(outbox.c.id.in_(old))).rowcount


def _give_back(connection: Connection, due: Due, **values: Any) -> bool:
    """Write what became of a row and end its claim; False if that is over already."""
    claimed = (outbox.c.id == due.id, outbox.c.claimed_until == due.claimed_until)
    ended = update(outbox).where(*claimed).values(**values, claimed_by=None, claimed_until=None)
    give(connection, SUBJECT)
    return connection.execute(ended).rowcount == 1
