"""What the end of a match says, before anything is decided about it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection

from bot.services.matches import MatchState
from bot.services.matches import entries_storage as entries
from bot.services.results import (
    MOST_RATED,
    WITHOUT_RESULT,
    Agreement,
    End,
    FinishedMatch,
    Ranking,
    Result,
)
from bot.services.standings.finished_storage import Finished, SeatResult
from data.ids import Engine, MatchId, PlayerId
from data.results import MatchResult
from data.states import EndReason, EntryKind, MatchStatus, UnratedReason
from rules.game import Seat

BY_THE_PLAYERS = frozenset({EndReason.RULES, EndReason.RESIGNED, EndReason.TIMED_OUT})
"""Ends in which a timeout was one; what managers decide, or players agree on, sets it aside."""


def end_reason(status: MatchStatus, result: MatchResult | None) -> EndReason:
    """How a match that is over ended."""
    if status is MatchStatus.ABORTED:
        return EndReason.ABORTED
    if status is MatchStatus.ANNULLED or result is None:
        return EndReason.ANNULLED
    return EndReason(result.ending.value)


def facts_of(
    connection: Connection, state: MatchState, number: int, ended_at: datetime
) -> Finished:
    """What the match came to, with nothing decided: ``unrated`` is what was agreed."""
    match = state.match
    reason = end_reason(state.status, state.result)
    places = places_of(state.result.ranking if state.result else ())
    late = timeouts_in(connection, match.id, reason, state.left)
    sitting = tuple(
        SeatResult(
            player_id=None if isinstance(holder, Engine) else holder,
            place=places.get(seat),
            moves=sum(made.seat == seat for made in state.moves),
            timed_out_at=late.get(seat),
        )
        for seat, holder in enumerate(match.players)
    )
    return Finished(
        match_id=match.id,
        number=number,
        game=match.game,
        variant=match.variant_id,
        server_id=match.server_id,
        ended_at=ended_at,
        reason=reason,
        agreed=match.unrated,
        unrated=match.unrated,
        seats=sitting,
    )


def timeouts_in(
    connection: Connection, match_id: MatchId, reason: EndReason, left: Sequence[Seat]
) -> dict[Seat, datetime]:
    """When seats that were given up in a match ran out of time."""
    if not left or reason not in BY_THE_PLAYERS:
        return {}
    found = entries.of_kind(connection, match_id, EntryKind.TIMEOUT)
    return {
        each.seat: each.created_at for each in found if each.seat is not None and each.seat in left
    }


def places_of(ranking: Ranking) -> dict[Seat, int]:
    """How many seats came before each; empty without a ranking."""
    before, places = 0, dict[Seat, int]()
    for group in ranking:
        places |= dict.fromkeys(group, before)
        before += len(group)
    return places


def ranking_of(facts: Finished) -> Ranking:
    """The seats in groups, best first; empty after an end without result."""
    places = sorted({seat.place for seat in facts.seats if seat.place is not None})
    return tuple(
        tuple(number for number, seat in enumerate(facts.seats) if seat.place == place)
        for place in places
    )


def agreement_of(facts: Finished) -> Agreement:
    """What the players knew before the first move."""
    return Agreement(
        friendly=facts.agreed is UnratedReason.FRIENDLY,
        has_engine=any(seat.player_id is None for seat in facts.seats),
        rated_this_week=MOST_RATED if facts.agreed is UnratedReason.TOO_MANY else 0,
    )


def end_of(facts: Finished, earlier_timeouts: int) -> End:
    """How the match ended, for those who decide."""
    ranking = () if facts.reason in WITHOUT_RESULT else ranking_of(facts)
    moves = tuple(seat.moves for seat in facts.seats)
    return End(facts.reason, ranking, moves, earlier_timeouts)


def as_finished_match(facts: Finished) -> FinishedMatch:
    """The match as ratings need it, decided as it is kept."""
    players = tuple(seat.player_id or PlayerId(0) for seat in facts.seats)
    result = Result(ranking_of(facts), facts.reason, facts.unrated)
    return FinishedMatch(
        facts.match_id, facts.game, facts.server_id, players, facts.ended_at, result
    )
