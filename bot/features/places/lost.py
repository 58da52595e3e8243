"""What was chosen in a server and points to nothing: its channel or role was deleted, or is closed.

It is kept, and counts as not chosen, until managers choose something else or the role or channel
is there again.
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
    """Asks what of a feature's choices in a server is Lost; these roles and channels are there.

    All channels are but the ``shut`` ones.
    """

    server_id: ServerId
    shut: Collection[ChannelId | None]
    has_role: Callable[[RoleId], bool]


@dataclass(frozen=True, slots=True)
class Lost:
    """A sentence about something that points to nothing, of a tournament or of the server."""

    says: Text
    tournament_id: TournamentId | None = None


def lost_of(says: Text, game: str) -> Lost:
    """The same sentence about a ``game``."""
    return Lost(says.of(game=GAMES[game].info.name if game in GAMES else game))


class LostService(Service):
    """Finds what managers and organisers have to choose anew."""

    def __init__(self, database: Database, now: Now, messenger: Messenger, events: Events) -> None:
        super().__init__(database, now)
        self._has_role = messenger.has_role
        self._events = events

    @reads
    def of_server(self, connection: Connection, server_id: ServerId) -> tuple[Lost, ...]:
        """All of it in a server."""
        shut = [each.channel_id for each in absences.standing(connection, server_id)]
        reach = Reach(server_id, shut, partial(self._has_role, server_id))
        return tuple(chain.from_iterable(self._events.ask(connection, reach)))
