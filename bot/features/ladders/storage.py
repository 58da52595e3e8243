"""Ladders, invitations to them, and their histories as rows."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import fields
from datetime import datetime
from operator import attrgetter
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, select

from bot.core.absences import Absence, Home
from bot.core.faults import each_readable
from bot.core.living import Living
from bot.core.matches.storage import RUNNING
from bot.features.ladders import entries, rules
from bot.features.ladders.entries import LadderEntry, LadderKind
from bot.features.ladders.errors import UnknownLadder
from bot.features.ladders.places import Span, Standings
from bot.features.ladders.values import Ladder, LadderCard, PlayedMatch
from bot.features.matches import PlacesMoved, WhatMoved
from bot.features.timekeeping import storage as timekeeping
from data import standing_tables, tables
from data.ids import Key, LadderId, MatchId, PlayerId, ServerId
from data.shards import Shard
from data.statements import insert_missing, insert_one, row_of
from data.states import MessageKind, TimerKind
from rules.texts import NOTHING

LADDER_TIMER = TimerKind("ladder")
LADDER_MESSAGE = MessageKind("ladder")
LADDER_NEWS_MESSAGE = MessageKind("ladder_news")

ladders, ladder_entries = standing_tables.ladders, standing_tables.ladder_entries
HOME = Home(ladders, ladders.c.id)
invitations = standing_tables.ladder_invitations
ENTRY = ladder_entries.c
STANDINGS: Living[LadderCard] = Living(
    LADDER_MESSAGE, ladders, attrgetter("state.ladder"), news=LADDER_NEWS_MESSAGE
)
"""The message with the standings, in the channel of a ladder."""


def add(connection: Connection, **values: Any) -> Ladder:
    """Store a ladder without players, with these columns."""
    stored = connection.execute(sa.insert(ladders).values(**values).returning(ladders))
    return _ladder(stored.one())


def get(connection: Connection, ladder_id: LadderId, *, lock: bool = False) -> Ladder | None:
    """The ladder, or None. ``lock``: nobody else changes it until this transaction ends."""
    query = select(ladders).filter_by(id=ladder_id)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    return None if row is None else _ladder(row)


def of_server(
    connection: Connection, server_id: ServerId | None, ladder_id: LadderId, *, lock: bool = False
) -> Ladder:
    """The ladder; raises UnknownLadder if it is not one of this server."""
    ladder = get(connection, ladder_id, lock=lock)
    if ladder is None or ladder.server_id != server_id:
        raise UnknownLadder
    return ladder


def with_key(connection: Connection, key: Key) -> Ladder | None:
    """The ladder that was made under this key, or None."""
    row = connection.execute(select(ladders).filter_by(key=key)).one_or_none()
    return None if row is None else _ladder(row)


def in_server(connection: Connection, server_id: ServerId) -> tuple[Ladder, ...]:
    """The server's ladders that are not closed, the oldest first."""
    theirs = select(ladders).where(ladders.c.server_id == server_id, standing_tables.LADDER_IS_OPEN)
    query = theirs.order_by(ladders.c.id)
    return each_readable(
        "ladder",
        lambda: map(_ladder, connection.execute(query)),
        lambda: connection.scalars(query.with_only_columns(ladders.c.id)),
        lambda number: get(connection, number),
    )


def going_on(connection: Connection, where: Shard | Absence) -> tuple[LadderId, ...]:
    """The ladders that are not closed of a shard's servers, or of one server, the oldest first."""
    theirs = where.holds(ladders.c.server_id)
    found = (
        select(ladders.c.id).where(standing_tables.LADDER_IS_OPEN, theirs).order_by(ladders.c.id)
    )
    return tuple(connection.scalars(found))


def of_player(connection: Connection, player_id: PlayerId) -> tuple[LadderId, ...]:
    """The ladders in whose histories a person appears, the oldest first."""
    first, second = (
        select(ENTRY.ladder_id).where(column == player_id)
        for column in (ENTRY.player_id, ENTRY.opponent_id)
    )
    return tuple(connection.scalars(first.union(second).order_by("ladder_id")))


def note_rewriting(connection: Connection, ladder_ids: Collection[LadderId]) -> None:
    """Count that a person is replaced in these histories, so that no cached standings are used."""
    these = sa.update(ladders).where(ladders.c.id.in_(ladder_ids))
    connection.execute(these.values(rewritten=ladders.c.rewritten + 1))


def invite(connection: Connection, ladder_id: LadderId, player_id: PlayerId, now: datetime) -> None:
    """Store an invitation to a ladder."""
    row = {"ladder_id": ladder_id, "player_id": player_id, "created_at": now}
    insert_missing(connection, invitations, [row])


def is_invited(connection: Connection, ladder_id: LadderId, player_id: PlayerId) -> bool:
    """Whether the player is invited to the ladder."""
    found = select(invitations).filter_by(ladder_id=ladder_id, player_id=player_id)
    return connection.execute(found).first() is not None


def add_entry(connection: Connection, entry: LadderEntry) -> int:
    """Store the next entry of a history, and give its number."""
    row = row_of(entry) | {"kind": str(entry.kind)}
    del row["id"]
    return insert_one(connection, ladder_entries, row)


def entries_from(connection: Connection, ladder_id: LadderId, number: int = 0) -> list[LadderEntry]:
    """The history from that entry on, in order."""
    return _entries(connection, ENTRY.ladder_id == ladder_id, ENTRY.id >= number)


def entry(connection: Connection, number: int) -> LadderEntry | None:
    """The entry of that number; None if there is none."""
    return next(iter(_entries(connection, ENTRY.id == number)), None)


def running(connection: Connection, ladder_id: LadderId) -> tuple[MatchId, ...]:
    """The ladder's running matches, also those about no place any more, in order."""
    named = select(ENTRY.match_id).where(ENTRY.ladder_id == ladder_id, ENTRY.match_id.is_not(None))
    theirs = select(tables.matches.c.id).where(tables.matches.c.id.in_(named), RUNNING)
    return tuple(connection.scalars(theirs.order_by(tables.matches.c.id)))


def entries_of_match(connection: Connection, match_id: MatchId) -> list[LadderEntry]:
    """The entries about a match, in order."""
    return _entries(connection, ENTRY.match_id == match_id)


def effect_of(connection: Connection, asked: WhatMoved) -> PlacesMoved | None:
    """How an ended match has changed places, as it counts now; None if it has not."""
    for each in reversed(entries_of_match(connection, asked.match_id)):
        if each.kind not in (entries.ACCEPTED, entries.BEGUN):
            return PlacesMoved(
                challenger_id=each.player_id,
                holder_id=each.opponent_id,
                before=each.player_before,
                after=each.player_after,
                kept=each.opponent_after,
            )
    return None


def entries_before(
    connection: Connection, ladder_id: LadderId, number: int | None, most: int
) -> tuple[LadderEntry, ...]:
    """Up to ``most`` entries that are shown before that one, the latest first."""
    shown = [str(kind) for kind in LadderKind.known.values() if kind.logged is not NOTHING]
    wanted = [ENTRY.ladder_id == ladder_id, ENTRY.kind.in_(shown)]
    if number is not None:
        wanted.append(ENTRY.id < number)
    query = select(ladder_entries).where(*wanted).order_by(ENTRY.id.desc()).limit(most)
    return tuple(_read(connection, query))


def vacations_of(connection: Connection, ladder: Standings) -> rules.Vacations:
    """The vacations that can change what is due on the ladder."""
    if not ladder.order:
        return {}
    idle = min(rung.fell_at or rung.active_at for rung in ladder.rungs.values())
    found: defaultdict[PlayerId, list[Span]] = defaultdict(list)
    for each in timekeeping.vacations_ending_after(connection, ladder.order, idle):
        found[each.player_id].append((each.began_at, each.ended_at or each.ends_at))
    return found


def played(connection: Connection, ladder_id: LadderId, since: datetime) -> tuple[PlayedMatch, ...]:
    """The ladder's matches that ended since then with a result, in order."""
    names = (field.name for field in fields(PlayedMatch) if field.name != "plies")
    found = connection.execute(
        select(*(ENTRY[name] for name in names), tables.matches.c.ply.label("plies"))
        .join(tables.matches, tables.matches.c.id == ENTRY.match_id)
        .where(
            ENTRY.ladder_id == ladder_id,
            ENTRY.kind.in_([entries.ENDED, entries.FORFEITED]),
            ENTRY.at >= since,
            ENTRY.player_id.is_not(None),
            ENTRY.opponent_id.is_not(None),
        )
        .order_by(ENTRY.id)
    )
    return tuple(PlayedMatch(**row) for row in found.mappings())


def _entries(connection: Connection, *where: sa.ColumnElement[bool]) -> list[LadderEntry]:
    return _read(connection, select(ladder_entries).where(*where).order_by(ENTRY.id))


def _read(connection: Connection, query: sa.Select[Any]) -> list[LadderEntry]:
    """The entries that the query finds, without damaged ones."""

    def one(number: int) -> LadderEntry:
        row = select(ladder_entries).where(ENTRY.id == number)
        return _entry(connection.execute(row).mappings().one())

    return list(
        each_readable(
            "ladder entry",
            lambda: map(_entry, connection.execute(query).mappings()),
            lambda: connection.scalars(query.with_only_columns(ENTRY.id)),
            one,
        )
    )


def _entry(row: Any) -> LadderEntry:
    return LadderEntry(**{**row, "kind": LadderKind.read(row["kind"])})


def change(connection: Connection, ladder_id: LadderId, **values: Any) -> None:
    """Set columns of a ladder."""
    connection.execute(sa.update(ladders).filter_by(id=ladder_id).values(**values))


def _ladder(row: Any) -> Ladder:
    kept = {name: row._mapping[name] for name in Ladder.__slots__ if name in row._mapping}
    return Ladder(**kept, variant_id=row.variant)


def drop_standings(connection: Connection, absence: Absence) -> None:
    """Show the standings of the ladders in the place of an absence nowhere."""
    nowhere = sa.update(ladders).where(absence.holds(ladders.c.server_id, ladders.c.channel_id))
    connection.execute(nowhere.values(channel_id=None, message_id=None, shown=None))
