"""A match from its start: for stepping through, to take away, and to share."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.matches import (
    ON_THE_BOARD,
    MatchRunning,
    MatchState,
    MatchStore,
    MoveMade,
    Now,
    Result,
    check_seen,
    rules_of,
)
from bot.services.outbox import storage as outbox
from bot.services.outbox.storage import Due, Told
from bot.services.part import Part
from bot.services.posting import CannotPost, ChannelGone, Post, PostKind, Wire
from bot.services.replay.models import MatchReplay, ReplayStep
from data.database import Database
from data.ids import Holder, MatchId
from data.states import Ending, MessageKind
from data.tables import matches
from renderer import ShareCard
from rules.game import Outcome, Reason
from rules.record import Record, SettledBy, Settlement, leaver

AGAIN = timedelta(days=1)
"""After so long a match may be shared once more."""


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


@dataclass(frozen=True, slots=True)
class Sharing:
    """A match whose card was asked for. ``before`` is the one of today, if there was one."""

    match: MatchState
    before: Told | None


class SharingService:
    """Has cards posted where their matches were played, one a day for each."""

    def __init__(self, database: Database, store: MatchStore, now: Now) -> None:
        self._database = database
        self._store = store
        self._now = now

    async def share(self, actor: Actor, match_id: MatchId) -> Sharing:
        """Have the match's card posted, unless it was today.

        Raises UnknownMatch, NotYoursToSee, or MatchRunning.
        """

        def share(connection: Connection) -> Sharing:
            match = self._store.read(connection, match_id)
            check_seen(actor, match)
            if match.is_running:
                raise MatchRunning(match)
            now, before = self._now(), outbox.newest(connection, MessageKind.SHARE, match_id)
            if before is not None and now < before.created_at + AGAIN:
                return Sharing(match, before)
            version = 0 if before is None else before.version + 1
            row = outbox.Row(
                MessageKind.SHARE,
                match_id,
                f"share:{match_id}",
                (matches, match_id),
                version=version,
            )
            outbox.add(connection, row, now)
            return Sharing(match, None)

        return await self._database.write(share)


@dataclass(frozen=True, slots=True)
class SharedMatch:
    """A match that is over as its card shows it, with the ``names`` of those who played."""

    match: MatchState
    names: Mapping[Holder, str] = field(default_factory=dict)


def sharing_part(
    store: MatchStore, wire: Wire, draw: Callable[[ShareCard], Awaitable[bytes]]
) -> Part:
    """Cards of matches are posted once; where they cannot be, nobody needs them any more."""

    def load(connection: Connection, due: Due) -> Post[SharedMatch] | None:
        match = store.read(connection, MatchId(due.subject_id))
        return None if match.is_running else Post(SharedMatch(match), (match.channel_id,))

    async def drawn(card: SharedMatch) -> bytes:
        return await draw(await wire.soon(wire.messenger.share_card(card.match)))

    refused = dict.fromkeys((CannotPost, ChannelGone))
    return Part(posts=(PostKind(kind=MessageKind.SHARE, load=load, draw=drawn, refused=refused),))
