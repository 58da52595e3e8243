"""Exports and deletes what is stored about a person."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, is_dataclass
from datetime import datetime, time, timedelta
from typing import Any

from sqlalchemy import Connection

from bot.core import matches, timers
from bot.core.actor import Actor
from bot.core.people import forgotten as privacy
from bot.core.people import players
from bot.core.services import Forget
from bot.features.challenges import storage as challenges
from bot.features.challenges.storage import CHALLENGE_EXPIRY_TIMER
from bot.features.ratings import storage as ratings
from bot.features.reminders.storage import DIGEST_TIMER
from data.database import Database
from data.ids import ChallengeId, Key, PlayerId
from data.statements import count_up
from data.states import ChallengeState, EntryKind


def _as_json(value: Any) -> Any:
    if isinstance(value, datetime | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    raise TypeError(f"{type(value).__name__} cannot be written")


@dataclass(eq=False)
class PrivacyService:
    """Exports and deletes the actor's own data. A second deletion finds nothing left."""

    _database: Database
    _store: matches.MatchStore
    _now: matches.Now
    _forget_hooks: Sequence[Forget] = ()
    _withdraw_hooks: Sequence[Forget] = ()

    async def export(self, actor: Actor) -> str:
        """Everything stored about the actor, as JSON by table; times in UTC, lengths in seconds."""
        found = await self._database.read(privacy.stored_about, actor.id)
        told = {"discord_user": actor.id, "written_at": self._now(), "stored": found}
        return json.dumps(told, default=_as_json, indent=2, ensure_ascii=False)

    async def delete(self, actor: Actor) -> None:
        """Delete the actor's data.

        Running matches are resigned, places given up and open challenges ended first. Matches with
        others stay, with a stand-in for the actor, who appears as a deleted player.
        """

        def delete(connection: Connection) -> tuple[matches.MatchState, ...]:
            if not players.is_known(connection, actor.id):
                return ()
            # this lock lets one deletion run at a time: two opponents could deadlock, and would get
            # the same stand-in
            count_up(connection, privacy.STAND_INS)
            if not players.lock(connection, actor.id):
                return ()
            for withdraw in self._withdraw_hooks:
                withdraw(connection, actor.id, self._now())
            running = matches.storage.running_of(connection, actor.id)
            resigned = [self._resign(connection, actor, match) for match in running]
            for leave in self._forget_hooks:
                leave(connection, actor.id, self._now())
            for challenge_id in challenges.open_with(connection, actor.id):
                self._leave_challenge(connection, challenge_id, actor.id)
            timers.cancel(connection, DIGEST_TIMER, actor.id)
            ratings.forget(connection, actor.id)  # after the matches above have changed them
            privacy.forget(connection, actor.id, self._now())
            return tuple(filter(None, resigned))

        for match in await self._database.write(delete):
            self._store.forget(match.id)

    def _resign(
        self, connection: Connection, actor: Actor, match: matches.MatchSummary
    ) -> matches.MatchState | None:
        try:
            state = self._store.read(connection, match.id, lock=True)
        except matches.UNREADABLE:
            return None  # a damaged match must not keep a person from being deleted
        seat = matches.seat_of(state, actor.id)
        if not state.is_running or seat in state.left:
            return None
        key = Key(f"{actor.key}:{match.id}")
        entry = matches.NewEntry(EntryKind.LEAVE, matches.RESIGNED, seat, actor.id, key)
        return self._store.append(connection, state, entry)

    def _leave_challenge(
        self, connection: Connection, challenge_id: ChallengeId, player_id: PlayerId
    ) -> None:
        challenge = challenges.get(connection, challenge_id, lock=True)
        if challenge is None or challenge.state is not ChallengeState.OPEN:
            return
        is_challenger = player_id == challenge.challenger_id
        if is_challenger or player_id in challenge.invited:
            ended = ChallengeState.CANCELLED if is_challenger else ChallengeState.DECLINED
            challenges.close(connection, challenge_id, ended, player_id)
            timers.cancel(connection, CHALLENGE_EXPIRY_TIMER, challenge_id)
        else:
            challenges.withdraw_acceptance(connection, challenge_id, player_id)
        challenges.note_card(connection, challenge_id, self._now())
