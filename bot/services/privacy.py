"""What is stored about somebody: shown to them, and deleted."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from datetime import datetime, time, timedelta
from typing import Any, TypeAlias

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.challenges import storage as challenges
from bot.services.matches import (
    RESIGNED,
    CorruptLog,
    MatchState,
    MatchStore,
    NewEntry,
    Now,
    RulesVersionMissing,
    UnknownGame,
    seat_of,
)
from bot.services.matches import storage as matches
from bot.services.people import forgotten as privacy
from bot.services.people import players
from bot.services.ratings import storage as ratings
from bot.services.timers import storage as timers
from data.database import Database
from data.ids import ChallengeId, Key, PlayerId
from data.states import ChallengeState, EntryKind, TimerKind

Leave: TypeAlias = Callable[[Connection, PlayerId, datetime], None]
"""Takes somebody who is about to be forgotten out of an area."""


def write_stored(
    player_id: PlayerId, tables: Mapping[str, Sequence[Mapping[str, Any]]], now: datetime
) -> str:
    """The rows by table as JSON, with moments in UTC and lengths of time in seconds."""
    told = {"discord_user": player_id, "written_at": now, "stored": tables}
    return json.dumps(told, default=_plain, indent=2, ensure_ascii=False)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    raise TypeError(f"{type(value).__name__} cannot be written")


class PrivacyService:
    """Both are done for nobody but the actor. A deletion that comes twice finds nothing left."""

    def __init__(
        self, database: Database, store: MatchStore, now: Now, leave: Sequence[Leave] = ()
    ) -> None:
        self._database = database
        self._store = store
        self._now = now
        self._leave = tuple(leave)

    async def export(self, actor: Actor) -> str:
        """Everything stored about the actor, as JSON."""
        found = await self._database.read(privacy.stored_about, actor.id)
        return write_stored(actor.id, found, self._now())

    async def delete(self, actor: Actor) -> None:
        """Forget the actor.

        Running matches are resigned, places given up and open challenges ended first. What others
        have played with them stays, under a stand-in that says no more than that somebody was
        deleted.
        """

        def delete(connection: Connection) -> tuple[MatchState, ...]:
            if not players.is_known(connection, actor.id):
                return ()
            privacy.take_turn(connection)
            if not players.lock(connection, actor.id):
                return ()
            ended = tuple(self._resign(connection, actor))
            for leave in self._leave:
                leave(connection, actor.id, self._now())
            for challenge_id in challenges.open_with(connection, actor.id):
                self._leave_challenge(connection, challenge_id, actor.id)
            timers.cancel(connection, TimerKind.DIGEST, actor.id)
            ratings.forget(connection, actor.id)  # here, so that they are not counted any more
            privacy.forget(connection, actor.id, self._now())
            return ended

        for match in await self._database.write(delete):
            self._store.forget(match.id)

    def _resign(self, connection: Connection, actor: Actor) -> list[MatchState]:
        return [
            after
            for match in matches.running_of(connection, actor.id)
            if (after := self._resign_one(connection, actor, match)) is not None
        ]

    def _resign_one(
        self, connection: Connection, actor: Actor, match: matches.MatchSummary
    ) -> MatchState | None:
        try:
            state = self._store.read(connection, match.id, lock=True)
        except (CorruptLog, RulesVersionMissing, UnknownGame):
            return None  # nobody can go on with it, and a person is deleted all the same
        seat = seat_of(state, actor.id)
        if not state.is_running or seat in state.left:
            return None
        key = Key(f"{actor.key}:{match.id}")
        entry = NewEntry(EntryKind.LEAVE, RESIGNED, seat, actor.id, key)
        return self._store.append(connection, state, entry)

    def _leave_challenge(
        self, connection: Connection, challenge_id: ChallengeId, player_id: PlayerId
    ) -> None:
        challenge = challenges.get(connection, challenge_id, lock=True)
        if challenge is None or challenge.state is not ChallengeState.OPEN:
            return
        if player_id == challenge.challenger_id:
            self._end(connection, challenge_id, ChallengeState.CANCELLED, player_id)
        elif player_id in challenge.invited:
            self._end(connection, challenge_id, ChallengeState.DECLINED, player_id)
        else:
            challenges.withdraw_acceptance(connection, challenge_id, player_id)
        challenges.note_card(connection, challenge_id, self._now())

    def _end(
        self,
        connection: Connection,
        challenge_id: ChallengeId,
        state: ChallengeState,
        by: PlayerId,
    ) -> None:
        challenges.close(connection, challenge_id, state, by)
        timers.cancel(connection, TimerKind.CHALLENGE_EXPIRY, challenge_id)
