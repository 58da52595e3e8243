"""The score of each pairing, from the result of its match and from who is still in."""

from collections import Counter
from dataclasses import replace
from typing import TypeAlias

from bot.features.tournaments.values import DRAWN, LOST, WON, Field, Pairing, Score
from data.ids import PlayerId
from data.states import PairingOutcome, TournamentEvent, TournamentState

Uncounted: TypeAlias = frozenset[tuple[PlayerId, int]]
"""Players, each with a group in which none of their results count."""

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


def uncounted(field: Field) -> Uncounted:
    """Players who are withdrawn and had played fewer than half of their games in a group.

    A game counts as played if both have moved in it and something else than the player's own
    withdrawal ended it. A win against somebody who never moved is not played.
    """
    games, played = Counter[tuple[PlayerId, int]](), Counter[tuple[PlayerId, int]]()
    for pairing in field.pairings:
        for player_id in pairing.players:
            if not field.by_id[player_id].is_in:
                games[player_id, pairing.seats.division] += 1
                end = pairing.end
                ended = end is not None and bool(end.result.ranking) and end.gone != player_id
                played[player_id, pairing.seats.division] += ended and pairing.both_moved
    return frozenset(each for each in games if 2 * played[each] < games[each])


def would_count(field: Field, player_id: PlayerId) -> bool:
    """Whether a player's results in every group would still count if they withdrew now."""
    entrants = tuple(
        replace(each, withdrawn=TournamentEvent.WITHDREW) if each.player_id == player_id else each
        for each in field.entrants
    )
    return all(who != player_id for who, _ in uncounted(replace(field, entrants=entrants)))


def _outcome(field: Field, pairing: Pairing) -> tuple[PairingOutcome, tuple[int, int]]:
    if pairing.end is not None and pairing.end.result.ranking:
        if not pairing.end.result.winners:
            return PairingOutcome.PLAYED, (DRAWN, DRAWN)
        first_won = pairing.end.result.winners[0] == 0
        return PairingOutcome.PLAYED, (WON, LOST) if first_won else (LOST, WON)
    found = PairingOutcome.OPEN if pairing.is_running else _without_play(field, pairing)
    return found, WITHOUT_PLAY.get(found, (0, 0))


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
    running = {_pair(each) for each in field.pairings if each.is_running}
    busy = Counter(player for pair in running for player in pair)
    found: list[Pairing] = []
    for each in field.pairings:
        if not each.is_open or each.match_id is not None:
            continue
        pair = _pair(each)
        if pair not in running:
            if at_once and any(busy[player] >= at_once for player in pair):
                continue
            running.add(pair)
            busy.update(pair)
        found.append(each)
    return tuple(found[:most])


def _pair(pairing: Pairing) -> frozenset[PlayerId]:
    return frozenset(pairing.players)


def rescored(field: Field, out: Uncounted = frozenset()) -> Field:
    """The field with the score of every pairing worked out again; results of ``out`` are struck."""
    pairings = []
    for pairing in field.pairings:
        struck = any((each, pairing.seats.division) in out for each in pairing.players)
        outcome, (first, second) = _outcome(field, pairing)
        pairings.append(replace(pairing, score=Score(outcome, first, second, struck)))
    return replace(field, pairings=tuple(pairings))
