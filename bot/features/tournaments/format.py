"""The interface of a format: who meets whom, what counts, and how places are decided."""

import abc
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import TypeAlias

from bot.features.tournaments import counting, errors
from bot.features.tournaments.pairing.history import Histories
from bot.features.tournaments.pairing.swiss import Block, Round
from bot.features.tournaments.storage import NewEvent
from bot.features.tournaments.values import Entrant, Field, Pairing, Reliance, Rules, Seats, Table
from data.ids import MatchId, PlayerId

Pairs: TypeAlias = Callable[
    [Histories, Collection[int], Collection[frozenset[int]], Collection[Block]], Round
]
"""``Pairer.pair``."""


class TooFewThere(Exception):
    """No two of those who are there can be paired, and others who are away come back."""


@dataclass(frozen=True, slots=True)
class PairingContext:
    """What pairing needs to know besides the field; ``pair`` pairs a round of a Swiss.

    Where rounds are paired one by one, also which two ``never`` meet, who has ``blocked`` whom, and
    who is ``away``. ``waited``: the round has waited so long for players who sit out that they are
    paired all the same.
    """

    now: datetime
    randomness: Random
    pair: Pairs
    never: frozenset[frozenset[PlayerId]] = frozenset()
    blocked: frozenset[tuple[PlayerId, PlayerId]] = frozenset()
    away: frozenset[PlayerId] = frozenset()
    waited: bool = False


class Format(abc.ABC):
    """How one kind of tournament is played; the methods here are the defaults."""

    rules: Rules
    """The defaults for organisers; nobody can go beyond its ``least`` and ``most``."""
    next_season_after: timedelta | None = None
    """Time from the end until the next season begins; None for formats without seasons."""
    one_per_game: bool = False
    """Whether a server can have only one of each game at a time."""
    kind: str = ""
    """Its name in reports for chess programs."""
    by_rounds: bool = False
    """Whether each round is paired by how those before it ended."""

    @abc.abstractmethod
    def due(self, field: Field, context: PairingContext) -> tuple[Seats, ...]:
        """The pairings to make now; none if all are made, or a round is still running."""

    @abc.abstractmethod
    def is_over(self, field: Field) -> bool:
        """Whether nothing is left to pair or play."""

    @abc.abstractmethod
    def tables(self, field: Field) -> tuple[Table, ...]:
        """The tables of all groups, the latest stage first."""

    def by_round(self, field: Field) -> Histories | None:
        """What each player did in each round; None if somebody has several games in one."""
        return None

    def rescored(self, field: Field) -> Field:
        """The field with the score of every pairing worked out again."""
        return counting.rescored(field)

    def meeting_numbers(self, field: Field, due: Sequence[Seats]) -> dict[Seats, int]:
        """How often the two of each pairing were paired before without meeting.

        The number is unique for two players, so the database refuses a second meeting.
        """
        void = Counter(frozenset(e.seats.two) for e in field.pairings if not e.is_meeting)
        return {each: void[frozenset(each.two)] for each in due}

    def news(self, field: Field, due: Sequence[Seats]) -> Sequence[NewEvent]:
        """What to announce when these are paired; whoever writes them gives the keys."""
        return ()

    def obsolete(self, field: Field) -> tuple[Pairing, ...]:
        """Stored pairings that would not be made now, so that they are taken back."""
        return ()

    def reliance(self, field: Field, match_id: MatchId) -> Reliance | None:
        """Who plays on because of a match. While nobody does, opponents may forgive its timeout."""
        return None

    def is_out(self, field: Field, player_id: PlayerId) -> bool:
        """Whether a player who has not left has no game to come."""
        return False

    def is_final(self, field: Field, match_id: MatchId) -> bool:
        """Whether a ruling about a match changes no place once the tournament is over."""
        return False

    def late_byes(self, field: Field, late: Sequence[PlayerId]) -> tuple[Seats, ...]:
        """Byes of players who enter late, for the round that they have just missed."""
        return ()

    def next_due(self, field: Field, context: PairingContext) -> datetime | None:
        """When something is due though no match ends before; None for never."""
        return None

    def start_list(
        self, field: Field, seeded: Sequence[PlayerId], before: Field | None
    ) -> list[PlayerId]:
        """All players in order of start numbers.

        ``seeded`` are the same by rating; ``before`` is the last season.
        """
        return list(seeded)

    def grouped(self, players: Sequence[PlayerId], rules: Rules) -> list[list[PlayerId]]:
        """The players divided into groups, each in order of start numbers."""
        return [list(players)]

    def rules_at_start(self, rules: Rules, players: int) -> Rules:
        """The rules for the number of players that there are at the start."""
        return rules

    def rules_for_next(self, rules: Rules) -> Rules:
        """The rules as the organiser chose them, for the next tournament of a series."""
        return rules

    def check_enough(self, rules: Rules, players: int) -> None:
        """Raise if there are too few players to begin."""
        if players < rules.least:
            raise errors.TooFewPlayers(players, rules.least)

    def check_takes(self, field: Field) -> None:
        """Raise if nobody can enter any more."""
        if not self.takes(field):
            raise errors.HasBegun(field.tournament)

    def takes(self, field: Field) -> bool:
        """Whether people can enter."""
        return field.tournament.is_open

    def check_sitting_out(self, field: Field, entrant: Entrant, before: Field | None) -> None:
        """Raise if an entrant cannot sit out now; ``before`` is the last season."""
        raise errors.NoSittingOut
