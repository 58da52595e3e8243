"""When players are reminded, and when they are left in peace."""

from datetime import timedelta
from functools import partial
from operator import attrgetter

from bot.core.matches import SINCE_BEGUN, ChangeKind, Hook, MatchStore, Now
from bot.core.part import Part, Prune
from bot.features.reminders import storage
from bot.features.reminders.due import end_reminders, remind
from bot.features.reminders.idling import (
    NUDGES_BEFORE,
    HasClock,
    Idleness,
    IdleService,
    NobodyToNudge,
    Nudged,
    TooEarlyToCallOff,
    TooEarlyToNudge,
    end_idle,
    watch_idleness,
)
from bot.features.reminders.planning import next_reminder, possible_turns, quiet_of, zone_of
from bot.features.reminders.posts import (
    Digest,
    ReminderCard,
    digest_posts,
    reminder_posts,
    tell_waiting,
)
from bot.features.reminders.quiet_hours import (
    HoursProblem,
    UnreadableHours,
    first_instant,
    wall_time,
    write_time,
)
from bot.features.reminders.settings import NotYourReminder, ReminderGone, ReminderService, Wishes
from bot.features.reminders.zones import (
    FoundZone,
    UnreadableZone,
    ZoneProblem,
    cities,
    complete_zone,
    guess_zones,
)
from data.states import TimerKind
