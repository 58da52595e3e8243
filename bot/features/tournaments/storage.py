"""Tournaments as rows: who plays, who meets whom, and the log of all that happened."""

import json
import secrets
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection, select

from bot.core import outbox
from bot.core.absences import Absence, Home
from bot.core.faults import each_readable, log_unreadable, read_row
from bot.core.living import Living
from bot.core.matches import WITHDRAWN, WITHDREW, Result, tournament_name
from bot.core.people.settings import reminder_settings
from bot.features.tournaments.errors import UnknownTournament
from bot.features.tournaments.values import (
    End,
    Entrant,
    Event,
    Field,
    Pairing,
    Rules,
    Score,
    Seats,
    Tournament,
    TournamentCard,
)
from data.columns import typed
from data.database import ROWS_PER_YIELD, yielding
from data.ids import Key, MatchId, PairingId, PlayerId, ServerId, TournamentId
from data.shards import Shard
from data.statements import all_of, insert_one, one_of, row_of, selecting
from data.states import (
    EntryKind,
    MessageKind,
    ReminderWay,
    TimerKind,
    TournamentEvent,
    TournamentState,
)
from data.tables import entries, matches, seats
from data.tournament_tables import (
    pairings,
    tournament_log,
    tournament_players,
    tournaments,
)

TOURNAMENT_TIMER = TimerKind("tournament")
TOURNAMENT_MESSAGE = MessageKind("tournament")
TOURNAMENT_NEWS_MESSAGE = MessageKind("tournament_news")
TOURNAMENT_LINE_MESSAGE = MessageKind("tournament_line", separate=True, personal=True)

HOME = Home(tournaments, tournaments.c.id, tournaments.c.channel_id)

DIRECTLY = frozenset({ReminderWay.DIRECT, ReminderWay.DIGEST})
"""Ways of reminding by which players also get notices of tournaments."""
GOING_ON = (TournamentState.OPEN, TournamentState.RUNNING, TournamentState.STOPPED)
ENDED = (TournamentState.OVER, TournamentState.CANCELLED)
PLAYER, LOG, PAIRING = tournament_players.c, tournament_log.c, pairings.c
CARD: Living[TournamentCard] = Living(
    TOURNAMENT_MESSAGE, tournaments, attrgetter("tournament"), news=TOURNAMENT_NEWS_MESSAGE
)
"""The card of a tournament in its channel."""
KEY_BYTES = 12
_EVENTS = selecting(tournament_log, Event)


def new_key() -> Key:
    """The key of an event that may happen again; only the lock on its tournament keeps it once."""
    return Key(f"tournament:{secrets.token_urlsafe(KEY_BYTES)}")


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An entry to write into a log."""

    kind: TournamentEvent
    key: Key = field(default_factory=new_key)
    player_id: PlayerId | None = None
    by_id: PlayerId | None = None
    reason: str | None = None
    match_id: MatchId | None = None
    opponent_id: PlayerId | None = None


def add(connection: Connection, **columns: Any) -> TournamentId:
    """Store a tournament with these columns, the first of its series unless they say otherwise.

    Its ``name`` is empty if nobody gave it one. Nobody has entered it.
    """
    row = {"state": TournamentState.OPEN, "number": 1} | _written(columns)
    return TournamentId(insert_one(connection, tournaments, row))


def get(
    connection: Connection, tournament_id: TournamentId, *, lock: bool = False
) -> Tournament | None:
    """The tournament, or None. ``lock``: nobody else changes it until this transaction ends."""
    query = select(tournaments).where(tournaments.c.id == tournament_id)
    return _one(connection, query.with_for_update() if lock else query)


def of_server(
    connection: Connection,
    server_id: ServerId | None,
    tournament_id: TournamentId,
    *,
    lock: bool = False,
) -> Tournament:
    """The tournament; raises UnknownTournament if it is not one of this server."""
    found = get(connection, tournament_id, lock=lock)
    if found is None or found.server_id != server_id:
        raise UnknownTournament
    return found


def in_server(
    connection: Connection, server_id: ServerId, states: Collection[TournamentState] = GOING_ON
) -> tuple[Tournament, ...]:
    """The server's tournaments in these states, the newest first."""
    wanted = (tournaments.c.server_id == server_id, tournaments.c.state.in_(states))
    query = select(tournaments).where(*wanted).order_by(tournaments.c.id.desc())
    return each_readable(
        "tournament",
        lambda: map(_tournament, connection.execute(query)),
        lambda: connection.scalars(query.with_only_columns(tournaments.c.id)),
        lambda number: get(connection, number),
    )


def going_on(connection: Connection, where: Shard | Absence) -> tuple[Tournament, ...]:
    """Tournaments that are not over in a shard's servers, or in one server, locked."""
    theirs = (where.holds(tournaments.c.server_id), tournaments.c.state.in_(GOING_ON))
    query = select(tournaments).where(*theirs).order_by(tournaments.c.id).with_for_update()
    return tuple(map(_tournament, connection.execute(query)))


def failing(connection: Connection, least: int) -> tuple[Tournament, ...]:
    """Tournaments whose next round could not be paired at least so often in a row."""
    wanted = (tournaments.c.failures >= least, tournaments.c.state.in_(GOING_ON))
    found = connection.execute(select(tournaments).where(*wanted).order_by(tournaments.c.id))
    return tuple(map(_tournament, found))


def after(connection: Connection, tournament_id: TournamentId) -> Tournament | None:
    """The next tournament of the series; None while there is none."""
    return _one(connection, select(tournaments).where(tournaments.c.previous_id == tournament_id))


def change(connection: Connection, tournament_id: TournamentId, **values: Any) -> None:
    """Set columns of a tournament."""
    connection.execute(
        sa.update(tournaments).where(tournaments.c.id == tournament_id).values(_written(values))
    )


def field_of(connection: Connection, tournament: Tournament) -> Field:
    """The tournament with its entrants, in order of entry, and its pairings with their results."""
    mine = selecting(tournament_players, Entrant).where(PLAYER.tournament_id == tournament.id)
    entrants = all_of(connection, mine.order_by(PLAYER.entered_at, PLAYER.player_id), Entrant)
    found = connection.execute(_PAIRINGS, {"tournament_id": tournament.id})
    return Field(tournament, entrants, tuple(map(_pairing, yielding(connection, found))))


_GONE = sa.and_(
    entries.c.match_id == PAIRING.match_id,
    entries.c.kind == EntryKind.LEAVE,
    entries.c.text.in_((WITHDREW, WITHDRAWN)),
)
_BOTH_MOVED = (
    sa.exists()
    .where(entries.c.match_id == PAIRING.match_id, entries.c.kind == EntryKind.MOVE)
    .where(entries.c.seat == 1)
    .correlate(pairings)
    .label("both_moved")
)
_PAIRINGS = (
    select(
        pairings,
        sa.cast(matches.c.result, sa.Text).label("result"),
        entries.c.seat.label("gone"),
        _BOTH_MOVED,
    )
    .outerjoin(matches, matches.c.id == PAIRING.match_id)
    .outerjoin(entries, _GONE)
    .where(PAIRING.tournament_id == sa.bindparam("tournament_id"))
    .order_by(PAIRING.round, PAIRING.division, PAIRING.board, PAIRING.game)
)


def _pairing(row: Any) -> Pairing:
    columns = row._mapping
    sitting = Seats(**{name: columns[name] for name in Seats.__slots__})
    score = Score(**{name: columns[name] for name in Score.__slots__})
    end = None
    if row.result is not None:
        gone = None if row.gone is None else (sitting.first_id, sitting.second_id)[row.gone]
        result = read_row(lambda: typed(json.loads(row.result), Result))
        if isinstance(result, Exception):  # counts as running until somebody mends it
            log_unreadable("match", row.match_id, result)
        else:
            end = End(result, gone)
    return Pairing(row.id, sitting, row.match_id, score, end, row.both_moved)


def add_entrant(connection: Connection, tournament_id: TournamentId, entrant: Entrant) -> None:
    """Store an entrant."""
    row = row_of(entrant) | {"tournament_id": tournament_id}
    connection.execute(sa.insert(tournament_players).values(row))


def remove_entrant(
    connection: Connection, tournament_id: TournamentId, player_id: PlayerId
) -> None:
    """Delete an entrant."""
    theirs = {"tournament_id": tournament_id, "player_id": player_id}
    connection.execute(sa.delete(tournament_players).filter_by(**theirs))


def change_entrant(
    connection: Connection, tournament_id: TournamentId, player_id: PlayerId, **values: Any
) -> None:
    """Set columns of an entrant."""
    theirs = {"tournament_id": tournament_id, "player_id": player_id}
    connection.execute(sa.update(tournament_players).filter_by(**theirs).values(**values))


def of_player(
    connection: Connection, player_id: PlayerId, server_id: ServerId | None = None
) -> tuple[tuple[Tournament, Entrant], ...]:
    """The tournaments that a player has entered, everywhere or in a server, the newest first."""
    query = (
        select(tournaments, *(PLAYER[name].label(f"of_{name}") for name in Entrant.__slots__))
        .join(tournament_players, PLAYER.tournament_id == tournaments.c.id)
        .where(PLAYER.player_id == player_id)
        .order_by(tournaments.c.id.desc())
    )
    if server_id is not None:
        query = query.where(tournaments.c.server_id == server_id)

    def read(*numbers: TournamentId) -> list[tuple[Tournament, Entrant]]:
        wanted = query.where(tournaments.c.id.in_(numbers)) if numbers else query
        return [
            (
                _tournament(row),
                Entrant(**{name: row._mapping[f"of_{name}"] for name in Entrant.__slots__}),
            )
            for row in connection.execute(wanted)
        ]

    ids = query.with_only_columns(tournaments.c.id, maintain_column_froms=True)
    return each_readable(
        "tournament", read, lambda: connection.scalars(ids), lambda number: read(number)[0]
    )


def barred(
    connection: Connection, server_id: ServerId, since: datetime
) -> dict[PlayerId, TournamentId]:
    """Players withdrawn for time since then and not readmitted, and the last tournament of each."""
    query = (
        select(PLAYER.player_id, PLAYER.tournament_id)
        .join(tournaments, PLAYER.tournament_id == tournaments.c.id)
        .where(tournaments.c.server_id == server_id)
        .where(PLAYER.withdrawn == TournamentEvent.TIMED_OUT, PLAYER.withdrawn_at > since)
        .order_by(PLAYER.withdrawn_at)
    )
    return {row.player_id: TournamentId(row.tournament_id) for row in connection.execute(query)}


def withdrawn_before(connection: Connection, tournament: Tournament) -> dict[PlayerId, datetime]:
    """Players withdrawn from an earlier tournament of the series, and when."""
    step = select(tournaments.c.id, tournaments.c.previous_id)
    earlier = step.where(tournaments.c.id == tournament.previous_id).cte(recursive=True)
    earlier = earlier.union(step.join(earlier, tournaments.c.id == earlier.c.previous_id))
    query = (
        select(PLAYER.player_id, sa.func.max(PLAYER.withdrawn_at))
        .join(earlier, PLAYER.tournament_id == earlier.c.id)
        .where(PLAYER.withdrawn.is_not(None))
        .group_by(PLAYER.player_id)
    )
    return {row.player_id: row[1] for row in connection.execute(query)}


def invited(connection: Connection, tournament_id: TournamentId) -> frozenset[PlayerId]:
    """Players whom the organiser has added."""
    mine = (LOG.tournament_id == tournament_id, LOG.kind == TournamentEvent.PUT_IN)
    return frozenset(connection.execute(select(LOG.player_id).where(*mine)).scalars())


def add_pairings(
    connection: Connection, tournament_id: TournamentId, found: Iterable[Seats]
) -> None:
    """Store pairings, a few at a time: the event loop goes on between two statements."""
    rows = [row_of(each) | row_of(Score()) | {"tournament_id": tournament_id} for each in found]
    for first in range(0, len(rows), ROWS_PER_YIELD):
        connection.execute(sa.insert(pairings), rows[first : first + ROWS_PER_YIELD])


def remove_pairings(connection: Connection, found: Iterable[Pairing]) -> None:
    """Delete pairings."""
    for each in found:
        connection.execute(sa.delete(pairings).where(PAIRING.id == each.id))


def change_pairing(connection: Connection, pairing_id: PairingId, **values: Any) -> None:
    """Set columns of a pairing."""
    connection.execute(sa.update(pairings).where(PAIRING.id == pairing_id).values(**values))


def moved_between(
    connection: Connection,
    contest: sa.ColumnElement[bool],
    player_id: PlayerId,
    after: datetime,
    until: datetime,
) -> bool:
    """Whether the player moved between two times in matches that ``contest`` selects.

    Those that were annulled since count, too.
    """
    theirs = (seats.c.player_id == player_id, contest)
    query = select(entries.c.ply).where(
        entries.c.match_id.in_(select(seats.c.match_id).join(matches).where(*theirs)),
        entries.c.kind == EntryKind.MOVE,
        entries.c.author_id == player_id,
        entries.c.created_at > after,
        entries.c.created_at < until,
    )
    return connection.execute(query.limit(1)).first() is not None


def write(connection: Connection, tournament_id: TournamentId, new: NewEvent, at: datetime) -> int:
    """Write an entry of the log, and give its number."""
    row = {**row_of(new), "tournament_id": tournament_id, "at": at}
    return insert_one(connection, tournament_log, row)


def written_at(connection: Connection, key: Key) -> datetime | None:
    """When an entry was written under this key; None if there is none."""
    found: datetime | None = connection.execute(select(LOG.at).where(LOG.key == key)).scalar()
    return found


def count_events(connection: Connection, tournament_id: TournamentId, kind: TournamentEvent) -> int:
    """How many entries of a kind a log has."""
    mine = (LOG.tournament_id == tournament_id, LOG.kind == kind)
    query = select(sa.func.count()).select_from(tournament_log).where(*mine)
    return int(connection.execute(query).scalar_one())


def event(connection: Connection, number: int) -> Event | None:
    """The entry of that number; None if there is none."""
    return one_of(connection, _EVENTS.where(LOG.id == number), Event)


def events(
    connection: Connection, tournament_id: TournamentId, before: int | None, most: int
) -> tuple[Event, ...]:
    """Up to ``most`` entries of a log before that one, the latest first."""
    query = _EVENTS.where(LOG.tournament_id == tournament_id)
    if before is not None:
        query = query.where(LOG.id < before)
    return all_of(connection, query.order_by(LOG.id.desc()).limit(most), Event)


def latest_act(connection: Connection, tournament_id: TournamentId) -> Event | None:
    """The last entry of a log with a reason that somebody gave."""
    why = (LOG.tournament_id == tournament_id, LOG.by_id.is_not(None), LOG.reason.is_not(None))
    return one_of(connection, _EVENTS.where(*why).order_by(LOG.id.desc()).limit(1), Event)


def kept_apart(
    connection: Connection, tournament_id: TournamentId
) -> tuple[tuple[PlayerId, PlayerId], ...]:
    """The pairs of players whom the organiser keeps apart."""
    query = select(LOG.player_id, LOG.opponent_id).where(LOG.tournament_id == tournament_id)
    found = connection.execute(query.where(LOG.kind == TournamentEvent.KEPT_APART))
    return tuple((row.player_id, row.opponent_id) for row in found)


def with_key(connection: Connection, key: Key) -> TournamentId | None:
    """The tournament that was made under this key, or None."""
    found = connection.execute(select(tournaments.c.id).where(tournaments.c.key == key)).scalar()
    return None if found is None else TournamentId(found)


def queue_notices(
    connection: Connection,
    tournament: Tournament,
    number: int,
    people: Collection[PlayerId],
    now: datetime,
) -> None:
    """Queue a notice about an entry of the log to each of the people who chose direct messages."""
    for player_id in sorted(hearing_directly(connection, people)):
        queue, subject = f"tournament_line:{player_id}", (tournaments, tournament.id)
        row = outbox.NewMessage(
            TOURNAMENT_LINE_MESSAGE, player_id, queue, subject, version=number, direct=True
        )
        outbox.add(connection, row, now)


def hearing_directly(connection: Connection, people: Collection[PlayerId]) -> set[PlayerId]:
    """Those of the people who chose direct messages."""
    found = reminder_settings.of(connection, people).items()
    return {player_id for player_id, chosen in found if chosen.reminder_way in DIRECTLY}


def _written(columns: dict[str, Any]) -> dict[str, Any]:
    """Columns of a tournament as they are stored: its rules as JSON."""
    if "rules" not in columns:
        return columns
    return columns | {"rules": msgspec.to_builtins(columns["rules"])}


def _one(connection: Connection, query: sa.Select[Any]) -> Tournament | None:
    row = connection.execute(query).one_or_none()
    return None if row is None else _tournament(row)


def _tournament(row: Any) -> Tournament:
    kept = {name: row._mapping[name] for name in Tournament.__slots__ if name in row._mapping}
    kept["rules"] = typed(kept["rules"], Rules)
    kept["name"] = tournament_name(row.name, row.kind, row.game)
    return Tournament(**kept, variant_id=row.variant)
