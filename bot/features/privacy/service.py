"""Exports and deletes what is stored about a person."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, is_dataclass
from datetime import datetime, time, timedelta
from typing import Any

import structlog
from sqlalchemy import Connection

from bot.core import matches, timers
from bot.core.actor import Actor
from bot.core.deletions import Deleted, DeletedKind, Deletions
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

logger = structlog.get_logger(__name__)


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
    """Exports and deletes a person's data. A second deletion finds nothing left."""

    _database: Database
    _store: matches.MatchStore
    _now: matches.Now
    _forget_hooks: Sequence[Forget] = ()
    _withdraw_hooks: Sequence[Forget] = ()
    _deletions: Deletions = field(default_factory=lambda: Deletions(None))

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
        await self.forget(actor.id, actor.key)

    async def forget(self, player_id: PlayerId, key: Key) -> None:
        """The same for a person who need not act; the entries of the log begin with ``key``.

        The deletion is in the list beside the backups when this returns.
        """
        began = self._now()
        for match in await self._database.write(self._forget, player_id, key):
            self._store.forget(match.id)
        await self._deletions.note(Deleted(began, DeletedKind.PERSON, player_id))

    async def forget_again(self) -> None:
        """Delete people anew whom a restored copy of the database still knows."""
        for each in await self._deletions.read(DeletedKind.PERSON):
            player_id = PlayerId(each.id)
            if await self._database.read(players.known_before, player_id, each.at):
                logger.warning("deleted again after a restore", player=player_id)
                await self.forget(player_id, Key(f"restored:{int(each.at.timestamp())}"))

    def _forget(
        self, connection: Connection, player_id: PlayerId, key: Key
    ) -> tuple[matches.MatchState, ...]:
        """Delete a person; returns the matches that were resigned."""
        if not players.is_known(connection, player_id):
            return ()
        # this lock lets one deletion run at a time: two opponents could deadlock, and would get
        # the same stand-in
        count_up(connection, privacy.STAND_INS)
        if not players.lock(connection, player_id):
            return ()
        for withdraw in self._withdraw_hooks:
            withdraw(connection, player_id, self._now())
        running = matches.storage.running_of(connection, player_id)
        resigned = [self._resign(connection, player_id, key, match) for match in running]
        for leave in self._forget_hooks:
            leave(connection, player_id, self._now())
        for challenge_id in challenges.open_with(connection, player_id):
            self._leave_challenge(connection, challenge_id, player_id)
        timers.cancel(connection, DIGEST_TIMER, player_id)
        ratings.forget(connection, player_id)  # after the matches above have changed them
        privacy.forget(connection, player_id, self._now())
        return tuple(filter(None, resigned))

    def _resign(
        self,
        connection: Connection,
        player_id: PlayerId,
        key: Key,
        match: matches.MatchSummary,
    ) -> matches.MatchState | None:
        try:
            state = self._store.read(connection, match.id, lock=True)
        except matches.UNREADABLE:
            return None  # a damaged match must not keep a person from being deleted
        seat = matches.seat_of(state, player_id)
        if not state.is_running or seat in state.left:
            return None
        own = Key(f"{key}:{match.id}")
        entry = matches.NewEntry(EntryKind.LEAVE, matches.RESIGNED, seat, player_id, own)
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
