"""Once a day, everything that waits for somebody, where they want it so."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.services.matches import MatchSummary, Now
from bot.services.matches import storage as matches
from bot.services.outbox import storage as outbox
from bot.services.people.settings import reminder_settings
from bot.services.reminders.planning import zone_of
from bot.services.reminders.settings import set_digest
from bot.services.timers.storage import Timer
from data.ids import PlayerId
from data.states import MessageKind, ReminderWay


@dataclass(frozen=True, slots=True)
class Digest:
    """The matches that wait for somebody, the most urgent first."""

    player_id: PlayerId
    waiting: tuple[MatchSummary, ...]


def note_digest(connection: Connection, player_id: PlayerId, day: int, now: datetime) -> None:
    """Note that somebody is to be told what waits, once for a ``day`` by its number."""
    row = outbox.Row(MessageKind.DIGEST, player_id, f"direct:{player_id}", version=day)
    outbox.add(connection, row, now)


class DueDigests:
    """Tells people once a day what waits for them; nothing where nothing does."""

    def __init__(self, now: Now) -> None:
        self._now = now

    def apply(self, connection: Connection, timer: Timer) -> None:
        """Have the digest told, and set the timer for the next."""
        player_id, now = PlayerId(timer.subject_id), self._now()
        chosen = reminder_settings.get(connection, player_id)
        if chosen.reminder_way is not ReminderWay.DIGEST:
            return
        if matches.count_waiting(connection, player_id):
            day = now.astimezone(zone_of(chosen)).date().toordinal()
            note_digest(connection, player_id, day, now)
        set_digest(connection, player_id, chosen, now)
