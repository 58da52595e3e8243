"""What was chosen in a server and points to nothing: its channel or role was deleted, or is closed.

It is kept, and counts as not chosen, until managers choose something else or the role or channel
is there again.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from sqlalchemy import Connection

from bot.core import absences
from bot.core.matches import Now, Service
from bot.core.posting import Messenger
from data.database import Database
from data.ids import ChannelId, RoleId, ServerId, TournamentId
from data.transactions import reads
from rules import GAMES
from rules.texts import Text


@dataclass(frozen=True, slots=True)
class Reach:
    """What is there in a server: its roles by their ids, and not the ``shut`` channels."""

    server_id: ServerId
    shut: Collection[ChannelId | None]
    has_role: Callable[[RoleId], bool]


@dataclass(frozen=True, slots=True)
class Lost:
    """A sentence about something that points to nothing, of a tournament or of the server."""

    says: Text
    tournament_id: TournamentId | None = None


Finder: TypeAlias = Callable[[Connection, Reach], Iterable[Lost]]
"""Finds what an area's choices in a server have lost."""


def lost_of(says: Text, game: str) -> Lost:
    """The same sentence about a ``game``."""
    return Lost(says.of(game=GAMES[game].info.name if game in GAMES else game))


class LostService(Service):
    """Finds what managers and organisers have to choose anew."""

    def __init__(
        self, database: Database, now: Now, messenger: Messenger, finders: tuple[Finder, ...]
    ) -> None:
        super().__init__(database, now)
        self._has_role = messenger.has_role
        self._finders = finders

    @reads
    def of_server(self, connection: Connection, server_id: ServerId) -> tuple[Lost, ...]:
        """All of it in a server."""
        shut = [each.channel_id for each in absences.standing(connection, server_id)]
        reach = Reach(server_id, shut, partial(self._has_role, server_id))
        return tuple(each for find in self._finders for each in find(connection, reach))
