"""When players are reminded, and when they are left in peace."""

from __future__ import annotations

from bot.services.reminders.digest import next_digest
from bot.services.reminders.idle import Idleness
from bot.services.reminders.quiet_hours import QuietHours, released
from bot.services.reminders.tiers import Reminder, Tier, TurnTime, is_silenced, plan, tiers
from bot.services.reminders.typed_hours import (
    HoursProblem,
    InvalidHoursError,
    parse_quiet_hours,
    parse_time,
    write_quiet_hours,
    write_time,
)
from bot.services.reminders.zone_guesses import guess_zones
from bot.services.reminders.zones import (
    FoundZone,
    InvalidZoneError,
    ZoneProblem,
    cities,
    complete_zone,
    parse_zone,
)

__all__ = [
    "FoundZone",
    "HoursProblem",
    "Idleness",
    "InvalidHoursError",
    "InvalidZoneError",
    "QuietHours",
    "Reminder",
    "Tier",
    "TurnTime",
    "ZoneProblem",
    "cities",
    "complete_zone",
    "guess_zones",
    "is_silenced",
    "next_digest",
    "parse_quiet_hours",
    "parse_time",
    "parse_zone",
    "plan",
    "released",
    "tiers",
    "write_quiet_hours",
    "write_time",
]
