"""The interface of a format, and what all formats share: scores, tables, which games may begin."""

import abc
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random

from bot.features.tournaments import errors
from bot.features.tournaments.standings import Histories, Standing
from bot.features.tournaments.storage import NewEvent
from bot.features.tournaments.swiss_pairing import Block, Round
from bot.features.tournaments.values import (
    DRAWN,
    LOST,
    WON,
    Entrant,
    Field,
    Pairing,
    Reliance,
    Row,
    Rules,
    Score,
    Seats,
    Table,
)
from data.ids import MatchId, PlayerId
from data.states import PairingOutcome, TournamentState
from rules.texts import Text


class TooFewThere(Exception):
    """No two of those who are there can be paired, and others who are away come back."""


@dataclass(frozen=True, slots=True)
class PairingContext:
    """What pairing needs to know besides the field; ``pair`` is ``Pairer.pair``.

    Where rounds are paired one by one, also which two ``never`` meet, who has ``blocked`` whom, and
    who is ``away``. ``waited``: the round has waited so long for players who sit out that they are
    paired all the same.
    """

    now: datetime
    randomness: Random
    pair: Callable[
        [Histories, Collection[int], Collection[frozenset[int]], Collection[Block]], Round
    ]
    never: frozenset[frozenset[PlayerId]] = frozenset()
    blocked: frozenset[tuple[PlayerId, PlayerId]] = frozenset()
    away: frozenset[PlayerId] = frozenset()
    waited: bool = False


class Format(abc.ABC):
    """How one kind of tournament is played; the methods here are the defaults."""

    rules: Rules
    """The defaults for organisers; nobody can go beyond its ``least`` and ``most``."""
    in_seasons: bool = False
    """Whether season follows season; a server can have only one of each game at a time."""
    kind: str = ""
    """Its name in reports for chess programs."""
    by_rounds: bool = False
    """Whether each round is paired by how those before it ended."""

    @abc.abstractmethod
    def due(self, field: Field, context: PairingContext) -> tuple[Seats, ...]:
        """The pairings to make now; none if all are made, or a round is still running."""

    def is_over(self, field: Field) -> bool:
        """Whether nothing is left to pair or play."""
        return not any(each.is_open for each in field.pairings)

    @abc.abstractmethod
    def tables(self, field: Field) -> tuple[Table, ...]:
        """The tables of all groups, the latest stage first."""

    def by_round(self, field: Field) -> Histories | None:
        """What each player did in each round; None if somebody has several games in one."""
        return None

    def rescored(self, field: Field) -> Field:
        """The field with the score of every pairing worked out again."""
        return replace(field, pairings=tuple(_scored(field, each) for each in field.pairings))

    def news(self, field: Field, due: Sequence[Seats]) -> Sequence[NewEvent]:
        """What to announce when these are paired."""
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

    def check_enough(self, rules: Rules, players: int) -> None:
        """Raise if there are too few players to begin."""
        if players < rules.least:
            raise errors.TooFewPlayers(players, rules.least)

    def takes(self, field: Field) -> bool:
        """Whether people can enter."""
        return field.tournament.is_open

    def check_sitting_out(self, field: Field, entrant: Entrant, before: Field | None) -> None:
        """Raise if an entrant cannot sit out now; ``before`` is the last season."""
        raise errors.NoSittingOut


WITHOUT_PLAY = {
    PairingOutcome.FIRST: (WON, LOST),
    PairingOutcome.SECOND: (LOST, WON),
    PairingOutcome.HALVED: (DRAWN, DRAWN),
    PairingOutcome.NEITHER: (LOST, LOST),
    PairingOutcome.BYE: (WON, LOST),
    PairingOutcome.HALF_BYE: (DRAWN, LOST),
    PairingOutcome.ZERO_BYE: (LOST, LOST),
}
"""The half points of both players by the outcome of a pairing that was not played."""


def _scored(field: Field, pairing: Pairing) -> Pairing:
    """A pairing with its score, from the result of its match and from who is still in."""
    if pairing.end is not None and pairing.end.result.ranking:
        winners = pairing.end.result.winners
        first = WON if winners == (0,) else LOST if winners else DRAWN
        return replace(pairing, score=Score(PairingOutcome.PLAYED, first, WON - first))
    outcome = PairingOutcome.OPEN if pairing.is_running else _without_play(field, pairing)
    return replace(pairing, score=Score(outcome, *WITHOUT_PLAY.get(outcome, (0, 0))))


def _without_play(field: Field, pairing: Pairing) -> PairingOutcome:
    if pairing.seats.decided is not None:
        return pairing.seats.decided
    match tuple(field.by_id[each].is_in for each in pairing.players):
        case True, False:
            return PairingOutcome.FIRST
        case False, True:
            return PairingOutcome.SECOND
        case False, False:
            return PairingOutcome.NEITHER
    if pairing.end is not None and field.tournament.state is TournamentState.OVER:
        return PairingOutcome.HALVED
    return PairingOutcome.OPEN


def table_of(
    field: Field,
    standings: Iterable[tuple[PlayerId, Standing | None]],
    within: Sequence[Pairing],
    division: int = 0,
    name: Text | None = None,
) -> Table:
    """A table of players with their standings, and the pairings ``within`` it."""
    running = Counter(who for each in within if each.is_running for who in each.players)
    rows = [Row(who, field.numbers[who], each, running[who]) for who, each in standings]
    return Table(division, name, tuple(rows), sum(each.is_open for each in within))


def annulled_pairings(field: Field) -> tuple[Pairing, ...]:
    """Pairings whose match was annulled, so that they are played again."""
    if not field.tournament.has_begun:
        return ()
    return tuple(
        each
        for each in field.pairings
        if each.end is not None
        and each.is_open
        and not each.end.result.ranking
        and all(field.by_id[player].is_in for player in each.players)
    )


def beginnable(field: Field, most: int) -> tuple[Pairing, ...]:
    """The pairings that may begin now, in order, ``most`` at most.

    No player has more than ``at_once`` of the rules running; all games against one opponent count
    as one.
    """
    if field.tournament.state is not TournamentState.RUNNING:
        return ()
    at_once = field.tournament.rules.at_once
    running = {frozenset(each.players) for each in field.pairings if each.is_running}
    busy = Counter(player for pair in running for player in pair)
    found: list[Pairing] = []
    for each in field.pairings:
        if not each.is_open or each.match_id is not None:
            continue
        pair = frozenset(each.players)
        if pair not in running:
            if at_once and any(busy[player] >= at_once for player in pair):
                continue
            running.add(pair)
            busy.update(pair)
        found.append(each)
    return tuple(found[:most])
