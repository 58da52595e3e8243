"""How people want to be reminded."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import time

from sqlalchemy import Connection, select, update

from data.ids import PlayerId
from data.states import ReminderWay
from data.tables import players


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


def get(connection: Connection, player_id: PlayerId, *, lock: bool = False) -> ReminderSettings:
    """The player's settings; those that everybody begins with if nothing is known."""
    chosen = [players.c[name] for name in ReminderSettings.__slots__]
    query = select(*chosen).where(players.c.id == player_id)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    return ReminderSettings() if row is None else ReminderSettings(**row._mapping)


def put(connection: Connection, player_id: PlayerId, chosen: ReminderSettings) -> None:
    """Keep what the player chose."""
    connection.execute(update(players).where(players.c.id == player_id).values(**asdict(chosen)))
