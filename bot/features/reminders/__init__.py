"""Reminders of turns, daily digests, and matches in which nobody moves.

``planning.py`` says when a player is reminded, ``quiet_hours.py`` when not, ``idling.py`` when an
idle match can be nudged, called off or ended.
"""

from bot.features.reminders.idling import (
    HasClock,
    Idleness,
    IdleService,
    NobodyToNudge,
    Nudged,
    TooEarlyToCallOff,
    TooEarlyToNudge,
)
from bot.features.reminders.planning import next_reminder, possible_turns, zone_of
from bot.features.reminders.posts import Digest
from bot.features.reminders.quiet_hours import first_instant, wall_time
from bot.features.reminders.service import Wishes
from bot.features.reminders.zones import (
    FoundZone,
    UnreadableZone,
    ZoneProblem,
    cities,
    complete_zone,
    guess_zones,
)
