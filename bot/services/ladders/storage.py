"""Ladders, who is invited to them, and their histories as rows."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import asdict, fields, replace
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection, select

from bot.services import outbox
from bot.services.ladders import due, models
from bot.services.ladders.entries import KINDS, Accepted, LadderEntry
from bot.services.ladders.errors import UnknownLadder
from bot.services.ladders.models import Event, Ladder, LadderState, Movement
from bot.services.ladders.places import Pair, Rest, Span, Standings
from bot.services.timekeeping import vacation_storage as vacations
from data import columns, standing_tables, tables
from data.errors import UnreadableError
from data.ids import ChannelId, Key, LadderId, MatchId, PlayerId, ServerId
from data.shards import Shard
from data.statements import insert_missing, insert_one, put
from data.states import MessageKind

RULES = 3
"""How histories are read. A change of what an entry does raises it: no older snapshot fits."""

ladders, ladder_entries = standing_tables.ladders, standing_tables.ladder_entries
invitations, snapshots = standing_tables.ladder_invitations, standing_tables.ladder_snapshots
ENTRY = ladder_entries.c
_FIELDS = {word: tuple(field.name for field in fields(kind)) for word, kind in KINDS.items()}


def add(connection: Connection, new: models.NewLadder) -> Ladder:
    """Store a ladder, on which nobody is."""
    stored = connection.execute(sa.insert(ladders).values(**asdict(new)).returning(ladders))
    return _ladder(stored.one())


def get(connection: Connection, ladder_id: LadderId, *, lock: bool = False) -> Ladder | None:
    """The ladder, or None. ``lock``: nobody else changes it until this transaction ends."""
    query = select(ladders).filter_by(id=ladder_id)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    return None if row is None else _ladder(row)


def of_server(
    connection: Connection, server_id: ServerId | None, ladder_id: LadderId, *, lock: bool = False
) -> Ladder:
    """The ladder, which is one of that server's; raises UnknownLadder."""
    ladder = get(connection, ladder_id, lock=lock)
    if ladder is None or ladder.server_id != server_id:
        raise UnknownLadder
    return ladder


def with_key(connection: Connection, key: Key) -> Ladder | None:
    """The ladder that was made under this key, or None."""
    row = connection.execute(select(ladders).filter_by(key=key)).one_or_none()
    return None if row is None else _ladder(row)


def in_server(connection: Connection, server_id: ServerId) -> tuple[Ladder, ...]:
    """The server's ladders that go on, the oldest first."""
    theirs = select(ladders).where(ladders.c.server_id == server_id, standing_tables.GOING_ON)
    return tuple(map(_ladder, connection.execute(theirs.order_by(ladders.c.id))))


def going_on(connection: Connection, shard: Shard) -> tuple[LadderId, ...]:
    """Every ladder that goes on in the shard's servers, the oldest first."""
    theirs = shard.holds(ladders.c.server_id)
    found = select(ladders.c.id).where(standing_tables.GOING_ON, theirs).order_by(ladders.c.id)
    return tuple(connection.scalars(found))


def naming(connection: Connection, player_id: PlayerId) -> tuple[LadderId, ...]:
    """The ladders in whose histories somebody plays a part, the oldest first."""
    first, second = (
        select(ENTRY.ladder_id).where(column == player_id)
        for column in (ENTRY.player_id, ENTRY.opponent_id)
    )
    return tuple(connection.scalars(first.union(second).order_by("ladder_id")))


def set_channel(connection: Connection, ladder_id: LadderId, channel_id: ChannelId | None) -> None:
    """Have standings and news posted in this channel from now on; None for nowhere."""
    change(connection, ladder_id, channel_id=channel_id, message_id=None, shown_at=None, shown=None)


def note_standings(
    connection: Connection, ladder_id: LadderId, now: datetime, shown_at: datetime | None
) -> None:
    """Note that the ladder's message, last edited ``shown_at``, has to show how it stands then."""
    queue, subject = f"ladder:{ladder_id}", (ladders, ladder_id)
    row = outbox.NewMessage(MessageKind.LADDER, ladder_id, queue, subject)
    outbox.follow(connection, row, now, shown_at)


def note_news(connection: Connection, number: int, ladder_id: LadderId, now: datetime) -> None:
    """Note that people have to hear of an entry of the history."""
    queue, subject = f"ladder_news:{ladder_id}", (ladders, ladder_id)
    row = outbox.NewMessage(MessageKind.LADDER_NEWS, number, queue, subject, version=0)
    outbox.add(connection, row, now)


def note_rewriting(connection: Connection, ladder_ids: Collection[LadderId]) -> None:
    """Note that the histories of these ladders will not read as they did, nor any snapshot."""
    read_once_more = {"rewritten": ladders.c.rewritten + 1}
    these = ladders.c.id.in_(ladder_ids)
    connection.execute(sa.update(ladders).where(these).values(read_once_more))
    connection.execute(sa.delete(snapshots).where(snapshots.c.ladder_id.in_(ladder_ids)))


def snapshot(connection: Connection, ladder: Ladder) -> LadderState | None:
    """The ladder as its latest snapshot has it; None without one that reads as the history does."""
    fits = {"ladder_id": ladder.id, "steps": RULES, "rewritten": ladder.rewritten}
    row = connection.execute(select(snapshots).filter_by(**fits)).one_or_none()
    if row is None:
        return None
    return LadderState(ladder, read_standings(row.standings), (row.entry_id, row.entry_key))


def keep_snapshot(connection: Connection, state: LadderState) -> None:
    """Keep how a ladder stands, in place of the snapshot before."""
    row = {
        "ladder_id": state.ladder.id,
        "entry_id": state.last[0],
        "entry_key": state.last[1],
        "rewritten": state.ladder.rewritten,
        "steps": RULES,
        "standings": plain(state.standings),
    }
    put(connection, snapshots, row)


def plain(standings: Standings) -> dict[str, Any]:
    """Standings as JSON: pairs, which cannot be keys there, stand beside what they lead to."""
    kept = msgspec.to_builtins(replace(standings, rests={}), str_keys=True)
    return {**kept, "rests": msgspec.to_builtins(tuple(standings.rests.items()))}


def read_standings(kept: dict[str, Any]) -> Standings:
    """The standings that were written like this; raises UnreadableError for what was not."""
    with columns.readable():
        plainly = msgspec.convert(kept, dict[str, Any])
        rests = msgspec.convert(plainly.get("rests"), tuple[tuple[Pair, Rest], ...])
        read = msgspec.convert({**plainly, "rests": {}}, Standings, str_keys=True)
    return replace(read, rests=dict(rests))


def invite(connection: Connection, ladder_id: LadderId, player_id: PlayerId, now: datetime) -> None:
    """Let the player join a ladder that is joined by invitation."""
    row = {"ladder_id": ladder_id, "player_id": player_id, "created_at": now}
    insert_missing(connection, invitations, [row])


def is_invited(connection: Connection, ladder_id: LadderId, player_id: PlayerId) -> bool:
    """Whether the player may join it."""
    found = select(invitations).filter_by(ladder_id=ladder_id, player_id=player_id)
    return connection.execute(found).first() is not None


def add_entry(
    connection: Connection,
    ladder_id: LadderId,
    key: Key,
    entry: LadderEntry,
    players: tuple[Movement, Movement],
) -> int:
    """Store the next entry of a history, and whom it has moved; its number."""
    row = {"ladder_id": ladder_id, "key": key, "kind": type(entry).__name__.lower()}
    row |= asdict(entry)
    for name, each in zip(("player", "opponent"), players, strict=True):
        moved = {"id": each.player_id, "before": each.before, "after": each.after}
        row |= {f"{name}_{column}": value for column, value in moved.items()}
    return insert_one(connection, ladder_entries, row)


def events_from(connection: Connection, ladder_id: LadderId, number: int = 0) -> list[Event]:
    """The history from that entry on, in order."""
    return _events(connection, ENTRY.ladder_id == ladder_id, ENTRY.id >= number)


def event(connection: Connection, number: int) -> Event | None:
    """The entry of that number; None if there is none."""
    return next(iter(_events(connection, ENTRY.id == number)), None)


def is_written(connection: Connection, key: Key) -> bool:
    """Whether an entry was stored under this key."""
    return connection.execute(select(ENTRY.id).where(ENTRY.key == key)).first() is not None


def events_of_match(connection: Connection, match_id: MatchId) -> list[Event]:
    """What a match has meant for its ladder, in order."""
    return _events(connection, ENTRY.match_id == match_id)


def effect_of(connection: Connection, match_id: MatchId) -> Event | None:
    """What a match that has ended has done to the places, as it counts now; None if nothing."""
    told = reversed(events_of_match(connection, match_id))
    return next((each for each in told if not isinstance(each.entry, Accepted)), None)


def events_before(
    connection: Connection, ladder_id: LadderId, kinds: Iterable[str], number: int | None, most: int
) -> tuple[Event, ...]:
    """Up to ``most`` entries of these kinds before that one, the latest first."""
    wanted = [ENTRY.ladder_id == ladder_id, ENTRY.kind.in_(list(kinds))]
    if number is not None:
        wanted.append(ENTRY.id < number)
    query = select(ladder_entries).where(*wanted).order_by(ENTRY.id.desc()).limit(most)
    return tuple(map(_event, connection.execute(query).mappings()))


def vacations_of(connection: Connection, ladder: Standings) -> due.Vacations:
    """The vacations that can matter to when somebody on the ladder falls."""
    if not ladder.order:
        return {}
    idle = min(rung.fell_at or rung.active_at for rung in ladder.rungs.values())
    found: defaultdict[PlayerId, list[Span]] = defaultdict(list)
    for each in vacations.ending_after(connection, ladder.order, idle):
        found[each.player_id].append((each.began_at, each.ended_at or each.ends_at))
    return found


def played(
    connection: Connection, ladder_id: LadderId, since: datetime
) -> tuple[models.PlayedMatch, ...]:
    """The ladder's matches that ended since then, as they ended, in order."""
    names = (field.name for field in fields(models.PlayedMatch) if field.name != "plies")
    found = connection.execute(
        select(*(ENTRY[name] for name in names), tables.matches.c.ply.label("plies"))
        .join(tables.matches, tables.matches.c.id == ENTRY.match_id)
        .where(
            ENTRY.ladder_id == ladder_id,
            ENTRY.kind == "ended",
            ENTRY.at >= since,
            ENTRY.player_id.is_not(None),
            ENTRY.opponent_id.is_not(None),
        )
        .order_by(ENTRY.id)
    )
    return tuple(models.PlayedMatch(**row) for row in found.mappings())


def _events(connection: Connection, *where: sa.ColumnElement[bool]) -> list[Event]:
    query = select(ladder_entries).where(*where).order_by(ENTRY.id)
    return [_event(row) for row in connection.execute(query).mappings()]


def _event(row: Any) -> Event:
    player, opponent = (
        Movement(row[f"{name}_id"], row[f"{name}_before"], row[f"{name}_after"])
        for name in ("player", "opponent")
    )
    word = row["kind"]
    if word not in KINDS:
        raise UnreadableError(f"no entry of a ladder is called {word}")
    entry = KINDS[word](**{name: row[name] for name in _FIELDS[word]})
    return Event(row["id"], row["key"], row["ladder_id"], entry, player, opponent)


def change(connection: Connection, ladder_id: LadderId, **values: Any) -> None:
    """Let these columns of the ladder be so."""
    connection.execute(sa.update(ladders).filter_by(id=ladder_id).values(**values))


def _ladder(row: Any) -> Ladder:
    kept = {name: row._mapping[name] for name in Ladder.__slots__ if name in row._mapping}
    return Ladder(**kept, variant_id=row.variant)
