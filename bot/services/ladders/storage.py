"""Ladders, who is invited to them, and their histories as rows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from bot.services.outbox import storage as outbox
from data.ids import ChannelId, Key, LadderId, MatchId, MessageId, PlayerId, ServerId
from data.shards import Shard
from data.statements import insert_missing, put
from data.states import MessageKind
from data.tables import (
    GOING_ON,
    ladder_entries,
    ladder_invitations,
    ladder_snapshots,
    ladders,
    matches,
)
from rules import GAMES
from rules.game import GameInfo, Variant


@dataclass(frozen=True, slots=True)
class NewLadder:
    """What is stored when a ladder is made. ``clock`` is in its notation."""

    server_id: ServerId
    game: str
    variant: str
    clock: str
    by_invitation: bool
    channel_id: ChannelId | None
    created_at: datetime
    key: Key


@dataclass(frozen=True, slots=True)
class Ladder:
    """A stored ladder.

    ``channel_id`` is where its standings and news are posted, None for nowhere; ``message_id`` the
    message that shows the standings, ``shown_at`` when it was last edited, ``shown`` a digest of
    what it says. ``rewritten`` counts how often people were replaced in its history.
    """

    id: LadderId
    server_id: ServerId
    game: str
    variant_id: str
    clock: str
    by_invitation: bool
    closed: bool
    channel_id: ChannelId | None
    message_id: MessageId | None
    shown_at: datetime | None
    shown: str | None
    rewritten: int
    created_at: datetime

    @property
    def info(self) -> GameInfo:
        """The game; KeyError if it is not played any more."""
        return GAMES[self.game].info

    @property
    def variant(self) -> Variant:
        """The variant; StopIteration if it is not played any more."""
        return next(each for each in self.info.variants if each.id == self.variant_id)


Row = Mapping[str, Any]
"""An entry of a history: a value for each column."""


def add(connection: Connection, new: NewLadder) -> LadderId:
    """Store a ladder, on which nobody is."""
    values = {name: getattr(new, name) for name in NewLadder.__slots__}
    stored = connection.execute(insert(ladders).values(**values).returning(ladders.c.id))
    return LadderId(stored.scalar_one())


def get(connection: Connection, ladder_id: LadderId, *, lock: bool = False) -> Ladder | None:
    """The ladder, or None. ``lock``: nobody else changes it until this transaction ends."""
    query = select(ladders).where(ladders.c.id == ladder_id)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    return None if row is None else _ladder(row)


def with_key(connection: Connection, key: Key) -> Ladder | None:
    """The ladder that was made under this key, or None."""
    row = connection.execute(select(ladders).where(ladders.c.key == key)).one_or_none()
    return None if row is None else _ladder(row)


def in_server(connection: Connection, server_id: ServerId) -> tuple[Ladder, ...]:
    """The server's ladders that go on, the oldest first."""
    found = connection.execute(
        select(ladders).where(ladders.c.server_id == server_id, GOING_ON).order_by(ladders.c.id)
    )
    return tuple(_ladder(row) for row in found)


def going_on(connection: Connection, shard: Shard) -> tuple[LadderId, ...]:
    """Every ladder that goes on in the shard's servers, the oldest first."""
    theirs = shard.holds(ladders.c.server_id)
    found = connection.execute(select(ladders.c.id).where(GOING_ON, theirs).order_by(ladders.c.id))
    return tuple(LadderId(each) for each in found.scalars())


def naming(connection: Connection, player_id: PlayerId) -> tuple[LadderId, ...]:
    """The ladders in whose histories somebody plays a part, the oldest first."""
    found = {
        row.ladder_id
        for column in (ladder_entries.c.player_id, ladder_entries.c.opponent_id)
        for row in connection.execute(
            select(ladder_entries.c.ladder_id).where(column == player_id).distinct()
        )
    }
    return tuple(LadderId(each) for each in sorted(found))


def set_closed(connection: Connection, ladder_id: LadderId) -> None:
    """Let the ladder not go on, so that another one of the game can be made."""
    _set(connection, ladder_id, closed=True)


def set_channel(connection: Connection, ladder_id: LadderId, channel_id: ChannelId | None) -> None:
    """Have standings and news posted in this channel from now on; None for nowhere."""
    _set(connection, ladder_id, channel_id=channel_id, message_id=None, shown_at=None, shown=None)


def note_standings(
    connection: Connection, ladder_id: LadderId, now: datetime, earliest: datetime | None
) -> None:
    """Note that the ladder's message has to show how it stands then, at the ``earliest``.

    What waits to be shown already will show this too.
    """
    if not outbox.waits(connection, MessageKind.LADDER, ladder_id):
        row = outbox.Row(
            MessageKind.LADDER,
            ladder_id,
            f"ladder:{ladder_id}",
            (ladders, ladder_id),
            earliest=earliest,
        )
        outbox.add(connection, row, now)


def note_news(connection: Connection, entry_id: int, ladder_id: LadderId, now: datetime) -> None:
    """Note that people have to hear of an entry of the history."""
    row = outbox.Row(
        MessageKind.LADDER_NEWS,
        entry_id,
        f"ladder_news:{ladder_id}",
        (ladders, ladder_id),
        version=0,
    )
    outbox.add(connection, row, now)


def set_shown(
    connection: Connection,
    ladder_id: LadderId,
    message: tuple[ChannelId, MessageId],
    shown: str,
    now: datetime,
) -> None:
    """Remember which message shows the standings, and what it says since now.

    Nothing is remembered if they are posted in another channel meanwhile.
    """
    channel_id, message_id = message
    connection.execute(
        update(ladders)
        .where(ladders.c.id == ladder_id, ladders.c.channel_id == channel_id)
        .values(message_id=message_id, shown=shown, shown_at=now)
    )


def note_rewriting(connection: Connection, ladder_ids: Iterable[LadderId]) -> None:
    """Note that the histories of these ladders will not read as they did, nor any snapshot."""
    ids = list(ladder_ids)
    connection.execute(
        update(ladders).where(ladders.c.id.in_(ids)).values(rewritten=ladders.c.rewritten + 1)
    )
    connection.execute(delete(ladder_snapshots).where(ladder_snapshots.c.ladder_id.in_(ids)))


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How a ladder stood after an entry, as plain values.

    ``rewritten`` is how often people had been replaced in its history, and ``steps`` the number of
    the rules by which it was read.
    """

    entry_id: int
    entry_key: str
    rewritten: int
    steps: int
    standings: Mapping[str, Any]


def snapshot(connection: Connection, ladder_id: LadderId) -> Snapshot | None:
    """The latest snapshot that was kept, or None."""
    names = (ladder_snapshots.c[name] for name in Snapshot.__slots__)
    row = connection.execute(
        select(*names).where(ladder_snapshots.c.ladder_id == ladder_id)
    ).one_or_none()
    return None if row is None else Snapshot(*row)


def keep_snapshot(connection: Connection, ladder_id: LadderId, new: Snapshot) -> None:
    """Keep a snapshot in place of the one before."""
    row = {name: getattr(new, name) for name in Snapshot.__slots__}
    put(connection, ladder_snapshots, {"ladder_id": ladder_id, **row})


def invite(connection: Connection, ladder_id: LadderId, player_id: PlayerId, now: datetime) -> None:
    """Let the player join a ladder that is joined by invitation."""
    row = {"ladder_id": ladder_id, "player_id": player_id, "created_at": now}
    insert_missing(connection, ladder_invitations, [row])


def is_invited(connection: Connection, ladder_id: LadderId, player_id: PlayerId) -> bool:
    """Whether the player may join it."""
    found = connection.execute(
        select(ladder_invitations.c.player_id).where(
            ladder_invitations.c.ladder_id == ladder_id,
            ladder_invitations.c.player_id == player_id,
        )
    )
    return found.first() is not None


def add_entry(connection: Connection, ladder_id: LadderId, row: Row, key: Key) -> int:
    """Store the next entry of a history; its number."""
    stored = connection.execute(
        insert(ladder_entries)
        .values(ladder_id=ladder_id, key=key, **row)
        .returning(ladder_entries.c.id)
    )
    return int(stored.scalar_one())


def entries_from(connection: Connection, ladder_id: LadderId, number: int) -> list[Row]:
    """The history from that entry on, in order."""
    found = connection.execute(
        select(ladder_entries)
        .where(ladder_entries.c.ladder_id == ladder_id, ladder_entries.c.id >= number)
        .order_by(ladder_entries.c.id)
    )
    return [dict(row._mapping) for row in found]


def entries_before(
    connection: Connection,
    ladder_id: LadderId,
    kinds: Iterable[str],
    number: int | None,
    most: int,
) -> list[Row]:
    """Up to ``most`` entries of these kinds before that one, the latest first."""
    earlier = [] if number is None else [ladder_entries.c.id < number]
    found = connection.execute(
        select(ladder_entries)
        .where(
            ladder_entries.c.ladder_id == ladder_id,
            ladder_entries.c.kind.in_(list(kinds)),
            *earlier,
        )
        .order_by(ladder_entries.c.id.desc())
        .limit(most)
    )
    return [dict(row._mapping) for row in found]


def entry(connection: Connection, number: int) -> Row | None:
    """The entry of that number, whose ladder it names too; None if there is none."""
    return _one(connection, ladder_entries.c.id == number)


def with_entry_key(connection: Connection, key: Key) -> Row | None:
    """The entry that was stored under this key, or None."""
    return _one(connection, ladder_entries.c.key == key)


def entries_of_match(connection: Connection, match_id: MatchId) -> list[Row]:
    """What a match has meant for its ladder, in order."""
    found = connection.execute(
        select(ladder_entries)
        .where(ladder_entries.c.match_id == match_id)
        .order_by(ladder_entries.c.id)
    )
    return [dict(row._mapping) for row in found]


def _one(connection: Connection, condition: ColumnElement[bool]) -> Row | None:
    row = connection.execute(select(ladder_entries).where(condition)).one_or_none()
    return None if row is None else dict(row._mapping)


def _set(connection: Connection, ladder_id: LadderId, **values: Any) -> None:
    connection.execute(update(ladders).where(ladders.c.id == ladder_id).values(**values))


def _ladder(row: Any) -> Ladder:
    kept = {name: row._mapping[name] for name in Ladder.__slots__ if name in row._mapping}
    return Ladder(**kept, variant_id=row.variant)


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match about a place that has ended: the challenger, who held the place, and how it went."""

    match_id: MatchId
    player_id: PlayerId
    opponent_id: PlayerId
    winner_id: PlayerId | None
    timed_out_id: PlayerId | None
    plies: int


def played(connection: Connection, ladder_id: LadderId, since: datetime) -> tuple[PlayedMatch, ...]:
    """The ladder's matches that ended since then, as they ended, in order."""
    found = connection.execute(
        select(
            *(ladder_entries.c[name] for name in PlayedMatch.__slots__ if name != "plies"),
            matches.c.ply.label("plies"),
        )
        .join(matches, matches.c.id == ladder_entries.c.match_id)
        .where(
            ladder_entries.c.ladder_id == ladder_id,
            ladder_entries.c.kind == "ended",
            ladder_entries.c.at >= since,
            ladder_entries.c.player_id.is_not(None),
            ladder_entries.c.opponent_id.is_not(None),
        )
        .order_by(ladder_entries.c.id)
    )
    return tuple(PlayedMatch(**row._mapping) for row in found)
