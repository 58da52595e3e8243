"""When players are reminded, and when they are left in peace."""

from bot.services.reminders.digests import Digest
from bot.services.reminders.errors import (
    HasClock,
    NobodyToNudge,
    NotYourReminder,
    ReminderGone,
    TooEarlyToCallOff,
    TooEarlyToNudge,
    UnreadableHours,
    UnreadableZone,
)
from bot.services.reminders.idle import NUDGES_BEFORE, Idleness
from bot.services.reminders.idling import IdleService, Nudged
from bot.services.reminders.part import reminders_part
from bot.services.reminders.planning import next_reminder, possible_turns, quiet_of, zone_of
from bot.services.reminders.posts import ReminderCard
from bot.services.reminders.quiet_hours import QuietHours, next_digest, released
from bot.services.reminders.settings import ReminderService, Wishes
from bot.services.reminders.tiers import Tier, TurnTime, is_silenced, plan, tiers
from bot.services.reminders.typed_hours import (
    HoursProblem,
    InvalidHoursError,
    parse_quiet_hours,
    parse_time,
    write_quiet_hours,
    write_time,
)
from bot.services.reminders.zones import (
    FoundZone,
    InvalidZoneError,
    ZoneProblem,
    cities,
    complete_zone,
    guess_zones,
    parse_zone,
)
