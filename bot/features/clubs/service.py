"""What managers, captains and players do in club matches."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection

from bot.core import matches
from bot.core.actor import Actor
from bot.core.matches import MatchStore, NewEntry, Now, checked_reason
from bot.core.people import orders, players
from bot.core.people.settings import manages, server_of, server_settings
from bot.features import timekeeping
from bot.features.clubs import errors, rules, storage
from bot.features.clubs.errors import UnknownClub
from bot.features.clubs.values import Club, ClubView, Entry, Game, Member, Side
from data.database import Database, reads, writes
from data.ids import ClubId, Key, MatchId, PlayerId
from data.states import ClubEvent, ClubState, EntryKind

ASK_LIVES = timedelta(days=7)
MOST_MEMBERS = 40
"""How many people can join a side: those of all boards, and as many reserves."""
RULINGS = (EntryKind.DECIDE, EntryKind.ANNUL, EntryKind.FORGIVE)


@dataclass(frozen=True, slots=True)
class Asked:
    """The ruling that a captain asks for, as the text of an entry of the log has it."""

    kind: EntryKind
    ruling: str
    reason: str

    def __str__(self) -> str:
        return f"{self.kind}\n{matches.write_ruling(self.ruling, self.reason)}"

    @classmethod
    def read(cls, entry: Entry) -> "Asked":
        """What was asked in an entry."""
        kind, _, text = (entry.text or "").partition("\n")
        return cls(EntryKind(kind), *matches.read_ruling(text))


@dataclass(eq=False)
class Leading:
    """Base of the services: who may act for which side."""

    _database: Database
    _store: MatchStore
    _now: Now

    def _of(
        self, connection: Connection, actor: Actor, club_id: ClubId, *, lock: bool = False
    ) -> tuple[Club, Side]:
        """A club match that was accepted, and the side of the actor's server."""
        club = storage.of(connection, club_id, lock=lock)
        side = club.side_in(server_of(actor))
        if side is None or club.contest.state is ClubState.OFFERED or len(club.sides) == 1:
            raise UnknownClub
        return club, side

    def _led(
        self,
        connection: Connection,
        actor: Actor,
        club_id: ClubId,
        *states: ClubState,
    ) -> tuple[Club, Side]:
        """The same, locked, for the captain of the side, in one of these states."""
        club, side = self._of(connection, actor, club_id, lock=True)
        if actor.id != side.captain_id:
            raise errors.NotTheCaptain(side.captain_id)
        if club.contest.state not in states:
            refused = errors.NotOpen if ClubState.OPEN in states else errors.NotRunning
            raise refused(_against(club, side))
        return club, side

    def _member(self, club: Club, side: Side, player_id: PlayerId) -> Member:
        member = club.by_id.get(player_id)
        if member is None or member.side != side.number or not member.is_in:
            raise errors.NotInClub(player_id)
        return member

    def _manages(self, connection: Connection, actor: Actor) -> bool:
        return manages(actor, server_settings.get(connection, server_of(actor)))


class ClubService(Leading):
    """Joins, leads and shows club matches. Refusals are ServiceErrors.

    The same interaction again changes nothing. Methods for a club match raise NoServerHere, and
    UnknownClub unless the actor's server plays in it.
    """

    @reads
    def here(self, connection: Connection, actor: Actor) -> tuple[tuple[Club, ...], bool]:
        """The club matches of the actor's server, and whether the actor is a manager there.

        The newest come first; if none goes on, the one that ended last.
        """
        server_id = server_of(actor)
        found = storage.in_server(connection, server_id, (ClubState.OPEN, ClubState.RUNNING))
        found = found or storage.in_server(connection, server_id, (ClubState.OVER,))[:1]
        clubs = tuple(storage.read(connection, each) for each in found)
        return clubs, self._manages(connection, actor)

    @reads
    def look(self, connection: Connection, actor: Actor, club_id: ClubId) -> ClubView:
        """The club match as the actor sees it."""
        return self._view(connection, actor, club_id)

    @reads
    def of_player(
        self, connection: Connection, actor: Actor, player_id: PlayerId
    ) -> tuple[Club, ...]:
        """The club matches of a person that the actor may see: one's own, and those played here."""
        here, found = actor.place.server_id, storage.of_player(connection, player_id)
        clubs = (storage.read(connection, e) for e in found if e.state is not ClubState.OFFERED)
        return tuple(
            each
            for each in clubs
            if player_id in each.by_id and (player_id == actor.id or each.side_in(here))
        )

    @reads
    def asked_of(self, connection: Connection, player_id: PlayerId) -> tuple[Club, ...]:
        """The club matches in which a request waits for this captain."""
        found = []
        for contest in storage.of_player(connection, player_id):
            if contest.state not in (ClubState.RUNNING, ClubState.OVER):
                continue
            club = storage.read(connection, contest)
            led = {each.number for each in club.sides if each.captain_id == player_id}
            if any({1 - (e.side or 0)} & led for e in self._open(connection, club)):
                found.append(club)
        return tuple(found)

    @writes
    def enter(self, connection: Connection, actor: Actor, club_id: ClubId) -> ClubView:
        """Join the side of the actor's server, also as a reserve of a match that has begun.

        Raises NotOpen, OtherSide, OutForGood, SideFull or BlockedByOperator.
        """
        club, side = self._of(connection, actor, club_id, lock=True)
        own = club.by_id.get(actor.id)
        if club.contest.is_over or club.contest.weeks:
            raise errors.NotOpen(_against(club, side))
        if own is not None and own.side != side.number:
            raise errors.OtherSide(club.sides[own.side].name)
        led = [each for each in club.sides if each.captain_id == actor.id]
        if led and side not in led:
            raise errors.OtherSide(led[0].name)
        if club.is_out(actor.id):
            raise errors.OutForGood(_against(club, side))
        orders.check_not_blocked(connection, actor.id, ())
        if own is None or not own.is_in:
            players.ensure(connection, [actor.id], self._now())
            if len(club.of_side(side.number)) >= MOST_MEMBERS:
                raise errors.SideFull(MOST_MEMBERS)
            joined = own or Member(actor.id, side.number, self._now())
            storage.put_member(connection, club_id, replace(joined, withdrawn_at=None))
            storage.wake(connection, club_id, self._now())
        return self._view(connection, actor, club_id)

    @writes
    def leave(self, connection: Connection, actor: Actor, club_id: ClubId) -> ClubView:
        """Leave; games that run are lost. Raises NotInClub or NotOpen."""
        club, side = self._of(connection, actor, club_id, lock=True)
        own = self._member(club, side, actor.id)
        if club.contest.is_over:
            raise errors.NotOpen(_against(club, side))
        storage.put_member(connection, club_id, replace(own, withdrawn_at=self._now()))
        if any(actor.id in each.players for each in club.games):
            self._write(connection, club, ClubEvent.WITHDREW, actor, player_id=actor.id)
        storage.wake(connection, club_id, self._now())
        return self._view(connection, actor, club_id)

    @writes
    def leave_season(self, connection: Connection, actor: Actor, club_id: ClubId) -> ClubView:
        """Leave a season with the captain's side: what is left is forfeited.

        Raises NotTheCaptain or NotRunning.
        """
        club, side = self._led(connection, actor, club_id, ClubState.RUNNING)
        if club.contest.weeks and side.gone_at is None:
            storage.change_side(connection, side, gone_at=self._now())
            self._write(connection, club, ClubEvent.LEFT, actor, side=side.number)
            for match in club.matches:
                for each in match.sides if not match.contest.is_over else ():
                    if each.team == side.number:
                        storage.change_side(connection, each, gone_at=self._now())
                        storage.wake(connection, match.id, self._now())
        return self._view(connection, actor, club_id)

    @writes
    def ready(self, connection: Connection, actor: Actor, club_id: ClubId) -> ClubView:
        """Say for the captain's side that it can begin; it begins when both have.

        Raises NotTheCaptain, NotOpen or NobodyJoined.
        """
        club, side = self._led(connection, actor, club_id, ClubState.OPEN)
        if not club.contest.weeks and not club.playing(side.number):
            raise errors.NobodyJoined
        storage.change_side(connection, side, ready_at=side.ready_at or self._now())
        storage.wake(connection, club_id, self._now())
        return self._view(connection, actor, club_id)

    @writes
    def leave_out(
        self, connection: Connection, actor: Actor, club_id: ClubId, player_id: PlayerId
    ) -> ClubView:
        """Leave a player of the captain's side out, or let them play after all.

        Raises NotTheCaptain, NotOpen or NotInClub.
        """
        club, side = self._led(connection, actor, club_id, ClubState.OPEN)
        member = self._member(club, side, player_id)
        storage.put_member(connection, club_id, replace(member, left_out=not member.left_out))
        storage.wake(connection, club_id, self._now())
        return self._view(connection, actor, club_id)

    @writes
    def name_captain(
        self, connection: Connection, actor: Actor, club_id: ClubId, player_id: PlayerId
    ) -> ClubView:
        """Let somebody lead the side of the actor's server, who is its captain or a manager there.

        Whom others name has joined the side, in a season for any of its matches, and so agreed to
        be seen. Raises NotTheCaptain, NotOpen or NotInClub.
        """
        club, side = self._of(connection, actor, club_id, lock=True)
        if not self._manages(connection, actor) and actor.id != side.captain_id:
            raise errors.NotTheCaptain(side.captain_id)
        if club.contest.is_over:
            raise errors.NotOpen(_against(club, side))
        may = player_id == actor.id and player_id not in club.by_id
        if not may and player_id not in club.joined(side.number):
            raise errors.NotInClub(player_id)
        players.ensure(connection, [player_id], self._now())
        if player_id != side.captain_id:
            storage.change_side(connection, side, captain_id=player_id)
            its = {"side": side.number, "player_id": player_id}
            self._write(connection, club, ClubEvent.CAPTAIN, actor, **its)
        return self._view(connection, actor, club_id)

    @writes
    def move_here(self, connection: Connection, actor: Actor, club_id: ClubId) -> ClubView:
        """Post the card and the games of the actor's server in this channel from now on.

        Raises NotTheCaptain; managers can do it too.
        """
        club, side = self._of(connection, actor, club_id, lock=True)
        if not self._manages(connection, actor) and actor.id != side.captain_id:
            raise errors.NotTheCaptain(side.captain_id)
        channel_id, now = actor.place.channel_id, self._now()
        storage.CARD.move(connection, side.id, channel_id, now)
        for match_id in sorted(e.match_id for e in club.games if e.match_id and e.is_running):
            match = matches.storage.get(connection, match_id, lock=True)
            if match is not None:
                there = match.in_server(side.server_id)
                timekeeping.move_match(connection, there, channel_id, now)
        return self._view(connection, actor, club_id)

    @writes
    def substitute(
        self,
        connection: Connection,
        actor: Actor,
        club_id: ClubId,
        out_id: PlayerId,
        in_id: PlayerId,
    ) -> ClubView:
        """Replace a player on a board, once a side and board: both games begin again.

        Raises NotTheCaptain, NotRunning, NotInClub or NoSubstitute.
        """
        club, side = self._led(connection, actor, club_id, ClubState.RUNNING)
        if storage.is_written(connection, actor.key):
            return self._view(connection, actor, club_id)
        games = tuple(e for e in club.games if e.players[side.number] == out_id)
        if not games:
            raise errors.NotInClub(out_id)
        self._member(club, side, in_id)
        self._check_substitute(connection, club, side, games, in_id)
        column = ("one_id", "other_id")[side.number]
        for game in sorted(games, key=lambda each: each.match_id or 0):
            self._call_off(connection, game, out_id)
            storage.change_game(connection, game, match_id=None, **{column: in_id})
        out = replace(club.by_id[out_id], withdrawn_at=self._now(), removed=True)
        storage.put_member(connection, club_id, out)
        its = {"player_id": out_id, "other_id": in_id, "text": str(games[0].board)}
        self._write(connection, club, ClubEvent.SUBSTITUTED, actor, side=side.number, **its)
        return self._view(connection, actor, club_id)

    @writes
    def ask(
        self, connection: Connection, actor: Actor, club_id: ClubId, match_id: MatchId, asked: Asked
    ) -> ClubView:
        """Ask the other captain to agree to a ruling about a game.

        Raises NotTheCaptain, NotRunning, UnknownMatch, AskedAlready, BadReason, NothingToForgive.
        """
        club, side = self._led(connection, actor, club_id, ClubState.RUNNING, ClubState.OVER)
        if match_id not in {each.match_id for each in club.games}:
            raise matches.UnknownMatch
        if storage.is_written(connection, actor.key):
            return self._view(connection, actor, club_id)
        if any(each.match_id == match_id for each in self._open(connection, club)):
            raise errors.AskedAlready
        self._check_ruling(self._store.read(connection, match_id), asked)
        checked = replace(asked, reason=checked_reason(asked.reason))
        its = {"match_id": match_id, "text": str(checked), "player_id": actor.id}
        self._write(connection, club, ClubEvent.ASKED, actor, side=side.number, **its)
        return self._view(connection, actor, club_id)

    @writes
    def answer(
        self, connection: Connection, actor: Actor, club_id: ClubId, asked_id: int, *, agrees: bool
    ) -> ClubView:
        """Agree to a ruling that the other captain asks for, which then is made, or decline.

        Raises NotTheCaptain, NotRunning, AskClosed, OwnAsk or NothingToForgive.
        """
        club, side = self._led(connection, actor, club_id, ClubState.RUNNING, ClubState.OVER)
        entry = next((e for e in self._open(connection, club) if e.id == asked_id), None)
        if entry is None or entry.match_id is None:
            raise errors.AskClosed
        if entry.side == side.number or entry.player_id == actor.id:  # who may lead both sides
            raise errors.OwnAsk
        kind = ClubEvent.AGREED if agrees else ClubEvent.DECLINED
        if agrees:
            asked = Asked.read(entry)
            match = self._store.read(connection, entry.match_id, lock=True)
            self._check_ruling(match, asked)
            text = matches.write_ruling(asked.ruling, asked.reason)
            made = NewEntry(asked.kind, text, None, entry.player_id, Key(f"club:ruled:{entry.id}"))
            self._store.append(connection, match, made)
        its = {"match_id": entry.match_id, "text": str(entry.id), "player_id": actor.id}
        key = Key(f"club:answered:{entry.id}")
        storage.write(connection, club, kind, self._now(), key, side=side.number, **its)
        return self._view(connection, actor, club_id)

    def _view(self, connection: Connection, actor: Actor, club_id: ClubId) -> ClubView:
        club, side = self._of(connection, actor, club_id)
        asked = self._open(connection, club) if club.games else ()
        return ClubView(club, side, actor.id, self._manages(connection, actor), asked)

    def _write(
        self, connection: Connection, club: Club, kind: ClubEvent, actor: Actor, **columns: Any
    ) -> None:
        if not storage.is_written(connection, actor.key):
            storage.write(connection, club, kind, self._now(), actor.key, **columns)

    def _open(self, connection: Connection, club: Club) -> tuple[Entry, ...]:
        """The requests that are not answered and not too old, the newest first."""
        kinds = (ClubEvent.ASKED, ClubEvent.AGREED, ClubEvent.DECLINED)
        found = storage.log_of(connection, club.id, kinds)
        answered = {each.text for each in found if each.kind is not ClubEvent.ASKED}
        since, running = self._now() - ASK_LIVES, {each.match_id for each in club.games}
        asked = (e for e in found if e.kind is ClubEvent.ASKED and str(e.id) not in answered)
        return tuple(e for e in reversed([*asked]) if e.at > since and e.match_id in running)

    def _check_ruling(self, match: matches.MatchState, asked: Asked) -> None:
        if asked.kind is EntryKind.FORGIVE and match.timed_out is None:
            raise matches.NothingToForgive(match)
        if asked.kind is EntryKind.DECIDE:
            ranking = matches.read_ranking(asked.ruling)
            if sorted(seat for place in ranking for seat in place) != [0, 1]:
                raise errors.AskClosed
        elif asked.kind not in RULINGS:
            raise errors.AskClosed

    def _check_substitute(
        self,
        connection: Connection,
        club: Club,
        side: Side,
        games: Collection[Game],
        in_id: PlayerId,
    ) -> None:
        board, out_id = str(next(iter(games)).board), next(iter(games)).players[side.number]
        before = storage.log_of(connection, club.id, [ClubEvent.SUBSTITUTED])
        if any((each.side, each.text) == (side.number, board) for each in before):
            raise errors.SubstitutedBefore(out_id)
        if any(in_id in each.players for each in club.games):
            raise errors.IsPlaying(in_id)
        entered = {each: club.by_id[each].entered_at for each in (out_id, in_id)}
        if rules.ordered(entered, club.ratings)[0] != out_id:
            raise errors.IsHigher(in_id)
        met = next(iter(games)).players[1 - side.number]
        if players.blocks_among(connection, (in_id, met)) or in_id == met:
            raise errors.IsApart(in_id)

    def _call_off(self, connection: Connection, game: Game, out_id: PlayerId) -> None:
        """End the match of a game without a result, if the player has not moved in it."""
        if game.match_id is None:
            return
        match = self._store.read(connection, game.match_id, lock=True)
        seat = game.seated.index(out_id)
        if not match.is_running or any(made.seat == seat for made in match.moves):
            raise errors.HasMoved(out_id)
        key = Key(f"club:substituted:{match.id}")
        entry = NewEntry(EntryKind.ABORT, matches.SUBSTITUTED, None, None, key)
        self._store.append(connection, match, entry)


def _against(club: Club, side: Side) -> str:
    """The other team of a match; all teams of a season."""
    return club.contest_name if club.contest.weeks else club.sides[1 - side.number].name
