"""Rulings: what managers may do to a match, with a public reason."""

import re
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

    says = Text("List every player once, the winner first.")


class OwnMatch(matches.MatchRefusal):
    """A manager who plays in the match may not rule on it in this way."""

    says = Text(
        "You play in this match, so another manager has to decide about it: somebody who can "
        "manage this server, or who has the role for it in `/server`. You can annul a match "
        "only after you have won it. Nothing was changed."
    )


class CaptainsDecide(matches.MatchRefusal):
    """A manager of one server may not rule over a match of two."""

    says = Text(
        "This is a game of a club match, so both captains have to agree. Ask for it with `/club`."
    )


class RulingService(matches.StoreService):
    """Rules on matches of a server, with a ``reason`` that the players can read.

    A repeated interaction returns the same match. All raise UnknownMatch, NoServerHere, BadReason,
    OwnMatch, or NotAManager, also for matches of other servers.
    """

    async def rule(
        self, actor: Actor, match_id: MatchId, kind: EntryKind, ruling: str, reason: str
    ) -> MatchState:
        """Decide, annul, forgive or move the match, running or ended; the match after it.

        ``ruling`` is the ranking as ``write_ranking`` writes it, or the channel of the server where
        the board is posted again; else empty. Raises BadRanking unless every seat is named once,
        and NothingToForgive unless the last entry was a timeout.
        """
        text = matches.write_ruling(ruling, checked_reason(reason))

        def rule(connection: Connection) -> MatchState:
            told = self._store.already_written(connection, actor.key)
            if told is not None:
                return told
            match = self._checked(connection, actor, match_id, kind, lock=True)
            if kind is EntryKind.DECIDE:
                _check_ranking(match, ruling)
            elif kind is EntryKind.PLACE:
                channel_id = ChannelId(int(ruling))
                timekeeping.move_match(connection, match.match, channel_id, self._now())
                match = self._store.read(connection, match_id)
            players.ensure(connection, [actor.id], self._now())
            entry = matches.NewEntry(kind, text, None, actor.id, actor.key)
            return self._store.append(connection, match, entry)

        return await self._written(rule)

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
        check_manager(connection, actor, match.match.in_server(actor.place.server_id).server_id)
        if match.match.club_id is not None:
            raise CaptainsDecide(match)
        seat = match.seat_of(actor.id)
        if seat is not None and kind is not EntryKind.PLACE:
            has_won = match.result is not None and match.result.winners == (seat,)
            if kind is not EntryKind.ANNUL or not has_won:
                raise OwnMatch(match)
        if kind is EntryKind.FORGIVE and match.timed_out is None:
            raise matches.NothingToForgive(match)
        return match


def _check_ranking(match: MatchState, ranking: str) -> None:
    if sorted(re.split("[=>]", ranking)) != [str(seat) for seat in range(len(match.players))]:
        raise BadRanking(match)


def _ruling(entry: Entry, match: MatchState) -> Ruling:
    ruled, reason = matches.read_ruling(entry.text)
    ranking = matches.read_ranking(ruled) if entry.kind is EntryKind.DECIDE else ()
    best = ranking[0] if len(ranking) > 1 else ()
    winners = tuple(dict.fromkeys(match.players[seat] for seat in best))
    return Ruling(entry.ply, entry.kind, entry.author_id, ruled, reason, entry.created_at, winners)
