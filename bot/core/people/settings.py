"""What people and servers choose. A field of one of these classes is all that a new setting stores.

Each class is one column of JSON. A stored value without a field means the field's default; a field
that there is no more is ignored.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import time
from typing import Any, Generic, TypeVar

import msgspec
from sqlalchemy import Column, Connection, select, union, update

from bot.core.faults import each_readable
from data.columns import typed
from data.ids import ChannelId, PlayerId, RoleId, ServerId
from data.standing_tables import ladders, live_leaderboards, weekly_channels
from data.states import Orientation, ReminderWay
from data.tables import matches, players, servers
from data.tournament_tables import tournaments
from rules import GAMES

Id = TypeVar("Id", PlayerId, ServerId)
Chosen = TypeVar("Chosen")


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """How a player wants things to be.

    ``hidden_elsewhere``: not to be named in servers that the player is not in;
    ``named_after_leaving``: to be named in the lists of servers that the player has left.
    ``language`` is the code of the one they chose; None means ``locale``, which Discord told last.
    ``text_mode``: boards are told in words, and buttons say what they stand for.
    """

    confirm_moves: bool = True
    orientation: Orientation = Orientation.FIRST
    theme: str = "slate"
    text_mode: bool = False
    hidden_elsewhere: bool = False
    named_after_leaving: bool = False
    language: str | None = None
    locale: str = "en-US"


@dataclass(frozen=True, slots=True)
class ReminderSettings:
    """What a player chose; times are by the clocks of ``zone``, an IANA name, UTC where it is None.

    ``quiet_from`` and ``quiet_until`` are both None where no hours are quiet. ``direct_offered``:
    the player was asked once whether to be reminded by direct message.
    """

    reminder_way: ReminderWay = ReminderWay.THREAD
    digest_at: time = time(8)
    quiet_from: time | None = None
    quiet_until: time | None = None
    zone: str | None = None
    direct_offered: bool = False


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How a server wants things to be. None means: any channel, all games, anybody, nobody,
    any clock.

    ``channel_id`` is the only channel to play in, ``starter_role_id`` the role that may challenge,
    ``manager_role_id`` the role that may decide matches besides those who manage the server. Clocks
    are in their notation; ``default_clock`` is that of challenges which name none; ``rated``
    whether those are rated that do not say so, None: once all have played a little.
    ``named_on_posters``: posters of matches name the server. ``language`` is the code of that in
    which it is posted here; ``language_offered``: a manager was asked once whether it should be
    theirs. ``deleted`` are the settings whose channel or role was deleted in Discord, so that
    nothing is chosen by them.
    """

    channel_id: ChannelId | None = None
    threads: bool = True
    allowed_games: tuple[str, ...] | None = None
    starter_role_id: RoleId | None = None
    manager_role_id: RoleId | None = None
    default_clock: str = "3d"
    allowed_clocks: tuple[str, ...] | None = None
    rated: bool | None = None
    named_on_posters: bool = False
    language: str | None = None
    language_offered: bool = False
    deleted: tuple[str, ...] = ()

    @property
    def games(self) -> tuple[str, ...]:
        """The games that are played in the server."""
        allowed = self.allowed_games
        return tuple(game for game in GAMES if allowed is None or game in allowed)


CHANNELS, ROLES = ("channel_id",), ("starter_role_id", "manager_role_id")
"""The fields of a server's settings that name a channel, or a role."""


class StoredSettings(Generic[Id, Chosen]):
    """Settings in one column; in lists ``damaged`` stands for those that cannot be read."""

    def __init__(
        self, kind: type[Chosen], column: Column[Any], damaged: Chosen | None = None
    ) -> None:
        self._kind = kind
        self._damaged = damaged
        self._column = column
        self._id = column.table.c.id

    def get(self, connection: Connection, of: Id, *, lock: bool = False) -> Chosen:
        """What was chosen, or what everybody begins with."""
        query = select(self._column).where(self._id == of)
        row = connection.execute(query.with_for_update() if lock else query).one_or_none()
        return self._kind() if row is None else self.read(row[0])

    def of(self, connection: Connection, ids: Iterable[Id]) -> dict[Id, Chosen]:
        """What those of ``ids`` chose who are known; ``damaged`` where that cannot be read."""
        wanted, damaged = list(ids), list[Id]()

        def read(*people: Id) -> list[tuple[Id, Chosen]]:
            found = select(self._id, self._column).where(self._id.in_(people))
            return [(row[0], self.read(row[1])) for row in connection.execute(found)]

        chosen = each_readable(
            f"{self._column.table.name}.{self._column.name}",
            lambda: read(*wanted),
            lambda: wanted,
            lambda one: next(iter(read(one)), None),
            damaged,
        )
        left = {} if self._damaged is None else dict.fromkeys(damaged, self._damaged)
        return {**dict(chosen), **left}

    def all(self, connection: Connection) -> dict[Id, Chosen]:
        """What everybody chose who is known."""
        found = connection.execute(select(self._id, self._column))
        return {row[0]: self.read(row[1]) for row in found}

    def put(self, connection: Connection, of: Id, chosen: Chosen) -> None:
        """Keep what was chosen by somebody who is known."""
        stored = {self._column.name: msgspec.to_builtins(chosen)}
        connection.execute(update(self._column.table).where(self._id == of).values(stored))

    def read(self, stored: Any) -> Chosen:
        """The settings that the column's value stands for."""
        return typed(stored, self._kind)


player_settings = StoredSettings[PlayerId, PlayerSettings](
    PlayerSettings, players.c.settings, damaged=PlayerSettings(hidden_elsewhere=True)
)
reminder_settings = StoredSettings[PlayerId, ReminderSettings](
    ReminderSettings, players.c.reminders
)
server_settings = StoredSettings[ServerId, ServerSettings](ServerSettings, servers.c.settings)


def channels_in_use(connection: Connection) -> dict[ServerId, set[ChannelId]]:
    """The channels of each server in which the bot posts: those of settings and running games."""
    kept = (
        select(ladders.c.server_id, ladders.c.channel_id).where(~ladders.c.closed),
        select(tournaments.c.server_id, tournaments.c.channel_id).filter_by(ended_at=None),
        select(matches.c.server_id, matches.c.channel_id).filter_by(finished_at=None),
        select(live_leaderboards.c.server_id, live_leaderboards.c.channel_id),
        select(weekly_channels.c.server_id, weekly_channels.c.channel_id),
    )
    found: defaultdict[ServerId, set[ChannelId]] = defaultdict(set)
    for server_id, channel_id in connection.execute(union(*kept)):
        if server_id is not None and channel_id is not None:
            found[server_id].add(channel_id)
    for server_id, chosen in connection.execute(select(servers.c.id, servers.c.settings)):
        channel_id = server_settings.read(chosen).channel_id
        if channel_id is not None:
            found[server_id].add(channel_id)
    return dict(found)
