"""A match from its start: for stepping through it, and as a record to take away."""

from collections.abc import Iterator

from bot.services.actor import Actor
from bot.services.matches import (
    ON_THE_BOARD,
    MatchState,
    MatchStore,
    MoveMade,
    Result,
    check_seen,
    rules_of,
)
from bot.services.replay.models import MatchReplay, ReplayStep
from data.database import Database
from data.ids import MatchId
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

        People may see their own matches, and those whose channel they see. Raises UnknownMatch
        or NotYoursToSee.
        """
        state = await self._database.read(self._store.read, match_id)
        check_seen(actor, state)
        return MatchReplay(state, tuple(steps_of(state)), record_of(state))


def steps_of(state: MatchState) -> Iterator[ReplayStep]:
    """The start, then what followed each move and each leaving. Hardly a move is played again."""
    match = state.match
    position = rules_of(match.game, match.rules_version).start(match.variant_id, seed=match.seed)
    yield ReplayStep(position)
    made = iter(state.moves)
    turns = [
        next(made) if seat is None else seat for seat in (leaver(entry) for entry in state.line)
    ]
    later = [turn.before if isinstance(turn, MoveMade) else None for turn in turns[1:]]
    for entry, turn, after in zip(state.line, turns, [*later, state.position], strict=False):
        if isinstance(turn, MoveMade):
            position = turn.before.play(turn.move) if after is None else after
            yield ReplayStep(position, entry, turn.seat, turn)
        else:
            position = position.leave(turn) if after is None else after
            yield ReplayStep(position, entry, turn)


def record_of(state: MatchState) -> Record:
    """The match as a record, without names."""
    match = state.match
    # a match that was annulled has no result, but its board may have
    result = state.result
    outcome = _outcome(result) if result and result.ranking else state.position.outcome
    return Record(
        game=match.game,
        variant=match.variant_id,
        version=match.rules_version,
        entries=state.line,
        outcome=outcome,
        seed=match.seed,
    )


def _outcome(result: Result) -> Outcome | Settlement:
    if result.ending in ON_THE_BOARD:
        return Outcome(result.ranking, result.reason or Reason.LEFT, result.scores)
    agreed = result.ending is Ending.AGREED
    return Settlement(result.ranking, SettledBy.AGREED if agreed else SettledBy.DECIDED)
