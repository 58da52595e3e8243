"""Which players are taken out: those who miss the entry limits, and those who stopped playing.

The limits are checked when a tournament begins. Discord is asked who has the role of players.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from typing import TypeAlias

from cachetools import LRUCache
from sqlalchemy import ColumnElement, Connection

from bot.core.matches import Now
from bot.core.posting import MAX_ROLE_QUERY, Messenger, Refusal, RoleGone, TryLater
from bot.features.ratings import RatingKey, RatingRow, scope_of
from bot.features.ratings import storage as ratings
from bot.features.tournaments import storage
from bot.features.tournaments.errors import RolesUnknown
from bot.features.tournaments.formats import format_of
from bot.features.tournaments.values import Entrant, Field, Tournament
from data.database import UnpreparedError
from data.ids import PlayerId, RoleId
from data.tables import matches

MATCHES, ROLE, OUT = "matches", "role", "withdrawn"
"""Which limit a player misses, as the log stores it."""
BARRED_FOR = timedelta(days=30)
"""For so long a player who was withdrawn for not playing enters by invitation alone."""
REMEMBERED = 16
RETRY_AFTER = timedelta(seconds=30)
"""Delay until Discord is asked again after it did not answer."""

Attempt: TypeAlias = tuple[object, ...]
"""One beginning of one tournament: the key under which Discord's answers are kept."""


class Eligibility:
    """Finds entrants who miss the limits. Discord's answers are kept for one beginning alone."""

    def __init__(self, messenger: Messenger, now: Now) -> None:
        self._messenger = messenger
        self._now = now
        self._known: LRUCache[Attempt, dict[PlayerId, bool]] = LRUCache(REMEMBERED)
        self._failed: LRUCache[Attempt, datetime] = LRUCache(REMEMBERED)

    def ineligible(self, connection: Connection, field: Field) -> Mapping[PlayerId, str]:
        """Entrants who miss a limit, each with which: ``matches 5``, ``role`` and its id, or OUT.

        Players whom the organiser added miss none. Raises UnpreparedError if Discord has to be
        asked first, and RolesUnknown if it did not answer.
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
        """The role that players need; None if they need none, or it was deleted."""
        role_id, messenger = tournament.rules.role_id, self._messenger
        is_there = role_id is not None and messenger.has_role(tournament.server_id, role_id)
        return role_id if is_there else None

    def _withdrawn(
        self, connection: Connection, field: Field, entered: Sequence[Entrant]
    ) -> list[PlayerId]:
        """Those withdrawn from an earlier one of the series since they entered, and the barred.

        A player of a league who was withdrawn from another tournament keeps the place.
        """
        tournament = field.tournament
        since = self._now() - BARRED_FOR
        before = storage.withdrawn_before(connection, tournament)
        barred = storage.barred(connection, tournament.server_id, since)
        stays = format_of(field).in_seasons
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
        if missing and failed_at is not None and self._now() - failed_at < RETRY_AFTER:
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
        """Ask Discord who has the role; if the role is gone, everybody counts as having it."""
        known, messenger = self._known.setdefault(attempt, {}), self._messenger
        try:
            for first in range(0, len(people), MAX_ROLE_QUERY):
                some = people[first : first + MAX_ROLE_QUERY]
                having = await messenger.holders(tournament.server_id, role_id, some)
                known.update((each, each in having) for each in some)
        except RoleGone:
            known.update(dict.fromkeys(people, True))
        except (TryLater, Refusal):
            self._failed[attempt] = self._now()


def rated(
    connection: Connection, tournament: Tournament, people: Collection[PlayerId]
) -> dict[PlayerId, RatingRow]:
    """The ratings of these people in the tournament's game and server; unrated ones are absent."""
    scope = scope_of(tournament.server_id)
    keys = [RatingKey(tournament.game, scope, each) for each in people]
    return {key.player_id: row for key, row in ratings.load(connection, keys).items()}


def played(row: RatingRow | None) -> int:
    """How many rated matches a rating counts."""
    return 0 if row is None else row.won + row.drawn + row.lost


SAME_LAPSE = timedelta(days=1)
"""Games that a player loses on time within this of the first one are one lapse."""


def stopped_playing(connection: Connection, field: Field) -> list[Entrant]:
    """Players who are in and have two lapses, games lost on time, without a move between."""
    played = [each.match_id for each in field.pairings if each.match_id is not None]
    return [
        field.by_id[player_id]
        for player_id, late in ratings.timed_out_in(connection, played).items()
        if field.by_id[player_id].is_in and _has_stopped(connection, field, player_id, late)
    ]


def _has_stopped(
    connection: Connection, field: Field, player_id: PlayerId, late: Sequence[datetime]
) -> bool:
    """Whether a player who lost games on time at ``late`` made no move between two lapses.

    A move in any game of the tournament counts, also in one that was annulled or called off later.
    """
    forgiven_at = field.by_id[player_id].forgiven_at
    counted = [each for each in late if forgiven_at is None or each > forgiven_at]
    its = matches.c.tournament_id == field.tournament.id
    return lapsed_twice(connection, its, player_id, counted)


def lapsed_twice(
    connection: Connection,
    contest: ColumnElement[bool],
    player_id: PlayerId,
    late: Sequence[datetime],
) -> bool:
    """Whether a player made no move between two lapses in the matches of a contest.

    ``late`` are the times at which they lost games on time, in order.
    """
    return any(
        not storage.moved_between(connection, contest, player_id, one, other)
        for one, other in lapses(late)
    )


def lapses(late: Sequence[datetime]) -> list[tuple[datetime, datetime]]:
    """When each lapse and the next one began; ``late`` are the times of losses, in order."""
    found: list[datetime] = []
    for at in late:
        if not found or at - found[-1] >= SAME_LAPSE:
            found.append(at)
    return list(pairwise(found))
