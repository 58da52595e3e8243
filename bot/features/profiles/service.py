"""Works out profiles: ratings and records of a player, and of two against each other."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import takewhile
from typing import TypeVar

from sqlalchemy import Connection

from bot.core.matches import PlayerResult, Service, game_of
from bot.core.people.settings import player_settings
from bot.features import ratings
from bot.features.ratings import FinishedMatch, Meetings, storage
from bot.features.tournaments import Title, titles_of
from data.database import reads
from data.ids import PlayerId, ServerId
from renderer.charts import ActivityChart, RatingCurve, RatingPoint, WeekOfPlay
from rules import GAMES
from rules.game import GameInfo, Variant
from rules.texts import Text

Key = TypeVar("Key")

MOST_RESULTS = 1000
"""How many of the latest matches records count."""


@dataclass(frozen=True, slots=True)
class WinLossRecord:
    """How often a player won, drew and lost."""

    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


def record(outcomes: Iterable[PlayerResult]) -> WinLossRecord:
    """The record of matches with these outcomes."""
    return WinLossRecord(*map(list(outcomes).count, _ORDER))


@dataclass(frozen=True, slots=True)
class GameStanding:
    """A player's ratings in a game: in the server, and everywhere."""

    info: GameInfo
    here: ratings.RatingRow | None
    everywhere: ratings.RatingRow | None


@dataclass(frozen=True, slots=True)
class Profile:
    """A player over all games. ``overall`` counts up to MOST_RESULTS matches.

    ``is_hidden``: the profile is shown only in servers that the player is in. ``titles`` are places
    in tournaments of this server, the latest first.
    """

    player_id: PlayerId
    is_hidden: bool
    games: tuple[GameStanding, ...]
    overall: WinLossRecord
    activity: ActivityChart
    titles: tuple[Title, ...] = ()


@dataclass(frozen=True, slots=True)
class GameProfile:
    """A player in one game, by up to MOST_RESULTS matches; ``last`` outcomes, the latest first.

    ``sides``: the records by the order of moving. ``streak``: the last outcome, and how often in a
    row. ``opponents``: those met most often, each with the record; ``hidden`` ones are named only
    in servers that they are in. ``curve``: of the rating in the server, or else everywhere; None
    without a rating.
    """

    standing: GameStanding
    is_hidden: bool
    overall: WinLossRecord
    sides: tuple[tuple[int, WinLossRecord], ...]
    variants: tuple[tuple[Variant, WinLossRecord], ...]
    streak: tuple[PlayerResult, int] | None
    last: tuple[PlayerResult, ...]
    opponents: tuple[tuple[PlayerId, WinLossRecord], ...]
    hidden: frozenset[PlayerId]
    curve: RatingCurve | None


@dataclass(frozen=True, slots=True)
class Versus:
    """Two players against each other: by game, and their last matches, the latest first."""

    one: PlayerId
    other: PlayerId
    is_hidden: bool
    games: tuple[Meetings, ...]
    last: tuple[FinishedMatch, ...]


WEEKS = 26
FAVOURITES = 3
_ORDER = (PlayerResult.WON, PlayerResult.DRAWN, PlayerResult.LOST)
MOST_POINTS = 2000
"""How many points a rating curve has at most."""
LAST = 10
"""How many of the last outcomes are shown."""
LAST_MATCHES = 5
"""How many of the last matches of two players are shown."""


def against(match: FinishedMatch, player_id: PlayerId, other: PlayerId) -> PlayerResult:
    """The outcome of a match between two of its players, for the first of them."""
    places = {seat.player_id: seat.place or 0 for seat in match.seats}
    own, theirs = places[player_id], places[other]
    return PlayerResult((own < theirs) - (own > theirs))


def records_by(outcomes: Iterable[tuple[Key, PlayerResult]]) -> dict[Key, WinLossRecord]:
    """The records of the outcomes with each key."""
    found: dict[Key, list[PlayerResult]] = defaultdict(list)
    for key, outcome in outcomes:
        found[key].append(outcome)
    return {key: record(each) for key, each in found.items()}


def activity(played: Sequence[FinishedMatch], player_id: PlayerId, today: date) -> ActivityChart:
    """The chart of matches in the last WEEKS weeks with this one; weeks begin on Monday."""
    this_week = today - timedelta(days=today.weekday())
    counted: Counter[tuple[date, PlayerResult]] = Counter()
    for match in played:
        day = match.ended_at.date()
        week = day - timedelta(days=day.weekday())
        counted[week, match.outcome(player_id)] += 1
    weeks = [this_week - timedelta(weeks=ago) for ago in reversed(range(WEEKS))]
    return ActivityChart(
        Text("Matches by week"),
        tuple(WeekOfPlay(week, *(counted[week, each] for each in _ORDER)) for week in weeks),
    )


class ProfileService(Service):
    """Reads profiles. Records count the last MOST_RESULTS matches."""

    @reads
    def profile(
        self, connection: Connection, player_id: PlayerId, server_id: ServerId | None
    ) -> Profile:
        """A player over all games, as shown in a server, or everywhere for None."""
        rows = storage.ratings_of(connection, player_id)
        played = storage.results_of(connection, player_id, None, MOST_RESULTS)
        games = tuple(
            _standing(game.info, rows, server_id)
            for name, game in GAMES.items()
            if any(row.game == name for row in rows)
        )
        return Profile(
            player_id,
            _is_hidden(connection, player_id),
            games,
            record(each.outcome(player_id) for each in played),
            activity(played, player_id, self._now().date()),
            () if server_id is None else titles_of(connection, player_id, server_id),
        )

    @reads
    def in_game(
        self, connection: Connection, player_id: PlayerId, game: str, server_id: ServerId | None
    ) -> GameProfile:
        """A player in one game. Raises UnknownGame."""
        info = game_of(game).info
        rows = storage.ratings_of(connection, player_id)
        played = storage.results_of(connection, player_id, game, MOST_RESULTS)
        outcomes = [each.outcome(player_id) for each in played]
        standing = _standing(info, rows, server_id)
        seats = [[seat.player_id for seat in each.seats].index(player_id) for each in played]
        sides = records_by(zip(seats, outcomes, strict=True))
        variants = records_by(zip((each.variant for each in played), outcomes, strict=True))
        exist = {variant.id: variant for variant in info.variants}
        known = sorted(filter(exist.get, variants), key=lambda name: -variants[name].played)
        opponents = records_by(
            (other, against(match, player_id, other))
            for match in played
            for other in match.people
            if other != player_id
        )
        often = sorted(opponents, key=lambda other: (-opponents[other].played, other))[:FAVOURITES]
        settings = player_settings.of(connection, often)
        in_a_row = sum(1 for _ in takewhile(lambda each: each == outcomes[0], outcomes))
        return GameProfile(
            standing=standing,
            is_hidden=_is_hidden(connection, player_id),
            overall=record(outcomes),
            sides=tuple((seat, sides[seat]) for seat in sorted(sides)),
            variants=tuple((exist[name], variants[name]) for name in known),
            streak=(outcomes[0], in_a_row) if outcomes else None,
            last=tuple(outcomes[:LAST]),
            opponents=tuple((other, opponents[other]) for other in often),
            hidden=frozenset(who for who, each in settings.items() if each.hidden_elsewhere),
            curve=_curve(connection, standing),
        )

    @reads
    def versus(self, connection: Connection, one: PlayerId, other: PlayerId) -> Versus:
        """Two players against each other, as the first of them sees it."""
        last = storage.between_players(connection, one, other, LAST_MATCHES)
        met = storage.meetings(connection, one, other)
        return Versus(
            one,
            other,
            _is_hidden(connection, other),
            tuple(each for each in met if each.game in GAMES),
            tuple(each for each in last if each.game in GAMES),
        )


def _is_hidden(connection: Connection, player_id: PlayerId) -> bool:
    return player_settings.get(connection, player_id).hidden_elsewhere


def _standing(
    info: GameInfo, rows: tuple[ratings.RatingRow, ...], server_id: ServerId | None
) -> GameStanding:
    found = {row.scope: row for row in rows if row.game == info.id}
    here = None if server_id is None else found.get(ratings.scope_of(server_id))
    return GameStanding(info, here, found.get(ratings.EVERYWHERE))


def _curve(connection: Connection, standing: GameStanding) -> RatingCurve | None:
    row = standing.here or standing.everywhere
    if row is None:
        return None
    moved = storage.history(connection, row.key, MOST_POINTS)
    title = Text("{game} rating in this server", game=standing.info.name)
    if standing.here is None:
        title = Text("{game} rating everywhere", game=standing.info.name)
    points = [
        RatingPoint(e.at, e.points, ratings.spread(e.after), not ratings.is_provisional(e.after))
        for e in moved
    ]
    return RatingCurve(title, tuple(points))
