"""SQL of the outbox: the messages still to be posted on Discord.

A row names what to show: the board of a match at a ply, the card of a request or challenge as it
is now, the end of a match. Its unique key makes sure that it is added once. Rows with the same
destination are posted in order (``outbox_order``). A process claims a row for the time of a lease;
an expired claim is void.
"""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import sqlalchemy as sa

from bot.core.absences import Absence
from data.database import notify
from data.ids import ChannelId, MatchId, MessageId, ServerId
from data.statements import insert_missing, one_of, selecting
from data.states import MessageKind
from data.tables import matches, outbox, servers

BOARD_MESSAGE = MessageKind("board", separate=True, moves=True)
BESIDE_MESSAGE = MessageKind("board_beside", separate=True, moves=True)
"""A board in the second place of its match."""
BOARDS = (BOARD_MESSAGE, BESIDE_MESSAGE)
"""In one place they take turns, as the player to move is here or there."""

EDIT_INTERVAL = timedelta(minutes=2)
"""Shortest time between two edits of a message that shows a changing subject."""
SUBJECT = "outbox"
"""The subject of notices about new rows and ended claims."""

NONCE_BYTES = 18
NO_DELAY = datetime(1970, 1, 1, tzinfo=UTC)
"""Earliest time of a row that is due now, even if the machine's clock is set back later."""


_NEWER = outbox.alias("newer")
HAS_NEWER = sa.exists().where(
    _NEWER.c.kind == outbox.c.kind,
    _NEWER.c.subject_id == outbox.c.subject_id,
    _NEWER.c.id > outbox.c.id,
)
"""Whether a later row has the same kind and subject."""


@dataclass(frozen=True, slots=True)
class Due:
    """A claimed row.

    - ``subject_id``: what it shows: a match, request, challenge, reminder or ladder, a line of a
      ledger or history, or the person it goes to.
    - ``version``: the ply of a board, the day of a digest, a followed match, the number of a share.
    - ``words``: for a champion's role, the ids of people who may have it.
    - ``posted_after``: a time by Discord's clock when the message did not exist yet.
    - ``claimed_until``: end of the claim, which also identifies it.
    - ``channel_id``: the thread or channel to post in, if known beforehand. ``server_id``: the
      server of the subject.
    - ``faults``: how often in a row it failed by a fault of the bot; later rows overtake it then.
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
    server_id: ServerId | None = None
    faults: int = 0

    @property
    def uncertain(self) -> bool:
        """Whether an earlier attempt may have posted it."""
        return self.begun > 1

    @property
    def named(self) -> dict[str, object]:
        """Its fields in the logs."""
        return {"kind": self.kind, "subject": self.subject_id, "version": self.version}


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A row to add. Rows of one ``destination`` are posted in order.

    It is added once for its ``version``, or its ``topic``. Without either it is added each time,
    since a row of a concurrent transaction may be posted before this one is committed. ``home`` is
    the row with its server and channel, by table and id; a ``direct`` message goes to a person.
    """

    kind: MessageKind
    subject_id: int
    destination: str
    home: tuple[sa.Table, int] | None = None
    version: int | None = None
    topic: str | None = None
    words: str | None = None
    direct: bool = False


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """Where the message of a row is; without a message until it is posted."""

    channel_id: ChannelId | None
    message_id: MessageId | None


def of_match(
    kind: MessageKind, match_id: MatchId, subject_id: int, version: int | None = None
) -> NewMessage:
    """A message where a match is played, in order with its boards."""
    return NewMessage(kind, subject_id, f"match:{match_id}", (matches, match_id), version)


def update_message(
    connection: sa.Connection, row: NewMessage, now: datetime, edited_at: datetime | None = None
) -> None:
    """Have a message show the current state of its subject, EDIT_INTERVAL after ``edited_at``.

    Adds no row if one waits already.
    """
    waiting = (
        sa.select(outbox.c.id)
        .where(outbox.c.kind == row.kind, outbox.c.subject_id == row.subject_id)
        .where(~outbox.c.done, outbox.c.claimed_until.is_(None))
        # a row that is being claimed was loaded before this change
        .with_for_update(skip_locked=True)
    )
    if connection.execute(waiting).first() is None:
        add(connection, row, now, NO_DELAY if edited_at is None else edited_at + EDIT_INTERVAL)


def add(
    connection: sa.Connection, row: NewMessage, now: datetime, earliest: datetime = NO_DELAY
) -> None:
    """Add a row, to be posted not before ``earliest``, unless its key exists."""
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
        "next_attempt_at": earliest,
        "created_at": now,
    }
    found = None
    if row.home is not None:
        table, values["home"] = row.home
        found = _place_of(table, direct=row.direct)
    insert_missing(connection, outbox, [values], found)
    notify(connection, SUBJECT)


def newest_message(
    connection: sa.Connection, subject_id: int, *kinds: MessageKind, coming: bool = False
) -> StoredMessage | None:
    """The newest message of a subject, with ``coming`` also one not yet posted; or None."""
    shows = outbox.c.message_id.is_not(None) | (sa.literal(coming) & ~outbox.c.done)
    noted = selecting(outbox, StoredMessage).where(outbox.c.kind.in_(kinds), shows)
    newest = noted.filter_by(subject_id=subject_id).order_by(outbox.c.id.desc()).limit(1)
    return one_of(connection, newest, StoredMessage)


def backlog(connection: sa.Connection) -> tuple[int, datetime | None]:
    """How many rows wait that are not put aside, and since when the oldest does."""
    found = connection.execute(
        sa.select(
            sa.func.count(), sa.func.min(outbox.c.created_at, type_=outbox.c.created_at.type)
        ).where(outbox.c.done.is_(False), outbox.c.faults == 0)
    ).one()
    return found[0], found[1]


def count_failing(connection: sa.Connection, often: int) -> tuple[int, str | None]:
    """How many rows were refused, or failed ``often`` times, and the error of the newest."""
    in_vain = sa.and_(~outbox.c.done, outbox.c.faults == 0, outbox.c.attempts >= often)
    rows = (sa.or_(in_vain, sa.and_(outbox.c.done, outbox.c.error.is_not(None))),)
    count = connection.scalar(sa.select(sa.func.count()).select_from(outbox).where(*rows)) or 0
    newest = sa.select(outbox.c.error).where(*rows).order_by(outbox.c.id.desc()).limit(1)
    return count, connection.scalar(newest)


def retry_refused(
    connection: sa.Connection,
    now: datetime,
    kinds: Collection[MessageKind],
    where: sa.ColumnElement[bool],
) -> None:
    """Retry given-up rows that fulfil ``where``, only the newest of each kind and subject."""
    given_up = (outbox.c.done, outbox.c.error.is_not(None), outbox.c.message_id.is_(None))
    rows = sa.update(outbox).where(*given_up, outbox.c.kind.in_(kinds), where, ~HAS_NEWER)
    again = {"done": False, "done_at": None, "next_attempt_at": now, "attempts": 0}
    connection.execute(rows.values(again))
    notify(connection, SUBJECT)


def in_server(server_id: ServerId) -> sa.ColumnElement[bool]:
    """Rows of a server."""
    return outbox.c.server_id == server_id


@cache  # used by every move: building a statement takes as long as running it
def _place_of(home: sa.Table, *, direct: bool) -> Mapping[str, sa.ColumnElement[Any]]:
    """Columns for server and channel, copied from the row in ``home`` with the id ``home``."""

    def found(value: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
        return sa.select(value).where(home.c.id == sa.bindparam("home")).scalar_subquery()

    server = {"server_id": found(home.c.id if home is servers else home.c.server_id)}
    if direct or "channel_id" not in home.c:
        return server
    thread = home.c.get("thread_id", sa.null())
    return {**server, "channel_id": found(sa.func.coalesce(thread, home.c.channel_id))}


def prune(
    once: Collection[MessageKind], connection: sa.Connection, before: datetime, most: int
) -> int:
    """Delete up to ``most`` rows done before then; returns how many there were.

    The newest row of each subject stays, unless its kind is posted ``once``: the match of a board
    is found by it.
    """
    told = (outbox.c.done.is_(True), outbox.c.done_at < before)
    useless = outbox.c.kind.in_(once) | HAS_NEWER
    old = sa.select(outbox.c.id).where(*told, useless).limit(most)
    return connection.execute(sa.delete(outbox).where(outbox.c.id.in_(old))).rowcount


def redirect(
    connection: sa.Connection, destinations: Collection[str], channel_id: ChannelId, now: datetime
) -> None:
    """Post the open rows of these destinations in this channel; retry what was refused."""
    theirs = outbox.c.destination.in_(destinations)
    waiting = sa.update(outbox).where(theirs, ~outbox.c.done)
    moved = {"channel_id": channel_id, "next_attempt_at": now, "attempts": 0}
    moving = [kind for kind in MessageKind.known.values() if kind.moves]
    retry_refused(connection, now, moving, theirs)
    connection.execute(waiting.values(moved))
    notify(connection, SUBJECT)


def drop_at(connection: sa.Connection, absence: Absence, now: datetime) -> None:
    """End the open rows for a place where the bot has been absent for too long."""
    theirs = ~outbox.c.done & (outbox.c.server_id == absence.server_id)
    channel_id = outbox.c.channel_id
    there = channel_id.is_not(None) if absence.is_of_server else channel_id == absence.channel_id
    ended = {"done": True, "done_at": now, "channel_id": None, "error": None}
    connection.execute(sa.update(outbox).where(theirs, there).values(ended))


def drop_superseded(
    connection: sa.Connection,
    now: datetime,
    kinds: Collection[MessageKind],
    where: sa.ColumnElement[bool],
) -> None:
    """Drop unclaimed rows that have a newer row of the same kind and subject.

    ``where`` selects the rows, such as those of one channel.
    """
    waiting = (~outbox.c.done, outbox.c.claimed_until.is_(None), outbox.c.kind.in_(kinds))
    rows = sa.update(outbox).where(*waiting, where, HAS_NEWER)
    connection.execute(rows.values(done=True, done_at=now))
