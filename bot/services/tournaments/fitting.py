"""Who still fits the limits when a tournament begins; who has a role is asked at Discord."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

from cachetools import LRUCache
from sqlalchemy import Connection

from bot.services.matches import Now
from bot.services.posting import ROLES_ASKED, CannotPost, RoleGone, TryLater, Wire
from bot.services.ratings import RatingKey, RatingRow, scope_of
from bot.services.ratings import storage as ratings
from bot.services.tournaments import storage
from bot.services.tournaments.errors import RolesUnknown
from bot.services.tournaments.models import Field, Tournament
from data.ids import PlayerId, RoleId
from data.statements import UnpreparedError

MATCHES, ROLE = "matches", "role"
REMEMBERED = 16
REFUSES = timedelta(seconds=30)
"""So long after Discord did not answer it is not asked again."""

Attempt: TypeAlias = tuple[object, ...]
"""One beginning of one tournament: what is known for it is not old."""


class Fitting:
    """Looks who may not play after all. Answers of Discord are kept for this beginning alone."""

    def __init__(self, wire: Wire, now: Now) -> None:
        self._wire = wire
        self._now = now
        self._known: LRUCache[Attempt, dict[PlayerId, bool]] = LRUCache(REMEMBERED)
        self._failed: LRUCache[Attempt, datetime] = LRUCache(REMEMBERED)

    def unfit(self, connection: Connection, field: Field) -> Mapping[PlayerId, str]:
        """Who does not fit any more, and why: ``matches 5``, or ``role`` and its number.

        Who was put in by the organiser always fits. Raises UnpreparedError where Discord has to be
        asked first, and RolesUnknown where it did not answer.
        """
        tournament, rules = field.tournament, field.tournament.rules
        if not rules.matches and rules.role_id is None:
            return {}
        invited = storage.invited(connection, tournament.id)
        asked = [each.player_id for each in field.entrants if each.plays]
        asked = [each for each in asked if each not in invited]
        rows = rated(connection, tournament, asked)
        few = [each for each in asked if played(rows.get(each)) < rules.matches]
        found = dict.fromkeys(few, f"{MATCHES} {rules.matches}")
        if rules.role_id is not None:
            left = [each for each in asked if each not in found]
            holders = self._holders(tournament, rules.role_id, left)
            without = [each for each in left if not holders[each]]
            found |= dict.fromkeys(without, f"{ROLE} {rules.role_id}")
        return found

    def _holders(
        self, tournament: Tournament, role_id: RoleId, people: Sequence[PlayerId]
    ) -> Mapping[PlayerId, bool]:
        attempt = (tournament.id, tournament.begins_at, role_id)
        known = self._known.setdefault(attempt, {})
        missing = [each for each in people if each not in known]
        failed_at = self._failed.get(attempt)
        if missing and failed_at is not None and self._now() - failed_at < REFUSES:
            raise RolesUnknown
        if missing:
            raise UnpreparedError(partial(self._ask, tournament, role_id, missing, attempt))
        return known

    async def _ask(
        self,
        tournament: Tournament,
        role_id: RoleId,
        people: Sequence[PlayerId],
        attempt: Attempt,
    ) -> None:
        """Ask who has the role; a role that is gone keeps nobody out."""
        known, messenger = self._known.setdefault(attempt, {}), self._wire.messenger
        try:
            for first in range(0, len(people), ROLES_ASKED):
                some = people[first : first + ROLES_ASKED]
                asked = messenger.holders(tournament.server_id, role_id, some)
                having = await self._wire.soon(asked)
                known.update((each, each in having) for each in some)
        except RoleGone:
            known.update(dict.fromkeys(people, True))
        except (TryLater, CannotPost):
            self._failed[attempt] = self._now()


def rated(
    connection: Connection, tournament: Tournament, people: Collection[PlayerId]
) -> dict[PlayerId, RatingRow]:
    """The ratings of these in the tournament's game and server, of whoever has one."""
    scope = scope_of(tournament.server_id)
    keys = [RatingKey(tournament.game, scope, each) for each in people]
    return {key.player_id: row for key, row in ratings.load(connection, keys).items()}


def played(row: RatingRow | None) -> int:
    """How many rated matches somebody with this rating has played."""
    return 0 if row is None else row.won + row.drawn + row.lost
