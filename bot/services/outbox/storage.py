"""What is still to be told on Discord, in the order in which it was committed.

A row says what is to be shown: the board of a match at a ply, the card of a request or challenge as
it is now, or words for one person. Its key tells it from all others, so that it is noted only once.
Rows with the same destination are worked off one after the other. Whoever works on one claims it
for a while; a claim that was not given back in time counts for nothing.
"""

from __future__ import annotations

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
    func,
    null,
    or_,
    select,
    update,
)

from bot.services.outbox.claiming import NOWHERE, claiming, is_first
from data.ids import (
    ChallengeId,
    ChannelId,
    LadderId,
    MatchId,
    MessageId,
    PlayerId,
    ReminderId,
    RequestId,
    ServerId,
)
from data.notices import give
from data.shards import ALL, Shards
from data.statements import insert_missing
from data.states import MessageKind
from data.tables import challenges, champions, ladders, live_leaderboards, matches, outbox

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
    channel_id: ChannelId | None

    @property
    def uncertain(self) -> bool:
        """Whether an earlier attempt may have posted it."""
        return self.begun > 1


@dataclass(frozen=True, slots=True)
class Shared:
    """A card that somebody asked for. Until it is posted, no message shows it."""

    version: int
    created_at: datetime
    channel_id: ChannelId | None
    message_id: MessageId | None


def add_board(connection: Connection, match_id: MatchId, ply: int, now: datetime) -> None:
    """Note that the board of this ply has to be posted."""
    _add_to_match(connection, match_id, MessageKind.BOARD, match_id, ply, now)


def add_looked_back(connection: Connection, match_id: MatchId, ply: int, now: datetime) -> None:
    """Note that the board of this ply, the match's last, has to say that it was looked back at."""
    _add_to_match(connection, match_id, MessageKind.LOOKED_BACK, match_id, ply, now)


def add_request(
    connection: Connection, request_id: RequestId, match_id: MatchId, now: datetime
) -> None:
    """Note that a request's card has to be shown as the request is then."""
    row = _unnumbered(f"match:{match_id}", MessageKind.REQUEST, request_id, now)
    _add(connection, {**row, "home": match_id}, _place_of(matches))


def add_challenge(connection: Connection, challenge_id: ChallengeId, now: datetime) -> None:
    """Note that a challenge's card has to be shown as the challenge is then."""
    row = _unnumbered(f"challenge:{challenge_id}", MessageKind.CHALLENGE, challenge_id, now)
    _add(connection, {**row, "home": challenge_id}, _place_of(challenges))


def add_clock_news(connection: Connection, line: int, match_id: MatchId, now: datetime) -> None:
    """Note that players have to hear of a change of their time, by its number."""
    _add_to_match(connection, match_id, MessageKind.CLOCK, line, 0, now)


def add_live(connection: Connection, list_id: int, now: datetime) -> None:
    """Note that a leaderboard in a channel has to be shown as it is then."""
    row = _unnumbered(f"live:{list_id}", MessageKind.LIVE_LIST, list_id, now)
    _add(connection, {**row, "home": list_id}, _place_of(live_leaderboards))


def add_reminder(
    connection: Connection,
    reminder_id: ReminderId,
    match_id: MatchId,
    now: datetime,
    *,
    over: bool = False,
) -> None:
    """Note that a reminder has to be shown, or taken away since it is ``over``.

    Boards do not wait for it, so that nobody's closed direct messages hold up a match.
    """
    row = _row(f"reminder:{match_id}", MessageKind.REMINDER, reminder_id, int(over), now)
    _add(connection, {**row, "home": match_id}, _place_of(matches))


def add_digest(connection: Connection, player_id: PlayerId, day: int, now: datetime) -> None:
    """Note that somebody is to be told what waits, once for a ``day`` by its number."""
    _add(connection, _row(f"direct:{player_id}", MessageKind.DIGEST, player_id, day, now))


def add_ladder(
    connection: Connection, ladder_id: LadderId, now: datetime, earliest: datetime | None = None
) -> None:
    """Note that a ladder's message has to show how it stands then, which is at the ``earliest``.

    What waits to be shown already will show this too.
    """
    if _waits(connection, MessageKind.LADDER, ladder_id):
        return
    row = _unnumbered(f"ladder:{ladder_id}", MessageKind.LADDER, ladder_id, now)
    first_try = max(now, earliest or now)
    _add(connection, {**row, "next_attempt_at": first_try, "home": ladder_id}, _place_of(ladders))


def add_weekly(
    connection: Connection,
    post_id: int,
    server_id: ServerId,
    now: datetime,
    earliest: datetime | None = None,
) -> None:
    """Note that a puzzle of the week has to be shown as it is then, at the ``earliest``.

    What waits to be shown already will show this too.
    """
    if _waits(connection, MessageKind.WEEKLY, post_id):
        return
    row = _unnumbered(f"weekly:{server_id}", MessageKind.WEEKLY, post_id, now)
    first_try = max(now, earliest or now)
    _add(connection, {**row, "next_attempt_at": first_try, "server_id": server_id})


def add_ladder_news(connection: Connection, entry: int, ladder_id: LadderId, now: datetime) -> None:
    """Note that people have to hear of an entry of a ladder's history, by its number."""
    row = _row(f"ladder_news:{ladder_id}", MessageKind.LADDER_NEWS, entry, 0, now)
    _add(connection, {**row, "home": ladder_id}, _place_of(ladders))


def add_champion(
    connection: Connection, champion_id: int, now: datetime, left: PlayerId | None = None
) -> None:
    """Note that a role has to go to whoever is first then.

    ``left``: who has it and is being forgotten. Their number is kept in the row's words until the
    row is done, since nobody else knows any more from whom to take it.
    """
    row = _unnumbered(f"champion:{champion_id}", MessageKind.CHAMPION, champion_id, now)
    words = None if left is None else _written({left})
    _add(connection, {**row, "words": words, "home": champion_id}, _server_of(champions))


def may_have_role(due: Due) -> frozenset[PlayerId]:
    """Who may have a champion's role besides the one of whom it is known."""
    return frozenset(PlayerId(int(number)) for number in (due.words or "").split())


def note_giving(connection: Connection, due: Due, player_id: PlayerId) -> None:
    """Note that somebody gets a champion's role now, so that they may have it from here on.

    It is noted until the row is done.
    """
    words = _written({*may_have_role(due), player_id})
    connection.execute(update(outbox).where(outbox.c.id == due.id).values(words=words))


def _written(people: Collection[PlayerId]) -> str:
    return " ".join(str(int(player)) for player in sorted(people))


def add_share(connection: Connection, match_id: MatchId, version: int, now: datetime) -> None:
    """Note that the card of a match that is over has to be posted, for the ``version``-th time."""
    row = _row(f"share:{match_id}", MessageKind.SHARE, match_id, version, now)
    _add(connection, {**row, "home": match_id}, _place_of(matches))


def newest_share(connection: Connection, match_id: MatchId) -> Shared | None:
    """The card of a match that was asked for last, None if nobody has."""
    found = connection.execute(
        select(*(outbox.c[name] for name in Shared.__slots__))
        .where(outbox.c.kind == MessageKind.SHARE, outbox.c.subject_id == match_id)
        .order_by(outbox.c.version.desc())
        .limit(1)
    ).one_or_none()
    return None if found is None else Shared(**found._mapping)


def add_direct(
    connection: Connection,
    player_id: PlayerId,
    topic: str,
    words: str,
    now: datetime,
    followed: MatchId | None = None,
) -> None:
    """Note that somebody is to be told ``words``, once for a ``topic``.

    Of a ``followed`` match only if they may still look on when it is their turn to be told.
    """
    kind = MessageKind.DIRECT if followed is None else MessageKind.FOLLOWED
    row = _row(f"{kind}:{player_id}", kind, player_id, followed or 0, now)
    row |= {"key": f"{kind}:{player_id}:{topic}", "words": words}
    home = {} if followed is None else {"home": followed}
    _add(connection, row | home, _server_of(matches) if home else None)


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

    None that goes to a channel which is ``full``; None is where the channel is unknown. Nobody else
    is given them for the time of the ``lease``. Each counts as begun, the first time at what the
    time is at ``discord``. A row that is to wait longer than the ``longest`` pause was noted by a
    clock that went wrong, and may be tried.
    """
    times = {"now": now, "far": now + longest, "until": now + lease, "discord": discord}
    taken = connection.execute(
        claiming(shards, Due.__slots__),
        {"claimer": claimer, "most": most, "full": [each or NOWHERE for each in full], **times},
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


def _add_to_match(
    connection: Connection,
    match_id: MatchId,
    kind: MessageKind,
    subject_id: int,
    version: int,
    now: datetime,
) -> None:
    row = _row(f"match:{match_id}", kind, subject_id, version, now)
    _add(connection, {**row, "home": match_id}, _place_of(matches))


def _row(
    destination: str, kind: MessageKind, subject_id: int, version: int, now: datetime
) -> dict[str, Any]:
    return {
        "destination": destination,
        "kind": kind,
        "key": f"{kind}:{subject_id}:{version}",
        "subject_id": subject_id,
        "version": version,
        "words": None,
        "nonce": secrets.token_urlsafe(NONCE_BYTES),
        "next_attempt_at": now,
        "created_at": now,
    }


def _unnumbered(
    destination: str, kind: MessageKind, subject_id: int, now: datetime
) -> dict[str, Any]:
    """A row that tells how its subject is when it is told.

    What another transaction notes just now may be told before this one ends, and does not count.
    """
    row = _row(destination, kind, subject_id, 0, now)
    return {**row, "key": f"{kind}:{subject_id}:{row['nonce']}"}


@cache  # on the path of every move: making a statement anew takes as long as running it
def _place_of(home: Table) -> Mapping[str, ColumnElement[Any]]:
    """In which server and channel something is shown: as the row in ``home`` numbered ``home``."""
    thread = matches.c.thread_id if home is matches else null()
    channel = func.coalesce(thread, home.c.channel_id)
    return {**_server_of(home), "channel_id": _of_home(home, channel)}


@cache
def _server_of(home: Table) -> Mapping[str, ColumnElement[Any]]:
    """In which server something is shown, though in no channel that is known."""
    return {"server_id": _of_home(home, home.c.server_id)}


def _of_home(home: Table, value: ColumnElement[Any]) -> ColumnElement[Any]:
    return select(value).where(home.c.id == bindparam("home")).scalar_subquery()


def _add(
    connection: Connection,
    row: Mapping[str, Any],
    found: Mapping[str, ColumnElement[Any]] | None = None,
) -> None:
    insert_missing(connection, outbox, [row], found)
    give(connection, SUBJECT)


def _waits(connection: Connection, kind: MessageKind, subject_id: int) -> bool:
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


def _give_back(connection: Connection, due: Due, **values: Any) -> bool:
    """Write what became of a row and end its claim; False if that is over already."""
    claimed = (outbox.c.id == due.id, outbox.c.claimed_until == due.claimed_until)
    ended = update(outbox).where(*claimed).values(**values, claimed_by=None, claimed_until=None)
    give(connection, SUBJECT)
    return connection.execute(ended).rowcount == 1
