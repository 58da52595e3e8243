"""Why something is refused here, in sentences."""

from __future__ import annotations

from bot.chat.common.clocks import distance
from bot.chat.common.hours import unreadable_hours, unreadable_zone
from bot.chat.interaction.part import Refusals
from bot.services.reminders import (
    NUDGES_BEFORE,
    HasClock,
    NobodyToNudge,
    NotYourReminder,
    ReminderGone,
    TooEarlyToCallOff,
    TooEarlyToNudge,
    UnreadableHours,
    UnreadableZone,
)


def _too_early_to_call_off(error: TooEarlyToCallOff) -> str:
    possible, missing = error.idle.call_off_from, NUDGES_BEFORE - len(error.idle.nudges)
    if possible is not None:
        return f"This match can be called off {distance(possible)}, if nobody moves until then."
    nudges = "once" if missing == 1 else "twice"
    return (
        "Everybody has moved already, so you can resign. If the others do not move any more, "
        f"nudge them {nudges} with `/match nudge`; 60 days after the last move "
        "the match can be called off."
    )


REFUSALS: Refusals = {
    UnreadableZone: lambda error: unreadable_zone(error.error),
    UnreadableHours: lambda error: unreadable_hours(error.error),
    HasClock: lambda _: "A clock runs in this match, so nobody can keep you waiting for ever.",
    NobodyToNudge: lambda _: "It is your own turn, so there is nobody to nudge.",
    TooEarlyToNudge: lambda error: (
        f"Give them a little more time: you can nudge {distance(error.at)}."
    ),
    TooEarlyToCallOff: _too_early_to_call_off,
    ReminderGone: lambda _: "This reminder is over. `/settings` says how you are reminded.",
    NotYourReminder: lambda _: "This reminder is for somebody else; `/settings` has your own.",
}
