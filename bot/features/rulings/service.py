"""Rulings: what managers may do to a match, with a public reason."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.core import matches
from bot.core.actor import Actor
from bot.core.matches import Entry, checked_reason
from bot.core.people import players
from bot.core.people.settings import check_manager
from bot.features import timekeeping
from data.database import reads
from data.ids import ChannelId, Holder, MatchId, PlayerId
from data.states import EntryKind
from rules.game import Seat
from rules.texts import Text

RULINGS = (EntryKind.DECIDE, EntryKind.ANNUL, EntryKind.PLACE)


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


def _check_impartial(match: matches.MatchState, actor: Actor, kind: EntryKind) -> None:
    """Raise OwnMatch if the actor plays in the match and gains by this kind of ruling.

    Players may move their match, and annul it if they have won it alone. All else is left to other
    managers.
    """
    seat = match.seat_of(actor.id)
    if seat is None or kind is EntryKind.PLACE:
        return
    won = match.result is not None and match.result.winners == (seat,)
    if kind is not EntryKind.ANNUL or not won:
        raise OwnMatch(match)


class RulingService(matches.StoreService):
    """Rules on matches of a server, running or ended.

    Each ruling takes a ``reason`` that the players can read, and returns the match after it. A
    repeated interaction returns the same match. All raise UnknownMatch, NoServerHere, BadReason,
    OwnMatch, or NotAManager, also for matches of other servers.
    """

    async def decide(
        self, actor: Actor, match_id: MatchId, ranking: tuple[tuple[Seat, ...], ...], reason: str
    ) -> matches.MatchState:
        """End the match with this ranking, best first, or change how it ended.

        Raises BadRanking unless every seat is named once.
        """

        def check(match: matches.MatchState, _: Connection) -> None:
            named = sorted(seat for group in ranking for seat in group)
            if named != list(range(len(match.players))) or not all(ranking):
                raise BadRanking(match)

        text = matches.write_ranking(ranking)
        return await self._write(actor, match_id, EntryKind.DECIDE, text, reason, check)

    async def annul(self, actor: Actor, match_id: MatchId, reason: str) -> matches.MatchState:
        """End the match without a result, or remove its result."""
        return await self._write(actor, match_id, EntryKind.ANNUL, "", reason)

    async def forgive(self, actor: Actor, match_id: MatchId, reason: str) -> matches.MatchState:
        """Undo a timeout that was the last entry. Raises NothingToForgive."""
        kind = EntryKind.FORGIVE
        return await self._write(actor, match_id, kind, "", reason, _check_forgivable)

    async def move_elsewhere(
        self, actor: Actor, match_id: MatchId, channel_id: ChannelId, reason: str
    ) -> matches.MatchState:
        """Move the match to another channel of the server, where its board is posted again."""

        def move(match: matches.MatchState, connection: Connection) -> None:
            timekeeping.move_match(connection, match.match, channel_id, self._now())

        return await self._write(actor, match_id, EntryKind.PLACE, str(channel_id), reason, move)

    @reads
    def check(
        self,
        connection: Connection,
        actor: Actor,
        match_id: MatchId,
        kind: EntryKind = EntryKind.PLACE,
    ) -> matches.MatchState:
        """The match, if the actor may make this kind of ruling; raises as a ruling does."""
        match = self._store.read(connection, match_id)
        check_manager(connection, actor, match.server_id)
        _check_impartial(match, actor, kind)
        return match

    async def check_forgivable(self, actor: Actor, match_id: MatchId) -> matches.MatchState:
        """The match, if the actor may forgive its timeout; raises as ``forgive`` does."""
        match = await self.check(actor, match_id, EntryKind.FORGIVE)
        _check_forgivable(match)
        return match

    @reads
    def of(self, connection: Connection, actor: Actor, match_id: MatchId) -> tuple[Ruling, ...]:
        """The rulings on the match, in order; raises as a ruling does."""
        match = self._store.read(connection, match_id)
        check_manager(connection, actor, match.server_id)
        found = matches.storage.entries_between(connection, match_id, after=0, up_to=match.ply)
        wanted = (*RULINGS, EntryKind.FORGIVE)
        ruled = (_ruling(each, match) for each in found if each.kind in wanted)
        # players forgive too, without a reason
        return tuple(each for each in ruled if each.kind in RULINGS or each.reason)

    async def _write(
        self,
        actor: Actor,
        match_id: MatchId,
        kind: EntryKind,
        ruling: str,
        reason: str,
        before: Callable[[matches.MatchState, Connection], None] = lambda _, __: None,
    ) -> matches.MatchState:
        text = matches.write_ruling(ruling, checked_reason(reason))

        def rule(connection: Connection) -> matches.MatchState:
            told = self._store.already_written(connection, actor.key)
            if told is not None:
                return told
            match = self._store.read(connection, match_id, lock=True)
            check_manager(connection, actor, match.server_id)
            _check_impartial(match, actor, kind)
            before(match, connection)
            match = self._store.read(connection, match_id)  # as ``before`` has left it
            players.ensure(connection, [actor.id], self._now())
            entry = matches.NewEntry(kind, text, None, actor.id, actor.key)
            return self._store.append(connection, match, entry)

        return await self._written(rule)


def _ruling(entry: Entry, match: matches.MatchState) -> Ruling:
    ruled, reason = matches.read_ruling(entry.text)
    ranking = matches.read_ranking(ruled) if entry.kind is EntryKind.DECIDE else ()
    best = ranking[0] if len(ranking) > 1 else ()
    winners = tuple(dict.fromkeys(match.players[seat] for seat in best))
    return Ruling(entry.ply, entry.kind, entry.author_id, ruled, reason, entry.created_at, winners)


def _check_forgivable(match: matches.MatchState, _connection: Connection | None = None) -> None:
    if match.timed_out is None:
        raise matches.NothingToForgive(match)
