"""Settings of a server that point to a channel or role that is deleted, or closed to the bot.

Such a setting is kept, but has no effect until managers choose something else or the channel or
role is back.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from itertools import chain

from sqlalchemy import Connection

from bot.core import absences
from bot.core.events import Events
from bot.core.matches import Now, Service
from bot.core.posting import Messenger
from data.database import Database
from data.ids import ChannelId, RoleId, ServerId, TournamentId
from data.transactions import reads
from rules import GAMES
from rules.texts import Text


@dataclass(frozen=True, slots=True)
class Reach:
    """An event: asks each feature which of its settings in a server are Lost.

    ``shut`` are the channels that the bot cannot use; ``has_role`` says whether a role exists.
    """

    server_id: ServerId
    shut: Collection[ChannelId | None]
    has_role: Callable[[RoleId], bool]


@dataclass(frozen=True, slots=True)
class Lost:
    """A sentence about a setting, of a tournament or the server, that points to nothing."""

    says: Text
    tournament_id: TournamentId | None = None


def lost_of(says: Text, game: str) -> Lost:
    """A Lost with ``{game}`` filled in."""
    return Lost(says.of(game=GAMES[game].info.name if game in GAMES else game))


class LostService(Service):
    """Finds the settings that managers and organisers have to choose again."""

    def __init__(self, database: Database, now: Now, messenger: Messenger, events: Events) -> None:
        super().__init__(database, now)
        self._has_role = messenger.has_role
        self._events = events

    @reads
    def of_server(self, connection: Connection, server_id: ServerId) -> tuple[Lost, ...]:
        """All Lost settings of a server."""
        shut = [each.channel_id for each in absences.current(connection, server_id)]
        reach = Reach(server_id, shut, partial(self._has_role, server_id))
        return tuple(chain.from_iterable(self._events.ask(connection, reach)))
