"""Why something is refused here, in sentences."""

from __future__ import annotations

from bot.chat.common.clocks import deadline, distance, moment
from bot.chat.common.text import all_of, counted, match_title
from bot.chat.interaction.part import Refusals
from bot.services.timekeeping import (
    AlreadyOnVacation,
    BadVacation,
    DeadlineTooNear,
    LiveMatch,
    NotOnVacation,
    OutOfTime,
    OwnTime,
    VacationTooLong,
    WithoutClock,
)


def _too_long_away(error: VacationTooLong) -> str:
    left = all_of([f"{counted(days, 'day')} in {year}" for year, days in error.left.items()])
    return f"That is more than you have left: {left}. Nothing was changed."


REFUSALS: Refusals = {
    OutOfTime: lambda error: f"The time ran out {distance(error.deadline)}, so this came too late.",
    WithoutClock: lambda _: "This match has no clock: you can take as long as you like.",
    AlreadyOnVacation: lambda error: (
        f"You are on vacation already, until {moment(error.until)}. `/vacation end` ends it."
    ),
    NotOnVacation: lambda _: "You are not on vacation. `/vacation start` begins one.",
    BadVacation: lambda error: f"A vacation lasts from 1 to {error.longest} days.",
    VacationTooLong: _too_long_away,
    DeadlineTooNear: lambda error: (
        f"In {match_title(error.view)} you have time {deadline(error.deadline)}, which is too "
        "near. Make your move there first, then go on vacation."
    ),
    OwnTime: lambda _: "You can give time to others, while it is their turn, but not to yourself.",
    LiveMatch: lambda _: "This match is played in one sitting, where that is not done.",
}
