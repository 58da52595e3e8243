"""What a reminder's message shows."""

from dataclasses import dataclass
from datetime import datetime

from bot.services.matches import MatchState
from bot.services.reminders.idle import NOTICE
from bot.services.reminders.storage import Reminder
from data.ids import Engine, PlayerId, ReminderId
from data.states import ReminderKind, ReminderWay


@dataclass(frozen=True, slots=True)
class ReminderCard:
    """A reminder, its match as it is now, and how the player wants to be reminded.

    ``direct``: the message is for that person alone. ``until``: their deadline, if time runs.
    """

    reminder: Reminder
    match: MatchState
    way: ReminderWay
    direct: bool = False

    @property
    def id(self) -> ReminderId:
        """The reminder's number."""
        return self.reminder.id

    @property
    def player_id(self) -> PlayerId:
        """Who is reminded."""
        return self.reminder.player_id

    @property
    def called(self) -> tuple[PlayerId, ...]:
        """Whom the message calls.

        It is nobody where it is for one alone, or the player wants to hear of matches otherwise.
        """
        if self.reminder.kind is ReminderKind.NOTICE:
            seats = self.match.seats
            return tuple(
                each.holder for each in seats if not (each.left or isinstance(each.holder, Engine))
            )
        wants_none = self.way in (ReminderWay.OFF, ReminderWay.DIGEST)
        return () if self.direct or wants_none else (self.player_id,)

    @property
    def called_off_at(self) -> datetime:
        """When a match ends of which this gives notice."""
        return self.reminder.created_at + NOTICE

    @property
    def until(self) -> datetime | None:
        """Until when the player has time."""
        return self.match.match.deadline
