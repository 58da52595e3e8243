"""Rulings: what managers may do to a match, with a public reason."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.core import matches
from bot.core.actor import Actor
from bot.core.matches import Entry, MatchState, checked_reason
from bot.core.people import players
from bot.core.people.settings import check_manager
from bot.features import timekeeping
from data.database import reads
from data.ids import ChannelId, Holder, MatchId, PlayerId
from data.states import EntryKind
from rules.game import Seat
from rules.texts import Text

RULINGS = (EntryKind.DECIDE, EntryKind.ANNUL, EntryKind.PLACE, EntryKind.FORGIVE)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling in the log of a match; ``text`` is what was ruled, without the reason.

    ``winners`` is empty for a draw, and for a ruling that decides nothing.
    """

    ply: int
    kind: EntryKind
    manager_id: PlayerId | None
    text: str
    reason: str
    created_at: datetime
    winners: tuple[Holder, ...] = ()


class BadRanking(matches.MatchRefusal):
    """The ranking does not name every seat of the match once."""

    says = Text("Name every player once, the winner first.")


class OwnMatch(matches.MatchRefusal):
    """A manager who plays in the match may not rule on it in this way."""

    says = Text(
        "You play in this match, so another manager has to decide about it: somebody who can "
        "manage this server, or who has the role for it in `/server`. You can annul a match "
        "only after you have won it. Nothing was changed."
    )


class RulingService(matches.StoreService):
    """Rules on matches of a server, running or ended.

    Each ruling takes a ``reason`` that the players can read, and returns the match after it. A
    repeated interaction returns the same match. All raise UnknownMatch, NoServerHere, BadReason,
    OwnMatch, or NotAManager, also for matches of other servers.
    """

    async def decide(
        self, actor: Actor, match_id: MatchId, ranking: tuple[tuple[Seat, ...], ...], reason: str
    ) -> MatchState:
        """End the match with this ranking, best first, or change how it ended.

        Raises BadRanking unless every seat is named once.
        """

        def check(_: Connection, match: MatchState) -> None:
            named = sorted(seat for group in ranking for seat in group)
            if named != list(range(len(match.players))) or not all(ranking):
                raise BadRanking(match)

        text = matches.write_ranking(ranking)
        return await self._rule(actor, match_id, EntryKind.DECIDE, text, reason, check)

    async def annul(self, actor: Actor, match_id: MatchId, reason: str) -> MatchState:
        """End the match without a result, or remove its result."""
        return await self._rule(actor, match_id, EntryKind.ANNUL, "", reason)

    async def forgive(self, actor: Actor, match_id: MatchId, reason: str) -> MatchState:
        """Undo a timeout that was the last entry. Raises NothingToForgive."""
        return await self._rule(actor, match_id, EntryKind.FORGIVE, "", reason)

    async def move_elsewhere(
        self, actor: Actor, match_id: MatchId, channel_id: ChannelId, reason: str
    ) -> MatchState:
        """Move the match to another channel of the server, where its board is posted again."""

        def move(connection: Connection, match: MatchState) -> None:
            timekeeping.move_match(connection, match.match, channel_id, self._now())

        return await self._rule(actor, match_id, EntryKind.PLACE, str(channel_id), reason, move)

    @reads
    def check(
        self,
        connection: Connection,
        actor: Actor,
        match_id: MatchId,
        kind: EntryKind = EntryKind.PLACE,
    ) -> MatchState:
        """The match, if the actor may make this kind of ruling; raises as the ruling does."""
        return self._checked(connection, actor, match_id, kind)

    @reads
    def of(self, connection: Connection, actor: Actor, match_id: MatchId) -> tuple[Ruling, ...]:
        """The rulings on the match, in order; raises as a ruling does."""
        match = self._checked(connection, actor, match_id, EntryKind.PLACE)
        found = matches.storage.entries_between(connection, match_id, after=0, up_to=match.ply)
        ruled = (_ruling(each, match) for each in found if each.kind in RULINGS)
        # players forgive too, without a reason
        return tuple(each for each in ruled if each.kind is not EntryKind.FORGIVE or each.reason)

    def _checked(
        self,
        connection: Connection,
        actor: Actor,
        match_id: MatchId,
        kind: EntryKind,
        *,
        lock: bool = False,
    ) -> MatchState:
        """The match, if the actor may rule on it in this way.

        Those who play in it may move it, and annul it if they have won it alone. All else is left
        to managers who gain nothing by it.
        """
        match = self._store.read(connection, match_id, lock=lock)
        check_manager(connection, actor, match.server_id)
        seat = match.seat_of(actor.id)
        if seat is not None and kind is not EntryKind.PLACE:
            has_won = match.result is not None and match.result.winners == (seat,)
            if kind is not EntryKind.ANNUL or not has_won:
                raise OwnMatch(match)
        if kind is EntryKind.FORGIVE and match.timed_out is None:
            raise matches.NothingToForgive(match)
        return match

    async def _rule(
        self,
        actor: Actor,
        match_id: MatchId,
        kind: EntryKind,
        ruling: str,
        reason: str,
        before: Callable[[Connection, MatchState], None] | None = None,
    ) -> MatchState:
        text = matches.write_ruling(ruling, checked_reason(reason))

        def rule(connection: Connection) -> MatchState:
            told = self._store.already_written(connection, actor.key)
            if told is not None:
                return told
            match = self._checked(connection, actor, match_id, kind, lock=True)
            if before is not None:
                before(connection, match)
                match = self._store.read(connection, match_id)  # as ``before`` has left it
            players.ensure(connection, [actor.id], self._now())
            entry = matches.NewEntry(kind, text, None, actor.id, actor.key)
            return self._store.append(connection, match, entry)

        return await self._written(rule)


def _ruling(entry: Entry, match: MatchState) -> Ruling:
    ruled, reason = matches.read_ruling(entry.text)
    ranking = matches.read_ranking(ruled) if entry.kind is EntryKind.DECIDE else ()
    best = ranking[0] if len(ranking) > 1 else ()
    winners = tuple(dict.fromkeys(match.players[seat] for seat in best))
    return Ruling(entry.ply, entry.kind, entry.author_id, ruled, reason, entry.created_at, winners)
