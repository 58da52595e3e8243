"""SQL of matches, their seats and their logs."""

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec
import sqlalchemy as sa

from bot.core.absences import WHOLE_SERVER, since
from bot.core.clocks.storage import ABSENT_SINCE, OWED, REMINDERS, STOPPED, encode, time_of
from bot.core.faults import each_readable
from bot.core.matches.result import Result
from bot.core.matches.values import (
    PLACE_COLUMNS,
    Entry,
    MatchSummary,
    NewMatch,
    SecondPlace,
)
from bot.core.outbox import BOARDS
from bot.core.people.settings import server_settings
from data.club_tables import match_places
from data.columns import typed
from data.ids import ChannelId, Engine, Key, MatchId, MessageId, PlayerId, ServerId
from data.statements import all_of, insert_missing, insert_one, one_of, row_of
from data.states import EntryKind, ThreadFallback, TournamentKind, TournamentState
from data.tables import challenges, entries, matches, outbox, players, seats, servers
from data.tournament_tables import tournaments
from rules import GAMES
from rules.game import Seat
from rules.texts import Text, Words

_DEFAULT_NAMES = {
    TournamentKind.LEAGUE: Text("{game} league"),
    TournamentKind.ROUND_ROBIN: Text("{game} round robin"),
    TournamentKind.KNOCKOUT: Text("{game} knockout"),
    TournamentKind.SWISS: Text("{game} Swiss"),
}

RUNNING = matches.c.finished_at.is_(None)


def add(connection: sa.Connection, new: NewMatch, now: datetime) -> MatchId:
    """Insert a new match with its seats."""
    row = row_of(new) | {"ply": 0, "created_at": now, "updated_at": now}
    holders, beside = row.pop("players"), row.pop("beside")
    match_id = MatchId(insert_one(connection, matches, row))
    if beside is not None:
        place = {name: value for name, value in row_of(beside).items() if name in match_places.c}
        connection.execute(sa.insert(match_places).values(id=match_id, **place))
    held = [(None, each) if isinstance(each, Engine) else (each, None) for each in holders]
    sitting = [
        {"match_id": match_id, "seat": seat, "player_id": player_id, "engine": engine}
        for seat, (player_id, engine) in enumerate(held)
    ]
    connection.execute(sa.insert(seats), sitting)
    return match_id


def get(connection: sa.Connection, match_id: MatchId, *, lock: bool = False) -> MatchSummary | None:
    """The match, or None. ``lock`` locks its row until this transaction ends."""
    query = _ONE_LOCKED if lock else _ONE
    return next(iter(_summaries(connection.execute(query, {"match_id": match_id}))), None)


def several(connection: sa.Connection, ids: Iterable[MatchId]) -> dict[MatchId, MatchSummary]:
    """The matches with these ids that exist and can be read, by id."""
    return {match.id: match for match in _by_ids(connection, ids)}


def running_of(
    connection: sa.Connection, player_id: PlayerId, damaged: list[MatchId] | None = None
) -> tuple[MatchSummary, ...]:
    """The player's running matches in which they have not left, least recently changed first.

    Each is in the player's own place, so it is not for ``MatchStore.append``. Like every list
    here, it appends the ids of unreadable matches to ``damaged``.
    """
    theirs = {"player_id": player_id}
    found = each_readable(
        "match",
        lambda: _summaries(connection.execute(_RUNNING, theirs)),
        lambda: connection.scalars(_RUNNING_IDS, theirs),
        lambda number: get(connection, number),
        damaged,
    )
    return tuple(each.of_player(player_id) for each in found)


def most_urgent_first(running: Iterable[MatchSummary]) -> list[MatchSummary]:
    """The matches by deadline; then those without one, least recently changed first."""
    return sorted(
        running, key=lambda match: (match.deadline is None, match.deadline or match.updated_at)
    )


def count_waiting(connection: sa.Connection, player_id: PlayerId) -> int:
    """The number of running matches in which it is the player's turn."""
    return _count(connection, player_id, seats.c.seat == matches.c.to_move)


def count_running(connection: sa.Connection, player_id: PlayerId) -> int:
    """The number of running matches in which the player has not left."""
    return _count(connection, player_id, seats.c.has_left.is_(False))


def _count(
    connection: sa.Connection, player_id: PlayerId, condition: sa.ColumnElement[bool]
) -> int:
    seated = matches.join(seats, seats.c.match_id == matches.c.id)
    theirs = (seats.c.player_id == player_id, condition, RUNNING)
    counted = sa.select(sa.func.count()).select_from(seated).where(*theirs)
    return int(connection.execute(counted).scalar_one())


def finished_of(
    connection: sa.Connection,
    player_id: PlayerId,
    limit: int,
    damaged: list[MatchId] | None = None,
) -> tuple[MatchSummary, ...]:
    """The player's finished matches, most recently finished first."""
    ended = (
        sa.select(matches.c.id)
        .join(seats, seats.c.match_id == matches.c.id)
        .where(seats.c.player_id == player_id, matches.c.finished_at.is_not(None))
        .order_by(matches.c.finished_at.desc(), matches.c.id.desc())
    )
    found = _by_ids(connection, connection.scalars(ended.limit(limit)), damaged)
    ordered = sorted(found, key=attrgetter("finished_at", "id"), reverse=True)
    return tuple(each.of_player(player_id) for each in ordered)


def in_server(
    connection: sa.Connection, server_id: ServerId, most: int
) -> tuple[MatchSummary, ...]:
    """The server's newest ``most`` matches, newest first."""
    found = _by_ids(connection, connection.scalars(_newest_in(server_id, most)))
    newest = sorted(found, key=attrgetter("id"), reverse=True)
    return tuple(each.in_server(server_id) for each in newest)


def running_in(
    connection: sa.Connection,
    server_id: ServerId,
    most: int,
    damaged: list[MatchId] | None = None,
) -> tuple[MatchSummary, ...]:
    """The server's newest ``most`` running matches, most recently changed first."""
    latest = _newest_in(server_id, most, RUNNING)
    found = _by_ids(connection, connection.scalars(latest), damaged)
    ordered = sorted(found, key=attrgetter("updated_at", "id"), reverse=True)
    return tuple(each.in_server(server_id) for each in ordered)


def _newest_in(
    server_id: ServerId, most: int, *where: sa.ColumnElement[bool]
) -> sa.CompoundSelect[Any]:
    """The newest ids of matches whose first or second place is in a server."""
    first = sa.select(matches.c.id).where(matches.c.server_id == server_id, *where)
    second = sa.select(match_places.c.id).join(matches, matches.c.id == match_places.c.id)
    second = second.where(match_places.c.server_id == server_id, *where)
    first = first.order_by(matches.c.id.desc()).limit(most)
    second = second.order_by(match_places.c.id.desc()).limit(most)
    both = (sa.select(each.subquery().c.id) for each in (first, second))
    return sa.union_all(*both)


def _by_ids(
    connection: sa.Connection, ids: Iterable[MatchId], damaged: list[MatchId] | None = None
) -> tuple[MatchSummary, ...]:
    """The matches with these ids, unordered. Two statements are faster here than one join."""
    wanted = list(ids)
    return each_readable(
        "match",
        lambda: _summaries(connection.execute(_select_matches(matches.c.id.in_(wanted)))),
        lambda: wanted,
        lambda number: get(connection, number),
        damaged,
    )


def channels_of(connection: sa.Connection, ids: Iterable[MatchId]) -> dict[MatchId, ChannelId]:
    """The channel of each of these matches."""
    found = sa.select(matches.c.id, matches.c.channel_id).where(matches.c.id.in_(list(ids)))
    return {row.id: row.channel_id for row in connection.execute(found)}


def shown_in(connection: sa.Connection, message_id: MessageId) -> MatchId | None:
    """The match whose board this message shows, or once showed; None for any other message."""
    boards = sa.select(outbox.c.subject_id).filter_by(message_id=message_id)
    number = connection.scalar(boards.where(outbox.c.kind.in_(BOARDS)))
    return None if number is None else MatchId(number)


def in_thread(
    connection: sa.Connection, thread_id: ChannelId, *, lock: bool = False
) -> MatchSummary | None:
    """The match with this thread in one of its places, or None. ``lock`` as in ``get``."""
    query = _IN_THREAD_LOCKED if lock else _IN_THREAD
    return next(iter(_summaries(connection.execute(query, {"thread_id": thread_id}))), None)


def advance(connection: sa.Connection, after: MatchSummary, *, exchanged: bool = False) -> bool:
    """Update the match's row after its next entry; False, changing nothing, if its ply is taken.

    ``exchanged``: its two places have been; then False must take the transaction back.
    """
    values = {
        **{name: getattr(after, name) for name in _ADVANCED_COLUMNS},
        "clocks": after.time and encode(after.time.clocks),
        "result": msgspec.to_builtins(after.result),
    }
    if exchanged and after.beside is not None:
        values |= {name: getattr(after, name) for name in PLACE_COLUMNS}
        place = {name: getattr(after.beside, name) for name in ("seat", *PLACE_COLUMNS)}
        connection.execute(_EXCHANGE, {"match_id": after.id, **place})
    key = {"match_id": after.id, "earlier": after.ply - 1}
    return connection.execute(_ADVANCE, {**key, **values}).rowcount == 1


def set_left(connection: sa.Connection, match_id: MatchId, seat: Seat, *, left: bool) -> None:
    """Set whether the holder of the seat has left the match."""
    theirs = sa.update(seats).filter_by(match_id=match_id, seat=seat)
    connection.execute(theirs.values(has_left=left))


def change(connection: sa.Connection, match_id: MatchId, /, **values: Any) -> None:
    """Set columns of the match that are no part of its log."""
    connection.execute(_UPDATE, {"match_id": match_id, **values})


def set_place(connection: sa.Connection, match: MatchSummary, /, **values: Any) -> None:
    """Set columns of the place in which ``match`` was read, wherever its row has that now."""
    if match.beside is not None:
        now = get(connection, match.id, lock=True)
        if now is not None and now.beside is not None and now.beside.seat != match.beside.seat:
            connection.execute(_EXCHANGE, {"match_id": match.id, **values})
            return
    change(connection, match.id, **values)


def set_board(
    connection: sa.Connection,
    match: MatchSummary,
    shown: tuple[ChannelId, MessageId],
    thread_id: ChannelId | None,
    fallback: ThreadFallback | None,
    seen: MatchSummary | None = None,
) -> bool:
    """Store where the match's newest board is, and where the next one goes.

    ``seen`` is the match with the clocks that the board has changed. False, changing nothing, if
    they have changed otherwise since the match was read.
    """
    channel_id, message_id = shown
    values: dict[str, Any] = {
        "match_id": match.id,
        "board_channel_id": channel_id,
        "board_message_id": message_id,
        "thread_id": thread_id,
        "thread_fallback": fallback,
    }
    if seen is None or seen.time is None or match.time is None:
        return connection.execute(_UPDATE, values).rowcount == 1
    values |= {"clocks": encode(seen.time.clocks), "deadline": seen.deadline}
    values |= {"read_ply": match.ply, "read_clocks": encode(match.time.clocks)}
    return connection.execute(_UPDATE_IF_AS_READ, values).rowcount == 1


_SECOND = (
    *(match_places.c[name].label(f"second_{name}") for name in SecondPlace.__slots__[:-1]),
    since(match_places.c.server_id, sa.literal(WHOLE_SERVER)).label("second_absent_since"),
)


def _select_matches(*conditions: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """A query for the matches that fulfil ``conditions``, with one row for each seat."""
    # a rematch, or a match that was moved, cannot open its thread on the challenge's card
    at_card = (challenges.c.channel_id == matches.c.channel_id) & challenges.c.rematch_of.is_(None)
    card = sa.case((at_card, challenges.c.message_id))
    held = (seats.c.player_id, seats.c.engine, seats.c.has_left, seats.c.away_until, REMINDERS)
    named = (
        tournaments.c.name.label("tournament"),
        tournaments.c.kind.label("tournament_kind"),
        tournaments.c.state.label("tournament_state"),
    )
    chosen = sa.select(servers.c.settings).where(servers.c.id == matches.c.server_id)
    posted = chosen.scalar_subquery().label("server_settings")
    about = (challenges.c.ladder_id, *named, posted, OWED, STOPPED, ABSENT_SINCE, *_SECOND)
    return (
        sa.select(matches, card.label("card_message_id"), *about, *held)
        .join(seats, seats.c.match_id == matches.c.id)
        .outerjoin(players, players.c.id == seats.c.player_id)
        .outerjoin(challenges, challenges.c.id == matches.c.challenge_id)
        .outerjoin(tournaments, tournaments.c.id == matches.c.tournament_id)
        .outerjoin(match_places, match_places.c.id == matches.c.id)
        .where(*conditions)
        .order_by(matches.c.updated_at, matches.c.id, seats.c.seat)
    )


# built once: building a statement takes as long as running it
_ONE = _select_matches(matches.c.id == sa.bindparam("match_id"))
_MATCHES_OF_PLAYER = sa.select(seats.c.match_id).where(
    seats.c.player_id == sa.bindparam("player_id"), seats.c.has_left.is_(False)
)
_RUNNING = _select_matches(RUNNING, matches.c.id.in_(_MATCHES_OF_PLAYER))
_RUNNING_IDS = (
    sa.select(matches.c.id)
    .where(RUNNING, matches.c.id.in_(_MATCHES_OF_PLAYER))
    .order_by(matches.c.updated_at, matches.c.id)
)
_ONE_LOCKED = _ONE.with_for_update(of=matches)
_THREAD: sa.BindParameter[Any] = sa.bindparam("thread_id")
_IN_THREAD = _select_matches(
    matches.c.id.in_(
        sa.select(matches.c.id)
        .where(matches.c.thread_id == _THREAD)
        .union_all(sa.select(match_places.c.id).where(match_places.c.thread_id == _THREAD))
    )
)
_IN_THREAD_LOCKED = _IN_THREAD.with_for_update(of=matches)
_UPDATE = sa.update(matches).filter_by(id=sa.bindparam("match_id"))
_EXCHANGE = sa.update(match_places).filter_by(id=sa.bindparam("match_id"))
_ADVANCED_COLUMNS = (
    "ply",
    "to_move",
    "result",
    "updated_at",
    "finished_at",
    "reminded",
    "asked",
    "deadline",
    "paused_until",
)
_ADVANCE = _UPDATE.filter_by(ply=sa.bindparam("earlier"))
_UPDATE_IF_AS_READ = _UPDATE.filter_by(
    ply=sa.bindparam("read_ply"), clocks=sa.bindparam("read_clocks")
)


def _summaries(rows: Iterable[Any]) -> tuple[MatchSummary, ...]:
    return tuple(_summary(list(sitting)) for _, sitting in groupby(rows, key=attrgetter("id")))


def _summary(sitting: list[Any]) -> MatchSummary:
    stored = sitting[0]._mapping
    kept = {name: stored[name] for name in MatchSummary.__slots__ if name in stored}
    result = stored["result"]
    kept["result"] = None if result is None else typed(result, Result)
    if stored["tournament"] is not None:
        kept["tournament"] = tournament_name(
            stored["tournament"], stored["tournament_kind"], stored["game"]
        )
        kept["moves_stand"] = stored["tournament_state"] is not TournamentState.CANCELLED
    if stored["second_seat"] is not None:
        second = {name: stored[f"second_{name}"] for name in SecondPlace.__slots__}
        kept["beside"] = SecondPlace(**second)
        kept["tournament"], kept["moves_stand"] = second["contest"], True
    chosen = server_settings.read(stored["server_settings"] or {}).language
    kept["language"] = chosen or stored["language"]
    if kept["absent_since"] is not None:
        kept["deadline"] = None
    by_seat = {name: tuple(row._mapping[name] for row in sitting) for name in _COLUMNS_BY_SEAT}
    return MatchSummary(
        **{**kept, **by_seat},
        time=time_of([row._mapping for row in sitting]) if stored["clocks"] else None,
        variant_id=stored["variant"],
        players=tuple(row.player_id if row.engine is None else row.engine for row in sitting),
    )


_COLUMNS_BY_SEAT = ("has_left", "away_until")


def tournament_name(typed: str, kind: TournamentKind, game: str) -> Words:
    """The name of a tournament: as ``typed`` by its organiser, else made from kind and game."""
    return typed or _DEFAULT_NAMES[kind].of(game=GAMES[game].info.name if game in GAMES else game)


def add_entry(connection: sa.Connection, entry: Entry) -> bool:
    """Insert the entry; False if its ply or its key is taken."""
    return insert_missing(connection, entries, [row_of(entry)]) == 1


def entries_between(
    connection: sa.Connection, match_id: MatchId, *, after: int, up_to: int
) -> tuple[Entry, ...]:
    """The entries after ply ``after``, up to and including ply ``up_to``, in order."""
    log = _LOG.filter_by(match_id=match_id)
    return all_of(connection, log.where(entries.c.ply > after, entries.c.ply <= up_to), Entry)


def entry_with_key(connection: sa.Connection, key: Key) -> Entry | None:
    """The entry with this key, or None."""
    return one_of(connection, sa.select(entries).filter_by(key=key), Entry)


def entries_of_kind(
    connection: sa.Connection, match_id: MatchId, kind: EntryKind
) -> tuple[Entry, ...]:
    """The entries of this kind in a match's log, in order."""
    log = _LOG.filter_by(match_id=match_id)
    return all_of(connection, log.filter_by(kind=kind), Entry)


_LOG = sa.select(entries).order_by(entries.c.ply)


def count_moves(connection: sa.Connection, player_id: PlayerId, game: str, *, most: int) -> int:
    """How many moves a player has made in all matches of a game, counted up to ``most``."""
    made = (
        sa.select(entries.c.ply)
        .join(seats, (seats.c.match_id == entries.c.match_id) & (seats.c.seat == entries.c.seat))
        .join(matches, matches.c.id == seats.c.match_id)
        .where(seats.c.player_id == player_id, matches.c.game == game)
        .where(entries.c.kind == EntryKind.MOVE)
        .limit(most)
    )
    return len(connection.execute(made).all())
