"""What people and servers choose. A field of one of these classes is all that a new setting stores.

Each class is one column of JSON. A stored value without a field means the field's default; a field
that there is no more is ignored.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import time
from typing import Any, Generic, TypeVar

import msgspec
from sqlalchemy import Column, Connection, select, update

from data.columns import typed
from data.ids import ChannelId, PlayerId, RoleId, ServerId
from data.states import Orientation, ReminderWay
from data.tables import players, servers

Id = TypeVar("Id", PlayerId, ServerId)
Chosen = TypeVar("Chosen")


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """How a player wants things to be.

    ``hidden_elsewhere``: not to be named in servers that the player is not in;
    ``named_after_leaving``: to be named in the lists of servers that the player has left.
    ``language`` is the code of the one they chose; None means ``locale``, which Discord told last.
    """

    confirm_moves: bool = True
    orientation: Orientation = Orientation.FIRST
    theme: str = "slate"
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
    ``manager_role_id`` the role that may decide matches besides those who manage the server.
    Clocks are in their notation; ``default_clock`` is that of challenges which name none;
    ``rated`` whether those are rated that do not say so. ``named_on_posters``: posters of matches
    name the server. ``language`` is the code of that in which it is posted here;
    ``language_offered``: a manager was asked once whether it should be theirs.
    """

    channel_id: ChannelId | None = None
    threads: bool = True
    allowed_games: tuple[str, ...] | None = None
    starter_role_id: RoleId | None = None
    manager_role_id: RoleId | None = None
    default_clock: str = "none"
    allowed_clocks: tuple[str, ...] | None = None
    rated: bool = True
    named_on_posters: bool = False
    language: str | None = None
    language_offered: bool = False


class StoredSettings(Generic[Id, Chosen]):
    """Settings of one kind, in the column that keeps them."""

    def __init__(self, kind: type[Chosen], column: Column[Any]) -> None:
        self._kind = kind
        self._column = column
        self._id = column.table.c.id

    def get(self, connection: Connection, of: Id, *, lock: bool = False) -> Chosen:
        """What was chosen, or what everybody begins with."""
        query = select(self._column).where(self._id == of)
        row = connection.execute(query.with_for_update() if lock else query).one_or_none()
        return self._kind() if row is None else self.read(row[0])

    def of(self, connection: Connection, ids: Iterable[Id]) -> dict[Id, Chosen]:
        """What those of ``ids`` chose who are known."""
        found = connection.execute(select(self._id, self._column).where(self._id.in_(list(ids))))
        return {row[0]: self.read(row[1]) for row in found}

    def put(self, connection: Connection, of: Id, chosen: Chosen) -> None:
        """Keep what was chosen by somebody who is known."""
        stored = {self._column.name: msgspec.to_builtins(chosen)}
        connection.execute(update(self._column.table).where(self._id == of).values(stored))

    def read(self, stored: Any) -> Chosen:
        """The settings that the column's value stands for."""
        return typed(stored, self._kind)


player_settings = StoredSettings[PlayerId, PlayerSettings](PlayerSettings, players.c.settings)
reminder_settings = StoredSettings[PlayerId, ReminderSettings](
    ReminderSettings, players.c.reminders
)
server_settings = StoredSettings[ServerId, ServerSettings](ServerSettings, servers.c.settings)
