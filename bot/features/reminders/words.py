"""Sentences of reminders and their settings."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.core.matches import MatchSummary
from bot.core.people import ReminderSettings
from bot.features.reminders.posts import ReminderCard
from bot.features.reminders.rules import NUDGES_BEFORE, quiet_of, zone_of
from bot.features.reminders.service import TooEarlyToCallOff
from bot.features.reminders.typed import FoundZone, UnreadableHours, UnreadableZone, cities
from bot.screen import words
from bot.screen.messenger.words import holder_name
from data.states import ReminderKind, ReminderWay
from rules.texts import Counted, Plain, Text, lines, listed, sentences

MOST_NAMED = 3
"""The most matches without reminders that are named."""

SETTINGS = Text("Reminders", "button")
DIRECT = Text("Remind me by direct message")
GO = Text("Go to the board")
CLOSED = Text(
    "-# I cannot send you direct messages, so I remind you here from now on. You can "
    "change this in `/settings`."
)

HEADING = Text("### Reminders\nHow I remind you when your time is running out, in every server.")
WAYS: Mapping[ReminderWay, Text] = {
    ReminderWay.THREAD: Text("Where the match is played"),
    ReminderWay.DIRECT: Text("By direct message"),
    ReminderWay.DIGEST: Text("In one daily direct message"),
    ReminderWay.OFF: Text("Not at all"),
}
LAST_REMINDER = Text("**The last reminder** in a turn")
LAST_REMINDERS: Mapping[ReminderKind, Text] = {
    ReminderKind.THREE_HOURS: Text("3 hours before time is up"),
    ReminderKind.ONE_HOUR: Text("3 hours and 1 hour before"),
}
DIGEST_AT = Text("**Every day at**, if something waits for you")
QUIET_BUTTON = Text("Quiet hours", "button")
ZONE_BUTTON = Text("Time zone", "button")
TIME_BUTTON = Text("Another time", "button")
CITY_BUTTON = Text("Type a city")
QUIET_FIELD = Text("From when to when, or off")
TIME_FIELD = Text("When I send you the message")
ZONE_FIELD = Text("Your city, or one with your time")
ZONE_EXAMPLE = Text("Berlin", "example")
ZONES = Text("### Your time zone\nIs it one of these? Else type a city.")
NO_GUESS = Text("### Your time zone\nType a city.")
CHOOSE_ZONE = Text("Choose your time zone")
NOW_DIRECT = Text(
    "From now on I remind you of every match by direct message. If I cannot send you "
    "one, I remind you here. You can change this in `/settings`."
)


def reminder(card: ReminderCard) -> Text:
    """The sentence of a reminder or a notice."""
    match = card.match
    name = Plain("**{match}**", match=words.match_title(match))
    if card.reminder.kind is ReminderKind.NOTICE:
        return Text(
            "{called}, nobody has moved in {name} for four months. If nobody moves, I cancel "
            "it {called_off_at}.",
            called=words.people(card.called),
            name=name,
            called_off_at=words.distance(card.called_off_at),
        )
    if card.direct:
        others = listed([holder_name(each) for each in match.players if each != card.player_id])
        said = Text("{name} against {others} waits for your move.", name=name, others=others)
    else:
        player = words.mention(card.player_id)
        said = Text("{player}, {name} waits for your move.", player=player, name=name)
    until = match.match.deadline
    limit = Text("You have time {until}.", until=words.deadline(until)) if until else None
    by = card.reminder.by
    asked = Text("{player} would like to continue.", player=words.mention(by)) if by else None
    return lines(sentences(said, limit, asked), CLOSED if card.reminder.direct_closed else None)


def hours(chosen: ReminderSettings, now: datetime, muted: Sequence[MatchSummary] = ()) -> Text:
    """The quiet hours, a warning of ``muted`` matches, and the time zone."""
    quiet = quiet_of(chosen)
    if quiet is None:
        silence = Text("**{label}** none: I remind you at any hour.", label=QUIET_BUTTON)
    else:
        silence = Text(
            "**{label}** {start} to {end}",
            label=QUIET_BUTTON,
            start=quiet.start.isoformat("minutes"),
            end=quiet.end.isoformat("minutes"),
        )
    names = [Plain("**{match}**", match=words.match_title(each)) for each in muted]
    silenced = Text(
        "-# In these matches your quiet hours may cover a whole turn, so you might "
        "get no reminder: {matches}."
    )
    warning = silenced.of(matches=words.some_of(names, MOST_NAMED)) if names else None
    return lines(silence, warning, zone(chosen, now))


def zone(chosen: ReminderSettings, now: datetime) -> Text:
    """The time zone of a player, and the time there."""
    if chosen.zone is None:
        return Text(
            "**{label}** not chosen: hours are meant in UTC, where it is {time}",
            label=ZONE_BUTTON,
            time=shown(now, ZoneInfo("UTC")),
        )
    return Text(
        "**{label}** {city}, where it is {time}",
        label=ZONE_BUTTON,
        city=city_of(chosen.zone),
        time=shown(now, zone_of(chosen.zone)),
    )


def found_zone(found: FoundZone, now: datetime) -> Text:
    return Text(
        "{city} · it is {shown} ({name})",
        city=found.city,
        shown=shown(now, ZoneInfo(found.name)),
        name=found.name,
    )


def city_of(name: str) -> str:
    """The best-known city of a zone, or the zone's own city."""
    return next(iter(cities().get(name, ())), name.rpartition("/")[2].replace("_", " "))


def shown(now: datetime, where: ZoneInfo) -> str:
    return f"{now.astimezone(where):%H:%M}"


@words.sentence.register
def _too_early_to_call_off(error: TooEarlyToCallOff) -> Text:
    possible, missing = error.idle.call_off_from, NUDGES_BEFORE - len(error.idle.nudges)
    if possible is not None:
        return Text(
            "You can cancel this match {possible} if nobody moves before then.",
            possible=words.distance(possible),
        )
    return Counted(
        "Everybody has moved, so you can only resign. If nobody else moves, nudge "
        "{number} time below **More**. You can cancel the match 60 days after "
        "the last move.",
        "Everybody has moved, so you can only resign. If nobody else moves, nudge "
        "{number} times below **More**. You can cancel the match 60 days after "
        "the last move.",
        missing,
    )


@words.sentence.register
def _unreadable_zone(error: UnreadableZone) -> Text:
    said = Text("That is not a city.")
    if error.text.strip():
        said = error.problem.value.of(typed=words.quoted(error.text))
    where = Text(
        "Type a large city near you by its English name, or your time zone, such as {zone}.",
        zone="`Europe/Berlin`",
    )
    if error.instead:
        cities = words.typed_as([found.city for found in error.instead[:3]])
        where = Text("Type a large city near you, such as {cities}.", cities=cities)
    return sentences(said, where)


@words.sentence.register
def _unreadable_hours(error: UnreadableHours) -> Text:
    said: Text = error.problem.value
    return sentences(said.of(typed=words.quoted(error.wrong)), words.instead(error.instead))
