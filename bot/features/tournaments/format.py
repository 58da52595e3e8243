"""What a format says: who meets whom, what counts, and how places are decided."""

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
"""Pairs a round, as ``Pairer.pair`` does."""


class TooFewThere(Exception):
    """No two of those who are there can be paired, and others who are away come back."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When it is looked what is due, a lot to draw, and what pairs a round.

    Where rounds are paired one by one, also which two ``never`` meet, who has ``blocked`` whom, and
    who is ``away``. ``waited``: for those who sit out, so long that they are paired again.
    """

    now: datetime
    lot: Random
    pair: Pairs
    never: frozenset[frozenset[PlayerId]] = frozenset()
    blocked: frozenset[tuple[PlayerId, PlayerId]] = frozenset()
    away: frozenset[PlayerId] = frozenset()
    waited: bool = False


class Format(abc.ABC):
    """How one kind of tournament is played. What a format leaves out is as here."""

    rules: Rules
    """What an organiser begins with; there are never more or fewer players."""
    rests: timedelta | None = None
    """How long after the end the next one of a series begins; None where none does."""
    alone: bool = False
    """Whether a server has one of each game at a time."""
    kind: str = ""
    """What chess programs call it."""
    by_rounds: bool = False
    """Whether each round is paired by how those before it ended."""

    @abc.abstractmethod
    def due(self, field: Field, moment: Moment) -> tuple[Seats, ...]:
        """Whom to pair as things are; nobody where all is paired, or something still runs."""

    @abc.abstractmethod
    def is_over(self, field: Field) -> bool:
        """Whether nothing is left to be paired or played."""

    @abc.abstractmethod
    def tables(self, field: Field) -> tuple[Table, ...]:
        """How it stands, group by group, the latest stage first."""

    def by_round(self, field: Field) -> Histories | None:
        """What everybody did in each round; None where somebody has several games in one."""
        return None

    def settled(self, field: Field) -> Field:
        """The same with what every pairing counts as things are."""
        return counting.settled(field)

    def meetings(self, field: Field, due: Sequence[Seats]) -> dict[Seats, int]:
        """For which time the two of each meet: who has been paired without meeting meets again."""
        void = Counter(frozenset(e.seats.two) for e in field.pairings if not e.is_meeting)
        return {each: void[frozenset(each.two)] for each in due}

    def news(self, field: Field, due: Sequence[Seats]) -> Sequence[NewEvent]:
        """What people hear when these are paired; the keys are given where it is written."""
        return ()

    def overtaken(self, field: Field) -> tuple[Pairing, ...]:
        """What was paired and would not be as things are, so that it is taken back."""
        return ()

    def reliance(self, field: Field, match_id: MatchId) -> Reliance | None:
        """Who plays on because of a match; until there is somebody, opponents may forgive in it."""
        return None

    def is_out(self, field: Field, player_id: PlayerId) -> bool:
        """Whether a player who has not left has no game to come."""
        return False

    def is_final(self, field: Field, match_id: MatchId) -> bool:
        """Whether a ruling about a match changes no place once the tournament is over."""
        return False

    def missed(self, field: Field, late: Sequence[PlayerId]) -> tuple[Seats, ...]:
        """What those get who enter late for what they have just missed."""
        return ()

    def coming(self, field: Field, moment: Moment) -> datetime | None:
        """When there is something to do though nothing happens; None for never."""
        return None

    def listed(
        self, field: Field, seeded: Sequence[PlayerId], before: Field | None
    ) -> list[PlayerId]:
        """Everybody by start number; ``seeded`` are they by rating, ``before`` the last season."""
        return list(seeded)

    def grouped(self, players: Sequence[PlayerId], rules: Rules) -> list[list[PlayerId]]:
        """The groups of those who play, each by start number."""
        return [list(players)]

    def fixed(self, rules: Rules, players: int) -> Rules:
        """The rules as they are from the start on, with so many players."""
        return rules

    def anew(self, rules: Rules) -> Rules:
        """The rules as the organiser chose them, for the next one of a series."""
        return rules

    def check_enough(self, rules: Rules, players: int) -> None:
        """Raise why so many players cannot begin."""
        if players < rules.least:
            raise errors.TooFewPlayers(players, rules.least)

    def check_takes(self, field: Field) -> None:
        """Raise why nobody can enter any more."""
        if not self.takes(field):
            raise errors.HasBegun(field.tournament)

    def takes(self, field: Field) -> bool:
        """Whether people can enter."""
        return field.tournament.is_open

    def check_sitting_out(self, field: Field, entrant: Entrant, before: Field | None) -> None:
        """Raise why somebody cannot sit out now; ``before`` is the last season."""
        raise errors.NoSittingOut
