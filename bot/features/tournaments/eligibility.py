"""Who still fits the limits when a tournament begins; who has a role is asked at Discord."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from typing import TypeAlias

from cachetools import LRUCache
from sqlalchemy import Connection

from bot.core.matches import Now
from bot.core.posting import MAX_ROLE_QUERY, Refusal, RoleGone, TryLater, Wire
from bot.features.ratings import RatingKey, RatingRow, scope_of
from bot.features.ratings import results_storage as results
from bot.features.ratings import storage as ratings
from bot.features.tournaments import storage
from bot.features.tournaments.errors import RolesUnknown
from bot.features.tournaments.formats import format_of
from bot.features.tournaments.values import Entrant, Field, Tournament
from data.ids import PlayerId, RoleId
from data.statements import UnpreparedError

MATCHES, ROLE, OUT = "matches", "role", "withdrawn"
BARRED = timedelta(days=30)
"""So long nobody enters uninvited who was withdrawn for not playing."""
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
        """Who does not fit any more, and why: ``matches 5``, ``role`` and its number, or OUT.

        Who was put in by the organiser always fits. Raises UnpreparedError where Discord has to be
        asked first, and RolesUnknown where it did not answer.
        """
        tournament, rules = field.tournament, field.tournament.rules
        invited = storage.invited(connection, tournament.id)
        entered = [each for each in field.entrants if each.player_id not in invited]
        found = dict.fromkeys(self._withdrawn(connection, field, entered), OUT)
        asked = [each.player_id for each in entered if each.plays and each.player_id not in found]
        rows = rated(connection, tournament, asked) if rules.matches else {}
        few = [each for each in asked if played(rows.get(each)) < rules.matches]
        found |= dict.fromkeys(few, f"{MATCHES} {rules.matches}")
        role_id = self.role_of(tournament)
        if role_id is not None:
            left = [each for each in asked if each not in found]
            holders = self._holders(tournament, role_id, left)
            without = [each for each in left if not holders[each]]
            found |= dict.fromkeys(without, f"{ROLE} {role_id}")
        return found

    def role_of(self, tournament: Tournament) -> RoleId | None:
        """The role without which nobody enters; None for none, and for one that was deleted."""
        role_id, messenger = tournament.rules.role_id, self._wire.messenger
        is_there = role_id is not None and messenger.has_role(tournament.server_id, role_id)
        return role_id if is_there else None

    def _withdrawn(
        self, connection: Connection, field: Field, entered: Sequence[Entrant]
    ) -> list[PlayerId]:
        """Who is out of an earlier one of the series since they entered this one, or is barred.

        A player keeps the place in a league who was withdrawn from something else.
        """
        tournament = field.tournament
        since = self._now() - BARRED
        before = storage.withdrawn_before(connection, tournament)
        barred = storage.barred(connection, tournament.server_id, since)
        stays = format_of(field).rests is not None
        return [
            each.player_id
            for each in entered
            if before.get(each.player_id, each.entered_at) > each.entered_at
            or (each.player_id in barred and not (stays and each.carried))
        ]

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
            for first in range(0, len(people), MAX_ROLE_QUERY):
                some = people[first : first + MAX_ROLE_QUERY]
                asked = messenger.holders(tournament.server_id, role_id, some)
                having = await self._wire.soon(asked)
                known.update((each, each in having) for each in some)
        except RoleGone:
            known.update(dict.fromkeys(people, True))
        except (TryLater, Refusal):
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


ONE_ABSENCE = timedelta(days=1)
"""Games that a player loses on time within this of each other are one lapse."""


def gone_missing(connection: Connection, field: Field) -> list[Entrant]:
    """The players who are in and have two lapses without a move in between."""
    played = [each.match_id for each in field.pairings if each.match_id is not None]
    return [
        field.by_id[player_id]
        for player_id, late in results.timed_out_in(connection, played).items()
        if field.by_id[player_id].is_in and _has_gone(connection, field, player_id, late)
    ]


def _has_gone(
    connection: Connection, field: Field, player_id: PlayerId, late: Sequence[datetime]
) -> bool:
    """Whether the player, who lost games on time then, did not move between two of the lapses.

    A move in any game of the tournament counts, also in one that was annulled or called off later.
    """
    forgiven_at = field.by_id[player_id].forgiven_at
    counted = [each for each in late if forgiven_at is None or each > forgiven_at]
    return any(
        not storage.moved_between(connection, field.tournament.id, player_id, one, other)
        for one, other in pairwise(_lapses(counted))
    )


def _lapses(late: Sequence[datetime]) -> list[datetime]:
    """When each lapse began, of games lost on time in this order: one absence is one lapse."""
    found: list[datetime] = []
    for at in late:
        if not found or at - found[-1] >= ONE_ABSENCE:
            found.append(at)
    return found
