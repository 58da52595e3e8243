"""What reminders and their settings say."""

from collections.abc import Mapping, Sequence
from datetime import datetime, time
from zoneinfo import ZoneInfo

from bot.chat.common.clocks import deadline, distance
from bot.chat.common.hours import unreadable_hours, unreadable_zone
from bot.chat.common.text import all_of, match_title, mention, people
from bot.chat.interaction.part import Refusals
from bot.chat.messenger.text import holder_name
from bot.services.matches import MatchSummary
from bot.services.people import ReminderSettings
from bot.services.reminders import (
    NUDGES_BEFORE,
    FoundZone,
    HasClock,
    NobodyToNudge,
    NotYourReminder,
    ReminderCard,
    ReminderGone,
    TooEarlyToCallOff,
    TooEarlyToNudge,
    UnreadableHours,
    UnreadableZone,
    cities,
    quiet_of,
    write_time,
    zone_of,
)
from data.states import ReminderKind, ReminderWay

NAMED = 3
"""How many matches are named of which no reminder can come."""

SETTINGS, DIRECT, GO = "Reminders", "Remind me by direct message", "Go to the board"
CLOSED = (
    "-# You take no direct messages from me, so I remind you here from now on. "
    "`/settings` changes it."
)

HEADING = "### Reminders\nHow I tell you that your time runs low, in every server."
WAYS: Mapping[ReminderWay, str] = {
    ReminderWay.THREAD: "Where the match is played",
    ReminderWay.DIRECT: "By direct message",
    ReminderWay.DIGEST: "All at once, by one direct message a day",
    ReminderWay.OFF: "Not at all",
}
DIGEST_AT = "**Every day at**, if something waits for you"
QUIET_BUTTON, ZONE_BUTTON, CITY_BUTTON = "Quiet hours", "Time zone", "Type a city"
QUIET_TITLE, QUIET_FIELD = "Quiet hours", "From when to when, or off"
QUIET_EXAMPLE = "22-7"
ZONE_TITLE, ZONE_FIELD, ZONE_EXAMPLE = "Time zone", "Your city, or one that has your time", "Berlin"
ZONES = (
    "### Your time zone\nIs it one of these? Else type a city, "
    "or use `/settings zone:` and choose from the list."
)
NO_GUESS = "### Your time zone\nType a city, or use `/settings zone:` and choose from the list."
CHOOSE_ZONE = "Choose your time zone"
NOW_DIRECT = (
    "From now on I remind you by direct message, of every match. `/settings` changes it. "
    "If you take no direct messages from people in this server, I come back here."
)


def reminder(card: ReminderCard) -> str:
    """What somebody is told whose turn it is, or everybody whose match is forgotten."""
    match = card.match
    name = f"**{match_title(match)}**"
    if card.reminder.kind is ReminderKind.NOTICE:
        return (
            f"{people(card.called)}, nobody has moved in {name} for four months. "
            f"Unless somebody does, it ends without a result {distance(card.called_off_at)}."
        )
    if card.direct:
        others = all_of([holder_name(each) for each in match.players if each != card.player_id])
        said = f"{name} against {others} waits for your move"
    else:
        said = f"{mention(card.player_id)}, {name} waits for your move"
    limit = "" if card.until is None else f": you have time {deadline(card.until)}"
    closed = f"\n{CLOSED}" if card.reminder.direct_closed else ""
    by = card.reminder.by
    asked = "" if by is None else f" {mention(by)} would like to go on."
    return f"{said}{limit}.{asked}{closed}"


def hours(chosen: ReminderSettings, now: datetime, unheard: Sequence[MatchSummary] = ()) -> str:
    """Quiet hours and the zone in which they are meant.

    Also in which matches, ``unheard``, a whole turn can pass meanwhile.
    """
    quiet = quiet_of(chosen)
    if quiet is None:
        silence = "none: I remind you at any hour."
    else:
        silence = f"{write_time(quiet.start)} to {write_time(quiet.end)}"
    if unheard:
        names = ", ".join(f"**{match_title(each)}**" for each in unheard[:NAMED])
        more = f" and {len(unheard) - NAMED} more" if len(unheard) > NAMED else ""
        silence += f"\n-# A whole turn can pass in them, and no reminder comes: {names}{more}."
    return f"**{QUIET_BUTTON}** {silence}\n**{ZONE_BUTTON}** {zone(chosen, now)}"


def zone(chosen: ReminderSettings, now: datetime) -> str:
    """Where somebody lives, and what the clocks show there."""
    if chosen.zone is None:
        return f"not chosen: hours are meant in UTC, where it is {shown(now, ZoneInfo('UTC'))}"
    return f"{city_of(chosen.zone)}, where it is {shown(now, zone_of(chosen))}"


def found_zone(found: FoundZone, now: datetime) -> str:
    """A zone that can be chosen."""
    return f"{found.city} · it is {shown(now, ZoneInfo(found.name))} ({found.name})"


def city_of(name: str) -> str:
    """A zone by the city that people know, or by its own name."""
    return next(iter(cities().get(name, ())), name.rpartition("/")[2].replace("_", " "))


def shown(now: datetime, where: ZoneInfo) -> str:
    """What clocks show."""
    return write_time(now.astimezone(where).time())


def digest_hour(at: time) -> str:
    """An hour in the list."""
    return write_time(at)


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
