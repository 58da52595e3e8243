"""Matches and who sits where."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec
import sqlalchemy as sa

from bot.core.clocks import PauseKind
from bot.core.clocks.storage import (
    ABSENT_SINCE,
    CHOSEN,
    HELD,
    OWED,
    Clocks,
    MatchTime,
    time_of,
    written,
)
from bot.core.faults import each_readable
from bot.core.matches.result import Result
from bot.core.people.settings import server_settings
from data.columns import typed
from data.ids import (
    ChallengeId,
    ChannelId,
    Engine,
    Holder,
    LadderId,
    MatchId,
    MessageId,
    PlayerId,
    ServerId,
    TournamentId,
)
from data.statements import insert_one, row_of
from data.states import MessageKind, ThreadFallback, TournamentKind, TournamentState, UnratedReason
from data.tables import challenges, matches, outbox, players, seats, servers
from data.tournament_tables import tournaments
from rules import GAMES
from rules.game import Seat
from rules.texts import Text, Words

NO_CLOCK = "none"
_USUAL = {
    TournamentKind.LEAGUE: Text("{game} league"),
    TournamentKind.ROUND_ROBIN: Text("{game} round robin"),
    TournamentKind.KNOCKOUT: Text("{game} knockout"),
    TournamentKind.SWISS: Text("{game} Swiss"),
}

RUNNING = matches.c.finished_at.is_(None)


@dataclass(frozen=True, slots=True)
class NewMatch:
    """What is stored when a match begins. ``unrated`` is why it is not to be rated, or None."""

    challenge_id: ChallengeId | None
    game: str
    variant: str
    rules_version: int
    seed: int | None
    server_id: ServerId | None
    channel_id: ChannelId
    to_move: Seat | None
    players: tuple[Holder, ...]
    clock: str = NO_CLOCK
    unrated: UnratedReason | None = None
    tournament_id: TournamentId | None = None
    language: str = "en"


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A stored match: what can be told without replaying it. Players and who left are by seat.

    ``card_message_id`` is the challenge's message, whose thread the match gets. ``clock`` is in its
    notation; ``deadline`` is that of whoever is to move, None while no time runs.
    ``paused_until`` is when a pause that was agreed on ends; ``away_until``, by seat, when the
    vacation does for which a player's time stands still. ``reminded``: somebody was reminded
    since its last entry, or it was found that there was no need to. ``asked``: somebody has asked
    something since then, whether that is still open or not.
    ``time`` is what its clocks stand at, None where no time runs.
    ``unrated`` is why it is not to be rated, as its players knew from the start; None if it is.
    ``ladder_id`` is the ladder whose places it is about, None for a match beside all ladders.
    ``tournament`` is the name of the tournament that it is a game of, None for one beside them.
    ``moves_stand``: it is played as that says, without undo and pause; not once that is cancelled.
    ``conditional`` says that somebody may have prepared moves. ``language`` is the code of that in
    which it is posted: the server's choice, else its own. The bot cannot be where it is played
    since ``absent_since``; until it can, no time runs.
    """

    id: MatchId
    challenge_id: ChallengeId | None
    game: str
    variant_id: str
    rules_version: int
    seed: int | None
    server_id: ServerId | None
    channel_id: ChannelId
    thread_id: ChannelId | None
    thread_fallback: ThreadFallback | None
    ply: int
    to_move: Seat | None
    result: Result | None
    board_message_id: MessageId | None
    board_channel_id: ChannelId | None
    card_message_id: MessageId | None
    created_at: datetime
    updated_at: datetime
    finished_at: datetime | None
    players: tuple[Holder, ...]
    has_left: tuple[bool, ...]
    clock: str = NO_CLOCK
    deadline: datetime | None = None
    paused_until: datetime | None = None
    away_until: tuple[datetime | None, ...] = ()
    reminded: bool = False
    asked: bool = False
    time: MatchTime | None = None
    ladder_id: LadderId | None = None
    tournament_id: TournamentId | None = None
    tournament: Words | None = None
    moves_stand: bool = False
    unrated: UnratedReason | None = None
    conditional: bool | None = None
    language: str = "en"
    absent_since: datetime | None = None

    @property
    def game_name(self) -> str:
        """What the game is called; its id where it is not played any more."""
        return GAMES.name_of(self.game)

    @property
    def variant_name(self) -> Text | None:
        """What sets the variant apart, by the rules of the match; None for the usual one."""
        return GAMES.variant_name(self.game, self.rules_version, self.variant_id)

    @property
    def home(self) -> ChannelId:
        """Where it is posted: its thread, or else its channel."""
        return self.thread_id or self.channel_id

    @property
    def is_timed(self) -> bool:
        return self.clock != NO_CLOCK

    @property
    def is_running(self) -> bool:
        return self.result is None

    @property
    def timeouts_held(self) -> bool:
        """Whether nobody loses on time in it before an operator has decided."""
        return self.time is not None and self.time.held

    def stands_still(self, kind: PauseKind) -> bool:
        """Whether the match's clocks are paused for this reason."""
        seats = () if self.time is None else self.time.clocks.seats
        return any(kind in each.pauses for each in seats)

    @property
    def to_move_player(self) -> Holder | None:
        return None if self.to_move is None else self.players[self.to_move]

    @property
    def people(self) -> tuple[PlayerId, ...]:
        return tuple(each for each in self.players if not isinstance(each, Engine))

    @property
    def has_engines(self) -> bool:
        return any(isinstance(holder, Engine) for holder in self.players)

    @property
    def is_practice(self) -> bool:
        """Whether one person plays against engines alone, so that nobody else waits."""
        return len(self.people) == 1

    def seat_of(self, player_id: PlayerId) -> Seat | None:
        """The seat that ``player_id`` holds, or None."""
        return self.players.index(player_id) if player_id in self.players else None


@dataclass(frozen=True, slots=True)
class SeenBoard:
    """What it changes of a match's time that the board of this ply can be seen: from what to what.

    ``deadline`` is that of whoever is to move, after it.
    """

    ply: int
    before: Clocks
    after: Clocks
    deadline: datetime | None


def add(connection: sa.Connection, new: NewMatch, now: datetime) -> MatchId:
    """Store a match that begins."""
    row = row_of(new) | {"ply": 0, "created_at": now, "updated_at": now}
    holders = row.pop("players")
    match_id = MatchId(insert_one(connection, matches, row))
    held = [(None, each) if isinstance(each, Engine) else (each, None) for each in holders]
    sitting = [
        {"match_id": match_id, "seat": seat, "player_id": player_id, "engine": engine}
        for seat, (player_id, engine) in enumerate(held)
    ]
    connection.execute(sa.insert(seats), sitting)
    return match_id


def get(connection: sa.Connection, match_id: MatchId, *, lock: bool = False) -> MatchSummary | None:
    """The match, or None. ``lock``: nobody else changes it until this transaction ends."""
    query = _ONE_LOCKED if lock else _ONE
    return next(iter(_read(connection.execute(query, {"match_id": match_id}))), None)


def several(connection: sa.Connection, ids: Iterable[MatchId]) -> dict[MatchId, MatchSummary]:
    """Those of the matches that there are and can be read, by id."""
    return {match.id: match for match in _chosen(connection, ids)}


def running_of(
    connection: sa.Connection, player_id: PlayerId, damaged: list[MatchId] | None = None
) -> tuple[MatchSummary, ...]:
    """The player's running matches whose seat was not given up, longest untouched first.

    As in all lists, the numbers of those that cannot be read get into ``damaged``.
    """
    theirs = {"player_id": player_id}
    return each_readable(
        "match",
        lambda: _read(connection.execute(_RUNNING, theirs)),
        lambda: connection.scalars(_RUNNING_IDS, theirs),
        lambda number: get(connection, number),
        damaged,
    )


def most_urgent_first(running: Iterable[MatchSummary]) -> list[MatchSummary]:
    """The matches, beginning with those whose time is over first, then the longest untouched."""
    return sorted(
        running, key=lambda match: (match.deadline is None, match.deadline or match.updated_at)
    )


def count_waiting(connection: sa.Connection, player_id: PlayerId) -> int:
    """In how many running matches it is the player's turn."""
    return _count(connection, player_id, seats.c.seat == matches.c.to_move)


def count_running(connection: sa.Connection, player_id: PlayerId) -> int:
    """In how many running matches the player holds a seat that was not given up."""
    return _count(connection, player_id, seats.c.has_left.is_(False))


def _count(connection: sa.Connection, player_id: PlayerId, so: sa.ColumnElement[bool]) -> int:
    seated = matches.join(seats, seats.c.match_id == matches.c.id)
    theirs = (seats.c.player_id == player_id, so, RUNNING)
    counted = sa.select(sa.func.count()).select_from(seated).where(*theirs)
    return int(connection.execute(counted).scalar_one())


def finished_of(
    connection: sa.Connection,
    player_id: PlayerId,
    limit: int,
    damaged: list[MatchId] | None = None,
) -> tuple[MatchSummary, ...]:
    """The player's matches that have ended, the latest first."""
    ended = (
        sa.select(matches.c.id)
        .join(seats, seats.c.match_id == matches.c.id)
        .where(seats.c.player_id == player_id, matches.c.finished_at.is_not(None))
        .order_by(matches.c.finished_at.desc(), matches.c.id.desc())
    )
    found = _chosen(connection, connection.scalars(ended.limit(limit)), damaged)
    return tuple(sorted(found, key=attrgetter("finished_at", "id"), reverse=True))


def in_server(
    connection: sa.Connection, server_id: ServerId, most: int
) -> tuple[MatchSummary, ...]:
    """The server's latest matches, at most ``most``, the newest first."""
    found = _chosen(connection, connection.scalars(_latest_in(server_id).limit(most)))
    return tuple(sorted(found, key=attrgetter("id"), reverse=True))


def running_in(
    connection: sa.Connection,
    server_id: ServerId,
    most: int,
    damaged: list[MatchId] | None = None,
) -> tuple[MatchSummary, ...]:
    """The matches that run in a server, at most ``most``, the one last changed first."""
    latest = _latest_in(server_id).where(RUNNING).limit(most)
    found = _chosen(connection, connection.scalars(latest), damaged)
    return tuple(sorted(found, key=attrgetter("updated_at", "id"), reverse=True))


def _latest_in(server_id: ServerId) -> sa.Select[Any]:
    return sa.select(matches.c.id).filter_by(server_id=server_id).order_by(matches.c.id.desc())


def _chosen(
    connection: sa.Connection, ids: Iterable[MatchId], damaged: list[MatchId] | None = None
) -> tuple[MatchSummary, ...]:
    """These matches, in no order; to find the numbers first is faster than one statement."""
    wanted = list(ids)
    return each_readable(
        "match",
        lambda: _read(connection.execute(_listed(matches.c.id.in_(wanted)))),
        lambda: wanted,
        lambda number: get(connection, number),
        damaged,
    )


def channels_of(connection: sa.Connection, ids: Iterable[MatchId]) -> dict[MatchId, ChannelId]:
    """In which channel each of the matches is played; nothing else of them is read."""
    found = sa.select(matches.c.id, matches.c.channel_id).where(matches.c.id.in_(list(ids)))
    return {row.id: row.channel_id for row in connection.execute(found)}


def shown_in(connection: sa.Connection, message_id: MessageId) -> MatchId | None:
    """The match of which this message shows, or once showed, the board; None if it is none."""
    boards = sa.select(outbox.c.subject_id).filter_by(message_id=message_id, kind=MessageKind.BOARD)
    number = connection.scalar(boards)
    return None if number is None else MatchId(number)


def in_thread(
    connection: sa.Connection, thread_id: ChannelId, *, lock: bool = False
) -> MatchSummary | None:
    """The match that has this thread, or None. ``lock``: as with ``get``."""
    query = _IN_THREAD_LOCKED if lock else _IN_THREAD
    return next(iter(_read(connection.execute(query, {"thread_id": thread_id}))), None)


def advance(connection: sa.Connection, after: MatchSummary) -> bool:
    """Store the match after its next entry; False, with nothing written, if its ply is taken."""
    values = {
        **{name: getattr(after, name) for name in _ADVANCED},
        "clocks": after.time and written(after.time.clocks),
        "result": msgspec.to_builtins(after.result),
    }
    key = {"match_id": after.id, "earlier": after.ply - 1}
    return connection.execute(_ADVANCE, {**key, **values}).rowcount == 1


def set_left(connection: sa.Connection, match_id: MatchId, seat: Seat, *, left: bool) -> None:
    """Note that whoever holds the seat plays no more, or plays on after all."""
    theirs = sa.update(seats).filter_by(match_id=match_id, seat=seat)
    connection.execute(theirs.values(has_left=left))


def change(connection: sa.Connection, match_id: MatchId, /, **values: Any) -> None:
    """Let these columns of the match be so, which are no part of its log."""
    connection.execute(_CHANGED, {"match_id": match_id, **values})


def set_board(
    connection: sa.Connection,
    match_id: MatchId,
    shown: tuple[ChannelId, MessageId],
    thread_id: ChannelId | None,
    fallback: ThreadFallback | None,
    seen: SeenBoard | None = None,
) -> bool:
    """Remember where the match's newest board is, and where the next one goes.

    ``seen`` is what that changes of its time. False, with nothing written, if the match is not as
    that was worked out from any more.
    """
    channel_id, message_id = shown
    values: dict[str, Any] = {
        "match_id": match_id,
        "board_channel_id": channel_id,
        "board_message_id": message_id,
        "thread_id": thread_id,
        "thread_fallback": fallback,
    }
    if seen is not None:
        values |= {"clocks": written(seen.after), "deadline": seen.deadline}
        values |= {"read_ply": seen.ply, "read_clocks": written(seen.before)}
    return connection.execute(_AS_READ if seen else _CHANGED, values).rowcount == 1


def _listed(*conditions: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """The matches that fulfil ``conditions``, a row for each seat."""
    # a match that was moved elsewhere cannot have its thread at the challenge's card, nor a rematch
    at_card = (challenges.c.channel_id == matches.c.channel_id) & challenges.c.rematch_of.is_(None)
    card = sa.case((at_card, challenges.c.message_id))
    held = (seats.c.player_id, seats.c.engine, seats.c.has_left, seats.c.away_until, CHOSEN)
    named = (
        tournaments.c.name.label("tournament"),
        tournaments.c.kind.label("tournament_kind"),
        tournaments.c.state.label("tournament_state"),
    )
    chosen = sa.select(servers.c.settings).where(servers.c.id == matches.c.server_id)
    posted = chosen.scalar_subquery().label("server_settings")
    about = (challenges.c.ladder_id, *named, posted, OWED, HELD, ABSENT_SINCE)
    return (
        sa.select(matches, card.label("card_message_id"), *about, *held)
        .join(seats, seats.c.match_id == matches.c.id)
        .outerjoin(players, players.c.id == seats.c.player_id)
        .outerjoin(challenges, challenges.c.id == matches.c.challenge_id)
        .outerjoin(tournaments, tournaments.c.id == matches.c.tournament_id)
        .where(*conditions)
        .order_by(matches.c.updated_at, matches.c.id, seats.c.seat)
    )


# built once: making a statement anew takes as long as running it
_ONE = _listed(matches.c.id == sa.bindparam("match_id"))
_THEIRS = sa.select(seats.c.match_id).where(
    seats.c.player_id == sa.bindparam("player_id"), seats.c.has_left.is_(False)
)
_RUNNING = _listed(RUNNING, matches.c.id.in_(_THEIRS))
_RUNNING_IDS = (
    sa.select(matches.c.id)
    .where(RUNNING, matches.c.id.in_(_THEIRS))
    .order_by(matches.c.updated_at, matches.c.id)
)
_ONE_LOCKED = _ONE.with_for_update(of=matches)
_IN_THREAD = _listed(matches.c.thread_id == sa.bindparam("thread_id"))
_IN_THREAD_LOCKED = _IN_THREAD.with_for_update(of=matches)
_CHANGED = sa.update(matches).filter_by(id=sa.bindparam("match_id"))
_ADVANCED = (
    *("ply", "to_move", "result", "updated_at", "finished_at"),
    *("reminded", "asked", "deadline", "paused_until"),
)
_ADVANCE = _CHANGED.filter_by(ply=sa.bindparam("earlier"))
_AS_READ = _CHANGED.filter_by(ply=sa.bindparam("read_ply"), clocks=sa.bindparam("read_clocks"))


def _read(rows: Iterable[Any]) -> tuple[MatchSummary, ...]:
    return tuple(_match(list(sitting)) for _, sitting in groupby(rows, key=attrgetter("id")))


def _match(sitting: list[Any]) -> MatchSummary:
    stored = sitting[0]._mapping
    kept = {name: stored[name] for name in MatchSummary.__slots__ if name in stored}
    result = stored["result"]
    kept["result"] = None if result is None else typed(result, Result)
    if stored["tournament"] is not None:
        named = (stored["tournament"], stored["tournament_kind"], stored["game"])
        kept["tournament"] = called(*named)
        kept["moves_stand"] = stored["tournament_state"] is not TournamentState.CANCELLED
    chosen = server_settings.read(stored["server_settings"] or {}).language
    kept["language"] = chosen or stored["language"]
    if kept["absent_since"] is not None:
        kept["deadline"] = None
    by_seat = {name: tuple(row._mapping[name] for row in sitting) for name in _BY_SEAT}
    return MatchSummary(
        **{**kept, **by_seat},
        time=time_of([row._mapping for row in sitting]),
        variant_id=stored["variant"],
        players=tuple(row.player_id if row.engine is None else row.engine for row in sitting),
    )


_BY_SEAT = ("has_left", "away_until")


def called(typed: str, kind: TournamentKind, game: str) -> Words:
    """What a tournament is called; ``typed`` is empty where nobody has given it one."""
    return typed or _USUAL[kind].of(game=GAMES[game].info.name if game in GAMES else game)
