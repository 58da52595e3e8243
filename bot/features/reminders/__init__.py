"""Reminders of turns, daily digests, and matches in which nobody moves.

- ``rules.py``: when a player is reminded, and when an idle match may be nudged or called off.
- ``typed.py``: reading times, quiet hours and time zones from what people type.
- ``storage.py``: the rows. ``hooks.py``: what happens by itself. ``service.py``: what people do.
- ``posts.py``: what is posted where. ``words.py``, ``screen.py``: how people see it.
"""

from bot.features.reminders.hooks import next_reminder
from bot.features.reminders.posts import Digest
from bot.features.reminders.rules import Idleness, first_instant, next_digest, zone_of
from bot.features.reminders.service import (
    HasClock,
    NobodyToNudge,
    Nudged,
    ReminderService,
    TooEarlyToCallOff,
    TooEarlyToNudge,
    Wishes,
)
