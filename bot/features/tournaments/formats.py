"""The four formats, and what a new tournament of one is like: as chosen, or the next of a series.

No other module lists the formats.
"""

from calendar import monthrange
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from datetime import date, datetime, timedelta
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

from bot.core.matches import game_of
from bot.features.reminders import first_instant
from bot.features.tournaments import errors
from bot.features.tournaments.format import Format
from bot.features.tournaments.knockout import Knockout
from bot.features.tournaments.round_robin import League, RoundRobin
from bot.features.tournaments.swiss import Swiss
from bot.features.tournaments.values import Entrant, Field, Repeat, Rules, Tournament
from data.ids import ChannelId, Key, RoleId
from data.states import TournamentKind, TournamentState
from rules.game import GameInfo

FORMATS: Mapping[TournamentKind, Format] = {
    TournamentKind.LEAGUE: League(),
    TournamentKind.ROUND_ROBIN: RoundRobin(),
    TournamentKind.KNOCKOUT: Knockout(),
    TournamentKind.SWISS: Swiss(),
}


def format_of(field: Field) -> Format:
    """How a tournament is played."""
    return FORMATS[field.tournament.kind]


def rescored(field: Field) -> Field:
    """The field with the score of every pairing worked out again."""
    return format_of(field).rescored(field)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What an organiser asks for; None stands for the format's default.

    ``days``: until it begins, None for when the organiser starts it.
    """

    kind: TournamentKind
    game: str
    clock: str
    channel_id: ChannelId
    variant: str | None = None
    name: str | None = None
    rated: bool = True
    days: int | None = None
    size: int | None = None
    rounds: int | None = None
    round_days: int | None = None
    at_once: int | None = None
    games: int | None = None
    most: int | None = None
    rating_from: int | None = None
    rating_to: int | None = None
    matches: int | None = None
    role_id: RoleId | None = None
    repeat: Repeat = Repeat.NEVER
    final_group: bool = False
    third_place: bool | None = None
    by_invitation: bool = False

    @property
    def info(self) -> GameInfo:
        """The game; raises UnknownGame."""
        return game_of(self.game).info

    @property
    def rules(self) -> Rules:
        """The format's rules with what was asked for.

        Raises RatingsCrossed, PlacesOutside or BadRules.
        """
        played = FORMATS[self.kind]
        names = [each.name for each in fields(Rules) if hasattr(self, each.name)]
        chosen = {name: value for name in names if (value := getattr(self, name)) is not None}
        rules = replace(played.rules, **chosen)
        low, high = rules.rating_from, rules.rating_to
        if low is not None and high is not None and low > high:
            raise errors.RatingsCrossed(low, high)
        least, most = played.rules.least, played.rules.most
        if not least <= rules.most <= most:
            raise errors.PlacesOutside(rules.most, least, most)
        fits = (
            rules.size in range(4, 11),
            rules.at_once in range(10),
            rules.games in (0, 1, 2),
            rules.rounds in (0, *range(3, 10)),
            rules.round_days in (0, *range(7, 61)),
            rules.repeat is Repeat.NEVER or not played.in_seasons,
        )
        if not all(fits):
            raise errors.BadRules
        return rules


MONTHS = 12
SEASON_BREAK = timedelta(days=7)
"""The time from the end of a season until the next one begins."""
HALVES = {Repeat.WEEKLY: timedelta(days=3.5), Repeat.MONTHLY: timedelta(weeks=2)}


def follows_at(
    played: Format, tournament: Tournament, now: datetime, zone: ZoneInfo
) -> datetime | None:
    """When the next one begins, in UTC; None if none follows, or it is too early to open it."""
    repeat, begun = tournament.rules.repeat, _begun(tournament)
    is_over = tournament.state is TournamentState.OVER
    if played.in_seasons:
        ended_at = tournament.ended_at if is_over else None
        return ended_at and at_the_hour(ended_at + SEASON_BREAK, begun, zone)
    if repeat is Repeat.NEVER or not (tournament.has_begun or is_over):
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


def next_of(before: Tournament, begins_at: datetime, now: datetime) -> dict[str, Any]:
    """The columns of the next tournament of a series, with the settings of the one before."""
    anchor = before.rules.anchor or _begun(before)
    rules = replace(before.rules, rounds=before.rules.wanted, anchor=anchor)
    return {
        "server_id": before.server_id,
        "kind": before.kind,
        "name": before.name if isinstance(before.name, str) else "",
        "game": before.game,
        "variant": before.variant_id,
        "clock": before.clock,
        "rated": before.rated,
        "rules": rules,
        "organiser_id": before.organiser_id,
        "channel_id": before.channel_id,
        "begins_at": begins_at,
        "created_at": now,
        "key": Key(f"season:{before.id}"),
        "previous_id": before.id,
        "number": before.number + 1,
    }


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
