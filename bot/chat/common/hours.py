"""What is said of hours and time zones that somebody typed."""

from collections.abc import Mapping

from bot.chat.common.text import either, quoted
from bot.services.reminders import HoursProblem, InvalidHoursError, InvalidZoneError, ZoneProblem


def unreadable_zone(error: InvalidZoneError) -> str:
    """Why what somebody typed is no time zone, and what can be typed instead."""
    instead = either([found.city for found in error.instead[:3]])
    said = f"{quoted(error.text)} " if error.text.strip() else "That "
    return f"{said}{_ZONES[error.problem]} Type a large city near you, such as {instead}."


def unreadable_hours(error: InvalidHoursError) -> str:
    """Why what somebody typed are no hours, and what can be typed instead."""
    said = quoted(error.wrong) if error.wrong else "That"
    return f"{said} {_HOURS[error.problem]} Type {either(error.instead)}."


_ZONES: Mapping[ZoneProblem, str] = {
    ZoneProblem.EMPTY: "is no city.",
    ZoneProblem.UNKNOWN: "is no city or time zone that I know.",
    ZoneProblem.AN_OFFSET: "does not say when summer and winter time change.",
}

_HOURS: Mapping[HoursProblem, str] = {
    HoursProblem.EMPTY: "is no time.",
    HoursProblem.UNREADABLE: "is no time that I can read.",
    HoursProblem.NO_SUCH_HOUR: "is no hour that a clock shows: they go from 0 to 23.",
    HoursProblem.NO_SUCH_MINUTE: "is no minute that a clock shows: they go from 0 to 59.",
    HoursProblem.NO_END: "says when quiet hours begin, but not when they end.",
    HoursProblem.NO_LENGTH: "begins and ends at the same time.",
}
