"""SQL of club matches."""

import json
import secrets
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, select

from bot.core import outbox, timers
from bot.core.faults import read_row
from bot.core.living import Living
from bot.core.matches import Result
from bot.features.clubs.errors import UnknownClub
from bot.features.clubs.rules import Rated
from bot.features.clubs.values import Club, ClubCard, Contest, Entry, Game, Member, Side
from bot.features.ratings import EVERYWHERE, RatingKey, is_provisional, points
from bot.features.ratings import storage as ratings
from data.club_tables import club_games, club_log, club_players, club_sides, club_tries, clubs
from data.columns import typed
from data.ids import ClubId, Key, PlayerId, ServerId
from data.shards import Shard
from data.statements import all_of, insert_missing, insert_one, one_of, row_of, selecting
from data.states import ClubEvent, ClubState, MessageKind, TimerKind
from data.tables import matches

CLUB_TIMER = TimerKind("club")
CLUB_NEWS_MESSAGE = MessageKind("club_news", separate=True)
CARD: Living[ClubCard] = Living(
    MessageKind("club"), club_sides, attrgetter("side"), news=CLUB_NEWS_MESSAGE
)

GOING_ON = (ClubState.OFFERED, ClubState.OPEN, ClubState.RUNNING)
KEY_BYTES = 12
SIDE = club_sides.c


def new_key() -> Key:
    """A key for an entry that is written once because of what is true then."""
    return Key(f"club:{secrets.token_urlsafe(KEY_BYTES)}")


def add(connection: Connection, **columns: Any) -> ClubId:
    """Store a club match with these columns and no sides."""
    return ClubId(insert_one(connection, clubs, columns))


def add_side(connection: Connection, club_id: ClubId, **columns: Any) -> None:
    """Store a side with these columns."""
    connection.execute(sa.insert(club_sides).values(club_id=club_id, **columns))


def get(connection: Connection, club_id: ClubId, *, lock: bool = False) -> Contest | None:
    """The club match, or None. ``lock``: nobody else changes it until this transaction ends."""
    return _one(connection, clubs.c.id == club_id, lock=lock)


def with_code(connection: Connection, code: str) -> Contest | None:
    """The offer with this hash of its code, locked; or None."""
    return _one(connection, clubs.c.code == code, lock=True)


def with_key(connection: Connection, key: Key) -> Contest | None:
    """The club match that was made under this key, locked; or None."""
    return _one(connection, clubs.c.key == key, lock=True)


def after(connection: Connection, club_id: ClubId) -> Contest | None:
    """The rematch of a club match, or None."""
    return _one(connection, clubs.c.previous_id == club_id)


def read(connection: Connection, contest: Contest) -> Club:
    """The club match with sides, members, games and ratings."""
    mine = {"club_id": contest.id}
    sides = selecting(club_sides, Side).filter_by(**mine).order_by(SIDE.number)
    joined = selecting(club_players, Member).filter_by(**mine)
    joined = joined.order_by(club_players.c.entered_at, club_players.c.player_id)
    members = all_of(connection, joined, Member)
    keys = [RatingKey(contest.game, EVERYWHERE, each.player_id) for each in members]
    rated = {
        key.player_id: Rated(points(row.rating), not is_provisional(row.rating))
        for key, row in ratings.load(connection, keys).items()
    }
    games = tuple(map(_game, connection.execute(_GAMES, mine)))
    played = of_season(connection, contest.id) if contest.weeks else ()
    return Club(contest, all_of(connection, sides, Side), members, games, played, rated)


def of_season(connection: Connection, club_id: ClubId) -> tuple[Club, ...]:
    """The matches of a season, in order."""
    found = connection.execute(select(clubs).filter_by(season_id=club_id).order_by(clubs.c.id))
    return tuple(read(connection, _contest(row)) for row in found.all())


_GAMES = (
    select(club_games, sa.cast(matches.c.result, sa.Text).label("result"))
    .outerjoin(matches, matches.c.id == club_games.c.match_id)
    .where(club_games.c.club_id == sa.bindparam("club_id"))
    .order_by(club_games.c.board, club_games.c.game)
)


def _game(row: Any) -> Game:
    kept = {name: row._mapping[name] for name in Game.__slots__}
    if row.result is not None:
        found = read_row(lambda: typed(json.loads(row.result), Result))
        kept["result"] = None if isinstance(found, Exception) else found
    return Game(**kept)


def of(connection: Connection, club_id: ClubId, *, lock: bool = False) -> Club:
    """The whole club match; raises UnknownClub."""
    found = get(connection, club_id, lock=lock)
    if found is None:
        raise UnknownClub
    return read(connection, found)


def with_side(connection: Connection, side_id: int) -> ClubCard | None:
    """The card of a side, or None."""
    club_id = connection.scalar(select(SIDE.club_id).where(SIDE.id == side_id))
    found = None if club_id is None else get(connection, ClubId(club_id))
    if found is None:
        return None
    club = read(connection, found)
    return ClubCard(club, next(each for each in club.sides if each.id == side_id))


def in_server(
    connection: Connection, server_id: ServerId, states: Collection[ClubState] = GOING_ON
) -> tuple[Contest, ...]:
    """The server's club matches in these states, the newest first."""
    there = select(SIDE.club_id).where(SIDE.server_id == server_id)
    wanted = (clubs.c.id.in_(there), clubs.c.state.in_(states))
    found = connection.execute(select(clubs).where(*wanted).order_by(clubs.c.id.desc()))
    return tuple(map(_contest, found))


def of_player(connection: Connection, player_id: PlayerId) -> tuple[Contest, ...]:
    """The club matches that a person has joined or is captain in, the newest first."""
    joined = select(club_players.c.club_id).filter_by(player_id=player_id)
    leading = select(SIDE.club_id).where(SIDE.captain_id == player_id)
    query = select(clubs).where(clubs.c.id.in_(joined.union(leading)))
    return tuple(map(_contest, connection.execute(query.order_by(clubs.c.id.desc()))))


def change(connection: Connection, club_id: ClubId, **values: Any) -> None:
    """Set columns of a club match."""
    connection.execute(sa.update(clubs).filter_by(id=club_id).values(values))


def end(connection: Connection, club_id: ClubId, state: ClubState, now: datetime) -> None:
    """End a club match in a state; its code no longer works."""
    change(connection, club_id, state=state, ended_at=now, code=None)


def waiting_in(connection: Connection, shard: Shard, since: datetime) -> tuple[ClubId, ...]:
    """Club matches with a side in a shard that wait for a time after ``since``."""
    theirs = select(SIDE.club_id).where(shard.holds(SIDE.server_id))
    waits = (clubs.c.state.in_((ClubState.OFFERED, ClubState.OPEN)), clubs.c.until > since)
    found = select(clubs.c.id).where(clubs.c.id.in_(theirs), *waits).order_by(clubs.c.id)
    return tuple(map(ClubId, connection.scalars(found.with_for_update())))


def extend(connection: Connection, club_id: ClubId, by: timedelta) -> None:
    """Let the time for which it waits come later."""
    found = get(connection, club_id)
    if found is not None and found.until is not None:
        change(connection, club_id, until=found.until + by)


def change_side(connection: Connection, side: Side, **values: Any) -> None:
    """Set columns of a side."""
    connection.execute(sa.update(club_sides).filter_by(id=side.id).values(values))


def put_member(connection: Connection, club_id: ClubId, member: Member) -> None:
    """Store a member, or what has changed of one."""
    its = {"club_id": club_id, "player_id": member.player_id}
    if insert_missing(connection, club_players, [its | row_of(member)]) == 0:
        theirs = sa.update(club_players).filter_by(**its)
        connection.execute(theirs.values(row_of(member)))


def add_games(connection: Connection, club_id: ClubId, found: Sequence[Game]) -> None:
    """Store games; their ``id`` counts for nothing."""
    kept = ("board", "game", "one_id", "other_id")
    rows = [{name: getattr(each, name) for name in kept} for each in found]
    connection.execute(sa.insert(club_games), [{"club_id": club_id, **row} for row in rows])


def change_game(connection: Connection, game: Game, **values: Any) -> None:
    """Set columns of a game."""
    connection.execute(sa.update(club_games).filter_by(id=game.id).values(values))


def write(
    connection: Connection,
    club: Club,
    kind: ClubEvent,
    now: datetime,
    key: Key | None = None,
    **columns: Any,
) -> None:
    """Write an entry of the log once for its key, post it in all sides' channels, and wake."""
    row = {"club_id": club.id, "kind": kind, "at": now, "key": key or new_key(), **columns}
    number = insert_one(connection, club_log, row)
    for side in club.sides:
        queue, home = f"{CLUB_NEWS_MESSAGE}:{side.id}", (club_sides, side.id)
        news = outbox.NewMessage(CLUB_NEWS_MESSAGE, number, queue, home, version=side.number)
        outbox.add(connection, news, now)
    wake(connection, club.id, now)


def wake(connection: Connection, club_id: ClubId, at: datetime) -> None:
    """Set the timer at which ``Progress`` does what is due."""
    timers.set_timer(connection, CLUB_TIMER, club_id, at)


_LOG = selecting(club_log, Entry).order_by(club_log.c.id)


def entry(connection: Connection, number: int) -> Entry | None:
    """The entry of that number, or None."""
    return one_of(connection, _LOG.filter_by(id=number), Entry)


def is_written(connection: Connection, key: Key) -> bool:
    """Whether an entry was written under this key."""
    return connection.scalar(select(club_log.c.id).filter_by(key=key)) is not None


def log_of(
    connection: Connection, club_id: ClubId, kinds: Collection[ClubEvent]
) -> tuple[Entry, ...]:
    """The entries of these kinds, in order."""
    its = _LOG.where(club_log.c.club_id == club_id, club_log.c.kind.in_(kinds))
    return all_of(connection, its, Entry)


def note_try(connection: Connection, player_id: PlayerId, now: datetime) -> None:
    """Store that somebody typed a wrong code."""
    connection.execute(sa.insert(club_tries).values(player_id=player_id, at=now))


def tries_since(connection: Connection, player_id: PlayerId, since: datetime) -> int:
    """How many wrong codes somebody has typed since then."""
    theirs = sa.select(sa.func.count()).select_from(club_tries).filter_by(player_id=player_id)
    return connection.scalar(theirs.where(club_tries.c.at > since)) or 0


def prune_tries(connection: Connection, before: datetime, most: int) -> int:
    """Delete up to ``most`` wrong codes from before a time; how many there were."""
    old = select(club_tries.c.id).where(club_tries.c.at < before).limit(most)
    return connection.execute(sa.delete(club_tries).where(club_tries.c.id.in_(old))).rowcount


def _one(
    connection: Connection, where: sa.ColumnElement[bool], *, lock: bool = False
) -> Contest | None:
    query = select(clubs).where(where)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    return None if row is None else _contest(row)


def _contest(row: Any) -> Contest:
    kept = {name: row._mapping[name] for name in Contest.__slots__ if name in row._mapping}
    return Contest(**kept, variant_id=row.variant)
