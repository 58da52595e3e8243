"""What pairings count, worked out from what their matches came to and from who is in."""

from collections import Counter
from dataclasses import replace
from typing import TypeAlias

from bot.features.tournaments.values import DRAWN, LOST, WON, Field, Pairing, Worth
from data.ids import PlayerId
from data.states import PairingOutcome, TournamentEvent, TournamentState

Uncounted: TypeAlias = frozenset[tuple[PlayerId, int]]
"""Whose results do not count in which group."""

WITHOUT_PLAY = {
    PairingOutcome.FIRST: (WON, LOST),
    PairingOutcome.SECOND: (LOST, WON),
    PairingOutcome.HALVED: (DRAWN, DRAWN),
    PairingOutcome.NEITHER: (LOST, LOST),
    PairingOutcome.BYE: (WON, LOST),
    PairingOutcome.HALF_BYE: (DRAWN, LOST),
    PairingOutcome.ZERO_BYE: (LOST, LOST),
}
"""Half points of both."""


def uncounted(field: Field) -> Uncounted:
    """Who is withdrawn and had played fewer than half of the games of a group.

    A game is played in which both have moved and that came to a result otherwise than by the
    player's withdrawal: what was won because others did not come is not.
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
    """Whether somebody's results stand if they are withdrawn now, in every group."""
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


def to_replace(field: Field) -> tuple[Pairing, ...]:
    """Whose matches were annulled, and are played anew."""
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


def to_begin(field: Field, most: int) -> tuple[Pairing, ...]:
    """The pairings that may begin now, in the order of the tables, at most so many.

    Nobody has more than the rules' ``at_once`` running; the games of one pairing count as one.
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


def settled(field: Field, out: Uncounted = frozenset()) -> Field:
    """The same with what every pairing counts as things are; nothing of whoever is ``out``."""
    pairings = []
    for pairing in field.pairings:
        struck = any((each, pairing.seats.division) in out for each in pairing.players)
        outcome, (first, second) = _outcome(field, pairing)
        pairings.append(replace(pairing, worth=Worth(outcome, first, second, struck)))
    return replace(field, pairings=tuple(pairings))
