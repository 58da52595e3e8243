"""What was chosen in a server and points to nothing: its channel or role was deleted, or is closed.

It is kept, and counts as not chosen, until managers choose something else or the role or channel
is there again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, Table, select

from bot.services import absences, tournaments
from bot.services.matches import Now, Service
from bot.services.posting import Messenger
from data.database import Database
from data.ids import RoleId, ServerId, TournamentId
from data.standing_tables import champions, ladders, live_leaderboards, weekly_channels
from data.transactions import reads
from rules.texts import Words


class LostKind(StrEnum):
    """What points to nothing."""

    STANDINGS = "standings"
    LIVE_LIST = "live_list"
    WEEKLY = "weekly"
    CHAMPION = "champion"
    ENTRY = "entry"


@dataclass(frozen=True, slots=True)
class Lost:
    """Something that points to nothing, of a ``game`` or a tournament, which has the ``name``."""

    kind: LostKind
    game: str = ""
    name: Words = ""
    tournament_id: TournamentId | None = None


CHANNELS: Mapping[LostKind, Table] = {
    LostKind.STANDINGS: ladders,
    LostKind.LIVE_LIST: live_leaderboards,
    LostKind.WEEKLY: weekly_channels,
}


class LostService(Service):
    """Finds what managers and organisers have to choose anew."""

    def __init__(self, database: Database, now: Now, messenger: Messenger) -> None:
        super().__init__(database, now)
        self._has_role = messenger.has_role

    @reads
    def of_server(self, connection: Connection, server_id: ServerId) -> tuple[Lost, ...]:
        """All of it in a server."""
        shut = [each.channel_id for each in absences.standing(connection, server_id)]
        found = []
        for kind, table in CHANNELS.items():
            theirs = select(table).filter_by(server_id=server_id)
            rows = connection.execute(theirs.where(table.c.channel_id.in_(shut)))
            found += [Lost(kind, row._mapping.get("game", "")) for row in rows]
        for row in connection.execute(select(champions).filter_by(server_id=server_id)):
            if not self._has_role(server_id, RoleId(row.role_id)):
                found.append(Lost(LostKind.CHAMPION, row.game))
        for each in tournaments.storage.in_server(connection, server_id):
            role_id = each.rules.role_id
            if role_id is not None and not self._has_role(server_id, role_id):
                found.append(Lost(LostKind.ENTRY, each.game, each.name, each.id))
        return tuple(found)
