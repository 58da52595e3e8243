"""The four formats, and the setup of a new tournament of one. No other module lists the formats."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import timedelta

from bot.core.clocks import parse_clock
from bot.core.matches import game_of
from bot.features.tournaments import errors
from bot.features.tournaments.format import Format
from bot.features.tournaments.knockout import Knockout
from bot.features.tournaments.round_robin import League, RoundRobin
from bot.features.tournaments.swiss import Swiss
from bot.features.tournaments.values import Field, Repeat, Rules, longest
from data.ids import ChannelId, RoleId
from data.states import TournamentKind
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


SIZES = range(4, 11)
AT_ONCE = range(10)
ROUNDS = (0, *range(3, 10))
ROUND_DAYS = range(7, 61)


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
    def longest(self) -> timedelta:
        """How long a game takes at most."""
        return longest(parse_clock(self.clock), self.info.turns)

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
        fits = rules.size in SIZES and rules.at_once in AT_ONCE and rules.games in (0, 1, 2)
        fits = fits and (played.next_season_after is None or rules.repeat is Repeat.NEVER)
        fits = fits and (not rules.round_days or rules.round_days in ROUND_DAYS)
        if not fits or rules.rounds not in ROUNDS:
            raise errors.BadRules
        return rules
