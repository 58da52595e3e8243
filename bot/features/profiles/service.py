"""Works out profiles: ratings and records of a player, and of two against each other."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import takewhile

from sqlalchemy import Connection

from bot.core.matches import PlayerResult, Service, game_of
from bot.core.people.settings import player_settings
from bot.features import ratings
from bot.features.ratings import FinishedMatch, Meetings, storage
from bot.features.tournaments import Title, titles_of
from data.database import reads
from data.ids import MatchId, PlayerId, ServerId
from renderer.charts import ActivityChart, RatingCurve, RatingPoint, WeekOfPlay
from rules import GAMES
from rules.game import GameInfo, Variant
from rules.texts import Text

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
class VersusMatch:
    """A match of two players, as the first of them sees it."""

    match_id: MatchId
    info: GameInfo
    server_id: ServerId | None
    outcome: PlayerResult
    seats: int
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Versus:
    """Two players against each other: by game, and their last matches, the latest first."""

    other: PlayerId
    is_hidden: bool
    games: tuple[Meetings, ...]
    last: tuple[VersusMatch, ...]


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


def by_side(
    played: Sequence[FinishedMatch], player_id: PlayerId
) -> tuple[tuple[int, WinLossRecord], ...]:
    """The records of moving first, second and so on."""
    sides: dict[int, list[PlayerResult]] = defaultdict(list)
    for match in played:
        seat = next(n for n, each in enumerate(match.seats) if each.player_id == player_id)
        sides[seat].append(match.outcome(player_id))
    return tuple((seat, record(sides[seat])) for seat in sorted(sides))


def by_variant(
    played: Sequence[FinishedMatch], player_id: PlayerId, info: GameInfo
) -> tuple[tuple[Variant, WinLossRecord], ...]:
    """The records in each variant that still exists, the one played most first."""
    found: dict[str, list[PlayerResult]] = defaultdict(list)
    for match in played:
        found[match.variant].append(match.outcome(player_id))
    known = {variant.id: variant for variant in info.variants}
    ordered = sorted(filter(known.get, found), key=lambda name: -len(found[name]))
    return tuple((known[name], record(found[name])) for name in ordered)


def streak(outcomes: Sequence[PlayerResult]) -> tuple[PlayerResult, int] | None:
    """The last outcome, and how often it came in a row; ``outcomes`` are the latest first."""
    if not outcomes:
        return None
    return outcomes[0], sum(1 for _ in takewhile(lambda each: each == outcomes[0], outcomes))


def favourites(
    played: Sequence[FinishedMatch], player_id: PlayerId
) -> tuple[tuple[PlayerId, WinLossRecord], ...]:
    """The opponents met most often, each with the record against them."""
    met: dict[PlayerId, list[PlayerResult]] = defaultdict(list)
    for match in played:
        for other in match.people:
            if other != player_id:
                met[other].append(against(match, player_id, other))
    most = sorted(met, key=lambda other: (-len(met[other]), other))[:FAVOURITES]
    return tuple((other, record(met[other])) for other in most)


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
        opponents = favourites(played, player_id)
        known = player_settings.of(connection, [other for other, _ in opponents])
        return GameProfile(
            standing=standing,
            is_hidden=_is_hidden(connection, player_id),
            overall=record(outcomes),
            sides=by_side(played, player_id),
            variants=by_variant(played, player_id, info),
            streak=streak(outcomes),
            last=tuple(outcomes[:LAST]),
            opponents=opponents,
            hidden=frozenset(who for who, each in known.items() if each.hidden_elsewhere),
            curve=_curve(connection, standing),
        )

    @reads
    def versus(self, connection: Connection, one: PlayerId, other: PlayerId) -> Versus:
        """Two players against each other, as the first of them sees it."""
        last = storage.between_players(connection, one, other, LAST_MATCHES)
        return Versus(
            other,
            _is_hidden(connection, other),
            tuple(met for met in storage.meetings(connection, one, other) if met.game in GAMES),
            tuple(_versus_match(each, one, other) for each in last if each.game in GAMES),
        )


def _versus_match(match: FinishedMatch, one: PlayerId, other: PlayerId) -> VersusMatch:
    return VersusMatch(
        match_id=match.match_id,
        info=GAMES[match.game].info,
        server_id=match.server_id,
        outcome=against(match, one, other),
        seats=len(match.seats),
        ended_at=match.ended_at,
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
    told = ((each.at, each.points, each.after) for each in moved)
    return RatingCurve(
        title,
        tuple(
            RatingPoint(at, points, ratings.spread(after), not ratings.is_provisional(after))
            for at, points, after in told
        ),
    )
