"""What is still to be told on Discord, in the order in which it was committed.

A row says what is to be shown: the board of a match at a ply, the card of a request or challenge as
it is now, or how a match ended. Its key tells it from all others, so that it is noted only once.
Rows with the same destination are worked off one after the other (``outbox_order``). Whoever works
on one claims it for a while; a claim that was not given back in time counts for nothing.
"""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import sqlalchemy as sa

from bot.core.absences import is_absent
from bot.core.faults import LONGEST_PAUSE as LONGEST_ASIDE
from bot.core.faults import pause_after
from bot.core.outbox_order import is_first
from data.ids import ChannelId, MatchId, MessageId, ServerId
from data.notices import give
from data.shards import ALL, Shards
from data.statements import columns_of, insert_missing, one_of, selecting
from data.states import MessageKind
from data.tables import matches, outbox, servers

EDITS_APART = timedelta(minutes=2)
"""A message that follows something is edited so often at most."""
SUBJECT = "outbox"
"""Of what the subscribers are told when something was noted here."""

NONCE_BYTES = 18
AT_ONCE = datetime(1970, 1, 1, tzinfo=UTC)
"""When a new row may be tried: always, also after the clock was set back behind its beginning."""


_NEWER = outbox.alias("newer")
HAS_NEWER = sa.exists().where(
    _NEWER.c.kind == outbox.c.kind,
    _NEWER.c.subject_id == outbox.c.subject_id,
    _NEWER.c.id > outbox.c.id,
)
"""Whether a later row is of the same kind and subject."""


@dataclass(frozen=True, slots=True)
class Due:
    """A row that somebody works on.

    ``subject_id`` is the match of a board, the request, challenge, reminder or ladder of a card,
    the line of a ledger or a ladder's history of news, or the person who is told of an end or what
    waits. The ``words`` of a champion's role are the numbers of people who may have it.
    ``version`` is the ply of a board, also of one that was looked back at, the day of a digest, a
    followed match, or the number of a share. ``posted_after`` is a time by Discord's clock at
    which no message showed it yet. ``claimed_until`` tells this claim from all others of the row.
    ``channel_id`` is the thread or channel that it goes to, as far as that is known beforehand;
    ``server_id`` is the server of what it is about. ``faults`` counts how often in a row it failed
    by a fault of ours; such a row lets later ones pass.
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
        """By which operators know it in logs."""
        return {"kind": self.kind, "subject": self.subject_id, "version": self.version}


@dataclass(frozen=True, slots=True)
class NewMessage:
    """What is noted to be told. Rows of one ``destination`` are told in their order.

    It is noted once for its ``version``, or its ``topic`` instead. Without either it is noted each
    time, since what another transaction notes just now may be told before this one ends. ``home``
    is the row with its server and channel, by table and number; what is ``direct`` goes to a person
    instead.
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
    """Something that was noted. Until it is posted, no message shows it."""

    channel_id: ChannelId | None
    message_id: MessageId | None


def of_match(
    kind: MessageKind, match_id: MatchId, subject_id: int, version: int | None = None
) -> NewMessage:
    """What is told where a match is played, in order with its boards."""
    return NewMessage(kind, subject_id, f"match:{match_id}", (matches, match_id), version)


def follow(
    connection: sa.Connection, row: NewMessage, now: datetime, edited_at: datetime | None = None
) -> None:
    """Note that a message, last ``edited_at``, has to show how its subject is then.

    What waits to be shown already will show this too.
    """
    if not _waits(connection, row.kind, row.subject_id):
        add(connection, row, now, AT_ONCE if edited_at is None else edited_at + EDITS_APART)


def set_shown(
    connection: sa.Connection,
    subject: tuple[sa.Table, int],
    message: tuple[ChannelId, MessageId],
    shown: str,
    now: datetime,
) -> None:
    """Remember which message shows something and what it says, if it is still shown there."""
    table, number = subject
    there = sa.update(table).filter_by(id=number, channel_id=message[0])
    connection.execute(there.values(message_id=message[1], shown=shown, shown_at=now))


def add(
    connection: sa.Connection, row: NewMessage, now: datetime, earliest: datetime = AT_ONCE
) -> None:
    """Note that something has to be told, not before ``earliest``, unless it was noted before."""
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
    give(connection, SUBJECT)


def posted(
    connection: sa.Connection, subject_id: int, *kinds: MessageKind, coming: bool = False
) -> StoredMessage | None:
    """The newest message that shows a subject, also one that is ``coming``; None without one."""
    shows = outbox.c.message_id.is_not(None) | (sa.literal(coming) & ~outbox.c.done)
    noted = selecting(outbox, StoredMessage).where(outbox.c.kind.in_(kinds), shows)
    newest = noted.filter_by(subject_id=subject_id).order_by(outbox.c.id.desc()).limit(1)
    return one_of(connection, newest, StoredMessage)


def _waits(connection: sa.Connection, kind: MessageKind, subject_id: int) -> bool:
    """Whether a row waits to be claimed, which then shows how the subject is."""
    of_subject = (outbox.c.kind == kind, outbox.c.subject_id == subject_id)
    waiting = connection.execute(
        sa.select(outbox.c.id)
        .where(*of_subject, outbox.c.done.is_(False), outbox.c.claimed_until.is_(None))
        # whoever is about to claim one has read the subject before this
        .with_for_update(skip_locked=True)
    )
    return waiting.first() is not None


def claim(
    connection: sa.Connection,
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

    None that goes to a channel which is ``full``; None is where the channel is unknown. None that
    goes where the bot cannot be either: it waits until the bot can. Nobody else is given them for
    the time of the ``lease``. Each counts as begun, the first time at what the time is at
    ``discord``. A row that is to wait longer than the ``longest`` pause was noted by a clock that
    went wrong, and may be tried. One of a kind that this version does not know waits for one that
    does, and what comes after it in its destination with it.
    """
    times = {"now": now, "far": now + longest, "until": now + lease, "discord": discord}
    times["far_aside"] = now + LONGEST_ASIDE
    shut = [each or _NOWHERE for each in full]
    chosen = {"claimer": claimer, "most": most, "full": shut}
    taken = connection.execute(_claiming(shards), {**chosen, **times})
    return tuple(sorted((Due(**row._mapping) for row in taken), key=lambda due: due.id))


def leave(connection: sa.Connection, claimed: Collection[Due]) -> None:
    """Let go of rows that were claimed in this transaction, as if they had not been."""
    theirs = outbox.c.id.in_([due.id for due in claimed])
    unclaimed = {"claimed_by": None, "claimed_until": None, "begun": outbox.c.begun - 1}
    connection.execute(sa.update(outbox).where(theirs).values(unclaimed))


def next_attempt(
    connection: sa.Connection, after: datetime | None = None, shards: Shards = ALL
) -> datetime | None:
    """When the next row of these shards may be claimed, later than ``after``; None for never."""
    later = sa.func.coalesce(outbox.c.claimed_until, outbox.c.next_attempt_at)
    query = sa.select(sa.func.min(later, type_=outbox.c.next_attempt_at.type)).where(
        ~outbox.c.done,
        shards.holds(outbox.c.server_id),
        _CAN_BE_THERE,
        _IS_KNOWN,
        is_first(),
    )
    if after is not None:
        query = query.where(
            sa.or_(outbox.c.next_attempt_at > after, outbox.c.claimed_until > after)
        )
    return connection.scalar(query)


def waiting(connection: sa.Connection) -> tuple[int, datetime | None]:
    """How many rows are left to be told and were not put aside; since when the oldest waits."""
    found = connection.execute(
        sa.select(
            sa.func.count(), sa.func.min(outbox.c.created_at, type_=outbox.c.created_at.type)
        ).where(outbox.c.done.is_(False), outbox.c.faults == 0)
    ).one()
    return found[0], found[1]


def failing(connection: sa.Connection, often: int) -> tuple[int, str | None]:
    """How many rows were refused, or tried in vain so often, and why the newest is not posted."""
    in_vain = sa.and_(~outbox.c.done, outbox.c.faults == 0, outbox.c.attempts >= often)
    rows = (sa.or_(in_vain, sa.and_(outbox.c.done, outbox.c.error.is_not(None))),)
    count = connection.scalar(sa.select(sa.func.count()).select_from(outbox).where(*rows)) or 0
    newest = sa.select(outbox.c.error).where(*rows).order_by(outbox.c.id.desc()).limit(1)
    return count, connection.scalar(newest)


def finish(
    connection: sa.Connection,
    due: Due,
    now: datetime,
    shown: tuple[ChannelId, MessageId] | None = None,
) -> bool:
    """Note that nothing is left to do, and which message shows it.

    False, with nothing written, if the claim is over: this was noted before, or somebody else has
    the row and will find the message.
    """
    channel_id, message_id = shown or (None, None)
    values = {"done": True, "done_at": now, "channel_id": channel_id, "message_id": message_id}
    erased = {"words": None} if due.kind is MessageKind.CHAMPION else {}
    return _give_back(connection, due, **values, **erased, error=None, faults=0)


def give_up(connection: sa.Connection, due: Due, now: datetime, error: str) -> bool:
    """Note why Discord refused it for good; False, with nothing written, if the claim is over."""
    begun = due.begun if due.uncertain else 0
    return _give_back(connection, due, done=True, done_at=now, error=error, begun=begun)


def take_up(
    connection: sa.Connection,
    now: datetime,
    kinds: Collection[MessageKind],
    where: sa.ColumnElement[bool],
) -> None:
    """Try again what was given up ``where`` it goes, the newest of each kind and subject."""
    given_up = (outbox.c.done, outbox.c.error.is_not(None), outbox.c.message_id.is_(None))
    rows = sa.update(outbox).where(*given_up, outbox.c.kind.in_(kinds), where, ~HAS_NEWER)
    again = {"done": False, "done_at": None, "next_attempt_at": now, "attempts": 0}
    connection.execute(rows.values(again))
    give(connection, SUBJECT)


def in_server(server_id: ServerId) -> sa.ColumnElement[bool]:
    """Whatever is told in a server, or about it."""
    return outbox.c.server_id == server_id


def postpone(
    connection: sa.Connection, due: Due, until: datetime, error: str, *, uncertain: bool
) -> None:
    """Try again at ``until``; ``error`` says why, for operators.

    ``uncertain``: the message may be there all the same. Nothing is written if the claim is over.
    """
    values = {"next_attempt_at": until, "attempts": due.attempts + 1, "error": error}
    _give_back(connection, due, **values, begun=due.begun if uncertain else 0)


def put_aside(
    connection: sa.Connection, due: Due, now: datetime, error: str, *, uncertain: bool
) -> None:
    """Let a row wait that failed by a fault of ours, longer each time; later ones pass it."""
    values = {"faults": due.faults + 1, "next_attempt_at": now + pause_after(due.faults + 1)}
    values |= {"attempts": due.attempts + 1, "error": error}
    _give_back(connection, due, **values, begun=due.begun if uncertain else 0)


def release_lost(connection: sa.Connection, claimer: str, held: Collection[int]) -> None:
    """Take back the claims of ``claimer`` that are lost: all but those of the rows ``held``."""
    lost = (~outbox.c.done, outbox.c.claimed_by == claimer, outbox.c.id.not_in(held))
    connection.execute(sa.update(outbox).where(*lost).values(claimed_by=None, claimed_until=None))


def release_all(
    connection: sa.Connection, now: datetime, longest: timedelta, shards: Shards = ALL
) -> None:
    """Take back every claim in these shards, and let no row wait longer than ``longest``.

    For when no other process works on them: claims of one that has died, and times noted by a
    clock that was wrong.
    """
    theirs = shards.holds(outbox.c.server_id)
    connection.execute(
        sa.update(outbox)
        .where(~outbox.c.done, theirs, outbox.c.claimed_until.is_not(None))
        .values(claimed_by=None, claimed_until=None)
    )
    for aside, most in ((outbox.c.faults == 0, longest), (outbox.c.faults > 0, LONGEST_ASIDE)):
        too_long = (~outbox.c.done, theirs, aside, outbox.c.next_attempt_at > now + most)
        connection.execute(sa.update(outbox).where(*too_long).values(next_attempt_at=now))


@cache  # on the path of every move: making a statement anew takes as long as running it
def _place_of(home: sa.Table, *, direct: bool) -> Mapping[str, sa.ColumnElement[Any]]:
    """In which server and channel something is shown: as the row in ``home`` numbered ``home``."""

    def found(value: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
        return sa.select(value).where(home.c.id == sa.bindparam("home")).scalar_subquery()

    server = {"server_id": found(home.c.id if home is servers else home.c.server_id)}
    if direct or "channel_id" not in home.c:
        return server
    thread = matches.c.thread_id if home is matches else sa.null()
    return {**server, "channel_id": found(sa.func.coalesce(thread, home.c.channel_id))}


def prune(
    once: Collection[MessageKind], connection: sa.Connection, before: datetime, most: int
) -> int:
    """Remove up to ``most`` rows told before then; how many there were.

    The newest of each subject stays, unless its kind is told ``once``: by it the board that a
    message shows is found.
    """
    told = (outbox.c.done.is_(True), outbox.c.done_at < before)
    useless = outbox.c.kind.in_(once) | HAS_NEWER
    old = sa.select(outbox.c.id).where(*told, useless).limit(most)
    return connection.execute(sa.delete(outbox).where(outbox.c.id.in_(old))).rowcount


def _give_back(connection: sa.Connection, due: Due, **values: Any) -> bool:
    """Write what became of a row and end its claim; False if that is over already."""
    claimed = (outbox.c.id == due.id, outbox.c.claimed_until == due.claimed_until)
    ended = sa.update(outbox).where(*claimed).values(**values, claimed_by=None, claimed_until=None)
    give(connection, SUBJECT)
    return connection.execute(ended).rowcount == 1


_NOWHERE = 0
"""The channel of what goes to none that is known beforehand, such as direct messages."""


_CAN_BE_THERE = outbox.c.channel_id.is_(None) | ~is_absent(outbox.c.server_id, outbox.c.channel_id)
"""Whether the bot can be where a row goes; it can always write to people."""

_IS_KNOWN = sa.func.lower(outbox.c.kind).in_([each.value for each in MessageKind])
"""Whether this version knows the kind; by a function, as no index is to be searched for it."""


@cache  # it is run all the time, and to make it anew takes longer than to run it
def _claiming(shards: Shards) -> sa.Executable:
    """Takes rows of these shards, and gives what is ``Due``.

    It is given who the ``claimer`` is, ``until`` when, how many at ``most``, what time is ``now``,
    what time ``discord`` has, what is too ``far`` ahead for a row to wait, and which channels are
    ``full``, of which _NOWHERE can be one.
    """
    now: sa.BindParameter[datetime] = sa.bindparam("now")
    until: sa.BindParameter[datetime] = sa.bindparam("until")
    full: sa.BindParameter[int] = sa.bindparam("full", expanding=True)
    claimed_until, next_attempt_at = outbox.c.claimed_until, outbox.c.next_attempt_at
    created_at = outbox.c.created_at
    far, far_aside = (sa.bindparam(each, type_=created_at.type) for each in ("far", "far_aside"))
    too_far = sa.case((outbox.c.faults > 0, far_aside), else_=far)
    since = sa.case((next_attempt_at > created_at, next_attempt_at), else_=created_at)
    ready = (
        sa.select(outbox.c.id)
        .where(
            ~outbox.c.done,
            shards.holds(outbox.c.server_id),
            sa.or_(next_attempt_at <= now, next_attempt_at > too_far),
            sa.or_(claimed_until.is_(None), claimed_until <= now, claimed_until > until),
            sa.func.coalesce(outbox.c.channel_id, _NOWHERE).not_in(full),
            _IS_KNOWN,
            is_first(now),
            _CAN_BE_THERE,
        )
        # a hundred that were tried in vain would be in the way of what is new
        .order_by(outbox.c.attempts > 0, since, outbox.c.id)
        .limit(sa.bindparam("most"))
        .with_for_update(skip_locked=True)
        .cte("ready")  # found once: a subquery may be run again, and find others
    )
    return (
        sa.update(outbox)
        .where(outbox.c.id.in_(sa.select(ready.c.id)))
        .values(
            claimed_by=sa.bindparam("claimer"),
            claimed_until=until,
            begun=outbox.c.begun + 1,
            posted_after=_posted_after(),
        )
        .returning(*columns_of(outbox, Due))
    )


def _posted_after() -> sa.ColumnElement[datetime]:
    """The time at Discord when whoever takes the row begins with it, kept while that is in doubt.

    What was begun before this was noted has the time at which the row was written.
    """
    discord: sa.BindParameter[datetime] = sa.bindparam("discord", type_=outbox.c.posted_after.type)
    begins = sa.case((outbox.c.begun == 0, discord), else_=outbox.c.posted_after)
    return sa.func.coalesce(begins, outbox.c.created_at)
