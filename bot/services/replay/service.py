"""A match from its start: for stepping through it, and as a record to take away."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.matches import MatchState, MatchStore, NotYoursToSee, rules_of
from bot.services.replay.models import MatchReplay, ReplayStep
from data.database import Database
from data.ids import MatchId
from data.results import MatchResult
from data.states import Ending
from rules.game import Outcome, Reason
from rules.record import Record, SettledBy, Settlement, leaver


class ReplayService:
    """Moves that were taken back are in the log, but not in what is shown here."""

    def __init__(self, database: Database, store: MatchStore) -> None:
        self._database = database
        self._store = store

    async def replay(self, actor: Actor, match_id: MatchId) -> MatchReplay:
        """The match, for somebody who looks back at it.

        People may see their own matches, and those of the server they are in. Raises UnknownMatch
        or NotYoursToSee.
        """
        replayed = await self._database.read(self._read, match_id)
        match = replayed.match
        played_here = match.server_id is not None and match.server_id == actor.place.server_id
        if match.seat_of(actor.id) is None and not played_here:
            raise NotYoursToSee(match_id)
        return replayed

    def _read(self, connection: Connection, match_id: MatchId) -> MatchReplay:
        state = self._store.read(connection, match_id)
        return MatchReplay(state, tuple(steps_of(state)), record_of(state))


def steps_of(state: MatchState) -> Iterator[ReplayStep]:
    """The start, then what followed each move and each leaving."""
    match = state.match
    game = rules_of(match.game, match.rules_version)
    position = game.start(match.variant_id, seed=match.seed)
    yield ReplayStep(position)
    made = iter(state.moves)
    for entry in state.line:
        seat = leaver(entry)
        if seat is None:
            move = next(made)
            position = move.before.play(move.move)
            yield ReplayStep(position, entry, move.seat, move)
        else:
            position = position.leave(seat)
            yield ReplayStep(position, entry, seat)


def record_of(state: MatchState) -> Record:
    """The match as a record, without names."""
    match = state.match
    # a match that was annulled has no result, but its board may have
    outcome = state.position.outcome if state.result is None else _outcome(state.result)
    return Record(
        game=match.game,
        variant=match.variant_id,
        version=match.rules_version,
        entries=state.line,
        outcome=outcome,
        seed=match.seed,
    )


_SETTLED = {Ending.AGREED: SettledBy.AGREED, Ending.DECIDED: SettledBy.DECIDED}


def _outcome(result: MatchResult) -> Outcome | Settlement:
    settled = _SETTLED.get(result.ending)
    if settled is not None:
        return Settlement(result.ranking, settled)
    return Outcome(result.ranking, result.reason or Reason.LEFT, result.scores)
