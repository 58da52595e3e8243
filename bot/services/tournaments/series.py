"""What follows a tournament: the next season of a league, and the next of one that repeats."""

from datetime import datetime, timedelta

from bot.services.tournaments import storage
from bot.services.tournaments.format import Format
from bot.services.tournaments.models import Entrant, Field, Repeat, Tournament
from bot.services.tournaments.storage import NewTournament
from data.ids import Key
from data.states import TournamentState

WEEKS = {Repeat.WEEKLY: 1, Repeat.TWO_WEEKS: 2}
MONTHS, LAST_DAY = 12, 28


def follows_at(played: Format, tournament: Tournament, now: datetime) -> datetime | None:
    """When the next one begins; None where none follows, or it is not time to open it."""
    repeat, begun = tournament.rules.repeat, tournament.begins_at or tournament.created_at
    rests = played.rests or timedelta(days=tournament.rules.rest_days)
    if rests:
        ended_at = tournament.ended_at
        is_over = tournament.state is TournamentState.OVER and ended_at is not None
        return at_the_hour(ended_at + rests, begun) if is_over and ended_at else None
    going_on = tournament.has_begun or tournament.state is TournamentState.OVER
    if repeat is Repeat.NEVER or not going_on:
        return None
    following = _after(begun, repeat)
    while following <= now:
        following = _after(following, repeat)
    return following


def _after(begun: datetime, repeat: Repeat) -> datetime:
    """So many weeks later, or the same day of the next month, as far as every month has it."""
    if repeat in WEEKS:
        return begun + timedelta(weeks=WEEKS[repeat])
    years, month = divmod(begun.month, MONTHS)
    return begun.replace(year=begun.year + years, month=month + 1, day=min(begun.day, LAST_DAY))


def next_of(
    played: Format, before: Tournament, begins_at: datetime, now: datetime
) -> NewTournament:
    """The next one of a series, as the one before was made."""
    return NewTournament(
        server_id=before.server_id,
        kind=before.kind,
        name=before.name if isinstance(before.name, str) else "",
        game=before.game,
        variant=before.variant_id,
        clock=before.clock,
        rated=before.rated,
        rules=storage.written_rules(played.anew(before.rules)),
        organiser_id=before.organiser_id,
        channel_id=before.channel_id,
        begins_at=begins_at,
        created_at=now,
        key=Key(f"season:{before.id}"),
        previous_id=before.id,
        number=before.number + 1,
    )


def staying(field: Field) -> tuple[Entrant, ...]:
    """Who is in the next one: who stays, and who entered when it was too late for this one."""
    return tuple(
        Entrant(each.player_id, each.entered_at, each.stays, carried=each.number is not None)
        for each in field.entrants
        if each.is_in and (each.stays or each.number is None)
    )


def at_the_hour(earliest: datetime, hour: datetime) -> datetime:
    """The first time from ``earliest`` on at the time of day of ``hour``."""
    found = datetime.combine(earliest.date(), hour.timetz())
    return found if found >= earliest else found + timedelta(days=1)
