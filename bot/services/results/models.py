"""Matches that are over, in the order in which they count."""

from dataclasses import dataclass
from datetime import datetime

from bot.services.matches import Outcome, outcome_of
from data.ids import MatchId, PlayerId, ServerId
from data.states import Ending, UnratedReason


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How one seat came off. ``player_id`` is None for a program.

    ``place`` is how many seats came before it, None after an end without result; ``moves`` are
    those that stand.
    """

    player_id: PlayerId | None
    place: int | None
    moves: int
    timed_out_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that is over. ``number`` says where in the order of results it counts.

    ``agreed`` is why it was not to be rated, as the players knew before; ``unrated`` why it is not.
    ``server_id`` is None for a match in direct messages.
    """

    match_id: MatchId
    number: int
    game: str
    variant: str
    server_id: ServerId | None
    ended_at: datetime
    ending: Ending
    agreed: UnratedReason | None
    unrated: UnratedReason | None
    seats: tuple[SeatResult, ...]

    @property
    def people(self) -> tuple[PlayerId, ...]:
        """Who played, but for programs."""
        return tuple(seat.player_id for seat in self.seats if seat.player_id is not None)

    def outcome(self, player_id: PlayerId) -> Outcome:
        """How the match, which has a result, went for one of its people."""
        places = {seat.player_id: seat.place or 0 for seat in self.seats}
        return outcome_of(places[player_id], sum(not seat.place for seat in self.seats))


@dataclass(frozen=True, slots=True)
class Meetings:
    """How two players came off against each other in a game: so often the one was ahead.

    ``behind`` counts when the other was, ``level`` when they tied.
    """

    game: str
    ahead: int
    level: int
    behind: int

    @property
    def count(self) -> int:
        """How often they met."""
        return self.ahead + self.level + self.behind
