"""What profiles tell."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.services.matches import Outcome
from bot.services.ratings import RatingRow
from bot.services.results import Meetings
from data.ids import MatchId, PlayerId, ServerId
from renderer.charts import ActivityChart, RatingCurve
from rules.game import GameInfo, Variant

MOST_RESULTS = 1000
"""How many matches records are of, the latest."""


@dataclass(frozen=True, slots=True)
class Record:
    """How often a player won, drew and lost."""

    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        """All matches."""
        return self.won + self.drawn + self.lost


def record(outcomes: Iterable[Outcome]) -> Record:
    """The record of some matches."""
    found = list(outcomes)
    return Record(*(found.count(each) for each in (Outcome.WON, Outcome.DRAWN, Outcome.LOST)))


@dataclass(frozen=True, slots=True)
class GameStanding:
    """How a player stands in a game: the rating in the server, and everywhere."""

    info: GameInfo
    here: RatingRow | None
    everywhere: RatingRow | None


@dataclass(frozen=True, slots=True)
class Profile:
    """A player over all games. ``played`` is how often, up to a bound; ``activity`` by week.

    ``is_hidden``: to be seen only in servers that the player is in.
    """

    player_id: PlayerId
    is_hidden: bool
    games: tuple[GameStanding, ...]
    overall: Record
    activity: ActivityChart


@dataclass(frozen=True, slots=True)
class GameProfile:
    """A player in one game: the last matches, up to a bound, the latest first.

    ``sides`` are by the order of moving; ``streak`` is the last outcome and how often in a row;
    ``opponents`` are those met most often, with the record against each; ``hidden`` are those of
    them who are to be named only in servers that they are in. ``curve`` is that of the
    rating in the server, or everywhere where there is none here; None without any.
    """

    standing: GameStanding
    is_hidden: bool
    overall: Record
    sides: tuple[tuple[int, Record], ...]
    variants: tuple[tuple[Variant, Record], ...]
    streak: tuple[Outcome, int] | None
    last: tuple[Outcome, ...]
    opponents: tuple[tuple[PlayerId, Record], ...]
    hidden: frozenset[PlayerId]
    curve: RatingCurve | None


@dataclass(frozen=True, slots=True)
class VersusMatch:
    """A match of two players, as the first of them sees it."""

    match_id: MatchId
    info: GameInfo
    server_id: ServerId | None
    outcome: Outcome
    seats: int
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Versus:
    """Two players against each other: by game, and their last matches, the latest first."""

    one: PlayerId
    other: PlayerId
    is_hidden: bool
    games: tuple[Meetings, ...]
    last: tuple[VersusMatch, ...]
