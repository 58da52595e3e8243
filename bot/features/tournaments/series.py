"""Series of tournaments: the next season of a league, and the next of a repeated tournament."""

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import count
from zoneinfo import ZoneInfo

from bot.features.reminders import first_instant
from bot.features.tournaments import storage
from bot.features.tournaments.format import Format
from bot.features.tournaments.storage import NewTournament
from bot.features.tournaments.values import Entrant, Field, Repeat, Tournament
from data.ids import Key
from data.states import TournamentState

MONTHS = 12
HALVES = {Repeat.WEEKLY: timedelta(days=3.5), Repeat.MONTHLY: timedelta(weeks=2)}


def follows_at(
    played: Format, tournament: Tournament, now: datetime, zone: ZoneInfo
) -> datetime | None:
    """When the next one begins, in UTC; None if none follows, or it is too early to open it."""
    repeat, begun = tournament.rules.repeat, _begun(tournament)
    if played.next_season_after:
        ended_at = tournament.ended_at
        is_over = tournament.state is TournamentState.OVER and ended_at is not None
        return (
            at_the_hour(ended_at + played.next_season_after, begun, zone)
            if is_over and ended_at
            else None
        )
    going_on = tournament.has_begun or tournament.state is TournamentState.OVER
    if repeat is Repeat.NEVER or not going_on:
        return None
    # if the organiser began it early, its own regular day is skipped
    earliest = max(now, begun + HALVES[repeat])
    anchor = tournament.rules.anchor or begun
    return next(at for at in _repeated(anchor, repeat, zone) if at > earliest)


def _begun(tournament: Tournament) -> datetime:
    return tournament.begins_at or tournament.created_at


def _repeated(anchor: datetime, repeat: Repeat, zone: ZoneInfo) -> Iterator[datetime]:
    """The times after the anchor at the same hour, on the same day of the week or month.

    In a month that is too short it is the last day.
    """
    first = anchor.astimezone(zone)
    for number in count(1):
        if repeat is Repeat.WEEKLY:
            day = first.date() + timedelta(weeks=number)
        else:
            years, month = divmod(first.month - 1 + number, MONTHS)
            year, month = first.year + years, month + 1
            day = date(year, month, min(first.day, monthrange(year, month)[1]))
        yield first_instant(day, first.time(), zone)


def next_of(
    played: Format, before: Tournament, begins_at: datetime, now: datetime
) -> NewTournament:
    """The next tournament of a series, with the settings of the one before."""
    rules = replace(
        played.rules_for_next(before.rules), anchor=before.rules.anchor or _begun(before)
    )
    return NewTournament(
        server_id=before.server_id,
        kind=before.kind,
        name=before.name if isinstance(before.name, str) else "",
        game=before.game,
        variant=before.variant_id,
        clock=before.clock,
        rated=before.rated,
        rules=storage.written_rules(rules),
        organiser_id=before.organiser_id,
        channel_id=before.channel_id,
        begins_at=begins_at,
        created_at=now,
        key=Key(f"season:{before.id}"),
        previous_id=before.id,
        number=before.number + 1,
    )


def staying(field: Field) -> tuple[Entrant, ...]:
    """The entrants of the next one: those who stay, and those who entered too late for this."""
    return tuple(
        Entrant(each.player_id, each.entered_at, each.stays, carried=each.number is not None)
        for each in field.entrants
        if each.is_in and (each.stays or each.number is None)
    )


def at_the_hour(earliest: datetime, hour: datetime, zone: ZoneInfo) -> datetime:
    """The first time from ``earliest`` on with the same wall time in ``zone`` as ``hour``."""
    day, shown = earliest.astimezone(zone).date(), hour.astimezone(zone).time()
    found = first_instant(day, shown, zone)
    return found if found >= earliest else first_instant(day + timedelta(days=1), shown, zone)
