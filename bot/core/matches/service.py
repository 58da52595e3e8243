"""Playing a match: moving, giving up, looking at it; and who may see it."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeAlias

from sqlalchemy import Connection

from bot.core import outbox
from bot.core.actor import Actor
from bot.core.errors import ServiceError
from bot.core.matches import entries_storage, errors, storage
from bot.core.matches.errors import NotYoursToSee
from bot.core.matches.storage import MatchSummary
from bot.core.matches.store import MatchStore, NewEntry, Now, StoreService, seat_of
from bot.core.matches.values import MatchState, Scope
from bot.core.people.rights import managed
from bot.core.waking import Wakeup
from data.database import Database
from data.ids import (
    ChannelId,
    Holder,
    Key,
    MatchId,
    MessageId,
    PlayerId,
    ServerId,
    interaction_time,
    made_at,
)
from data.states import EntryKind
from data.transactions import reads
from rules.completion import Completion, complete
from rules.errors import MoveError
from rules.game import Move, Seat
from rules.texts import ENGLISH, Wording

MOST = 100
"""How many matches of a server are looked through for one to offer."""
RESIGNED, WITHDREW, WITHDRAWN = "resigned", "withdrew", "withdrawn"
"""Why a player leaves: this match alone, or the tournament that it is a game of; or it put them
out.
"""
IDLE = "idle"
"""What is written of a match that is called off since nobody moves any more."""
ABSENT = "absent"
"""The same where the bot could not be for very long."""
OVERTAKEN, SUBSTITUTED = "overtaken", "substituted"
"""The same in a tournament: what came before changed, or, in 1.0.0, another plays instead."""
PATIENCE = timedelta(seconds=10)
"""How long somebody waits for it; boards take a second, unless Discord is in trouble."""
Action: TypeAlias = Callable[[Connection, MatchState, Seat], tuple[EntryKind, str]]
"""What a player does to a match: the kind and the text of the entry that the log will have."""


def meant_to_move(connection: Connection, actor: Actor) -> MatchId | MatchSummary:
    """The match meant by who names none, locked. Raises NoMatchHere or SeveralMatches."""
    here = storage.in_thread(connection, actor.place.here, lock=True)
    found = _meant(connection, actor, Scope.TO_MOVE, here)
    return found if found is here else found.id


def _meant(
    connection: Connection, actor: Actor, scope: Scope, here: MatchSummary | None
) -> MatchSummary:
    if here is not None and (scope is Scope.SEEN or actor.id in here.players):
        return here
    running = storage.running_of(connection, actor.id)
    waiting = tuple(each for each in running if each.to_move_player == actor.id)
    possible = running if scope is Scope.SEEN else waiting or running
    if scope is Scope.SEEN and not possible:
        possible = storage.finished_of(connection, actor.id, 1)
    if not possible:
        raise errors.NoMatchHere(scope) if here is None else errors.NotYourMatch()
    if len(possible) > 1:
        others = () if scope is Scope.TO_MOVE else [e for e in running if e not in possible]
        raise errors.SeveralMatches((*possible, *others), scope)
    return possible[0]


@dataclass(frozen=True, slots=True)
class Played:
    """The match after somebody's move, and how many matches wait for them now."""

    state: MatchState
    waiting: int


class MatchService(StoreService):
    """What a player does in matches. Every method says no by raising a ServiceError."""

    def __init__(self, database: Database, store: MatchStore, now: Now) -> None:
        super().__init__(database, store, now)
        self._waiting: set[Wakeup] = set()
        database.subscribe(outbox.SUBJECT, self._tell)

    async def check_manager(self, actor: Actor) -> None:
        """Raise NoServerHere or NotAManager unless the actor may manage matches where they are."""
        await self._database.read(managed, actor)

    async def submit(
        self,
        actor: Actor,
        text: str,
        match_id: MatchId | None = None,
        expected_ply: int | None = None,
    ) -> Played:
        """Make the move that ``text`` means, in the match that is meant if none is named.

        The same interaction again gives the same answer and writes nothing. Raises UnknownMatch,
        NotYourMatch, MatchOver, OutdatedBoard, AlreadyLeft, NotYourTurn or IllegalText;
        NoMatchHere or SeveralMatches if no match is named.
        """

        def move(connection: Connection) -> Played:
            match = match_id or meant_to_move(connection, actor)
            action = typed(text, actor.key if expected_ply is None else None)
            after = act(connection, self._store, actor, match, expected_ply, action)
            return Played(after, storage.count_waiting(connection, actor.id))

        played = await self._database.write(move)
        self._store.remember(played.state)
        return played

    async def resign(
        self, actor: Actor, match_id: MatchId, expected_ply: int | None = None
    ) -> MatchState:
        """Give up the player's seat; raises as ``submit`` does, or AlreadyLeft."""
        return await self._written(act, self._store, actor, match_id, expected_ply, leave)

    async def abort(
        self, actor: Actor, match_id: MatchId, expected_ply: int | None = None
    ) -> MatchState:
        """End a match in which not all have moved; raises TooLateToAbort or as ``resign``."""
        return await self._written(act, self._store, actor, match_id, expected_ply, call_off)

    async def check_abort(
        self, actor: Actor, match_id: MatchId, expected_ply: int | None = None
    ) -> MatchState:
        """The match, before somebody is asked whether to call it off; raises as ``abort`` does.

        Where no clock runs, one in which nobody moves any more may be called off later too.
        """
        state = await self.current(actor, match_id, expected_ply)
        check_free(state)
        if state.match.is_timed and _has_begun(state):
            raise errors.TooLateToAbort(state)
        return state

    async def state(self, match_id: MatchId, ply: int | None = None) -> MatchState:
        """The match now, or as it stood at ``ply``; raises UnknownMatch."""
        return await self._database.read(self._store.read, match_id, ply)

    async def first_board(self, match_id: MatchId) -> MatchSummary | None:
        """The match as soon as a board of it stands somewhere; None if that takes too long."""
        until, news = self._now() + PATIENCE, Wakeup()
        self._waiting.add(news)
        try:
            while True:
                match = await self._database.read(storage.get, match_id)
                if match is None or match.board_message_id is not None:
                    return match
                if self._now() >= until:
                    return None
                await news.sleep_until(until, self._now())
        finally:
            self._waiting.discard(news)

    def _tell(self) -> None:
        for news in self._waiting:
            news.set()

    async def visible(self, actor: Actor, match_id: MatchId) -> MatchState:
        """The match, if the actor may see it. Raises UnknownMatch or NotYoursToSee."""
        state = await self.state(match_id)
        check_seen(actor, state)
        return state

    async def own(self, actor: Actor, match_id: MatchId) -> MatchState:
        """The match, for one of its players. Raises UnknownMatch or NotYourMatch."""
        state = await self.state(match_id)
        seat_of(state, actor.id)
        return state

    async def current(
        self, actor: Actor, match_id: MatchId, expected_ply: int | None = None
    ) -> MatchState:
        """The running match, as its player saw it; raises as ``submit`` does."""
        state = await self._database.read(self._store.open_for, match_id, actor.id, expected_ply)
        _check_stays(state, seat_of(state, actor.id))
        return state

    async def to_move(self, actor: Actor, match_id: MatchId) -> MatchState:
        """The running match in which it is this player's turn; raises as ``submit`` does."""
        return await self._database.read(open_to_move, self._store, match_id, actor.id, None)

    @reads
    def meant(self, connection: Connection, actor: Actor, scope: Scope) -> MatchId:
        """The match that somebody means who names none.

        It is the thread's if they may mean that; else the only one waiting for them; else the only
        one that they play; and to look back, else the one that ended last. Raises SeveralMatches,
        or where there is none NoMatchHere, or NotYourMatch in the thread of other people's match.
        """
        here = storage.in_thread(connection, actor.place.here)
        return _meant(connection, actor, scope, here).id

    @reads
    def offered(
        self, connection: Connection, actor: Actor, scope: Scope, most: int
    ) -> tuple[MatchSummary, ...]:
        """The matches that somebody may mean, likeliest first, at most ``most``."""
        server_id = actor.place.server_id
        if scope is Scope.SERVER:
            found = () if server_id is None else storage.in_server(connection, server_id, MOST)
            return found[:most]
        running = storage.running_of(connection, actor.id)
        waiting = tuple(each for each in running if each.to_move_player == actor.id)
        if scope is Scope.TO_MOVE:
            return waiting[:most]
        others = tuple(each for each in running if each not in waiting)
        ended = storage.finished_of(connection, actor.id, most) if scope is Scope.SEEN else ()
        return (*waiting, *others, *ended)[:most]

    async def shown_in(self, actor: Actor, message_id: MessageId) -> MatchState:
        """The match whose board this message shows; raises NoBoardThere or NotYoursToSee."""
        match_id = await self._database.read(storage.shown_in, message_id)
        if match_id is None:
            raise errors.NoBoardThere
        return await self.visible(actor, match_id)

    async def end(self, seen: MatchState) -> None:
        """Have the end of a game take effect that nobody had seen when it came."""
        if seen.match.is_running and not seen.is_running:
            await self._database.write(self._end, seen.id)

    def completions(
        self, state: MatchState, text: str, wording: Wording = ENGLISH
    ) -> tuple[Completion, ...]:
        """What ``text`` may become, part by part, best first; none when the match is over."""
        return () if state.to_move is None else complete(state.position, text, wording=wording)

    def meaning(self, state: MatchState, text: str) -> Move:
        """The move that ``text`` is; raises IllegalText, saying why it is none."""
        try:
            return state.position.parse(text)
        except MoveError as error:
            raise errors.IllegalText(error, state) from None

    def _end(self, connection: Connection, match_id: MatchId) -> None:
        self._store.end(connection, self._store.read(connection, match_id, lock=True))


def act(
    connection: Connection,
    store: MatchStore,
    actor: Actor,
    match: MatchId | MatchSummary,
    expected_ply: int | None,
    action: Action,
) -> MatchState:
    """Do ``action`` in a match, once for each interaction; the match after it.

    ``match`` is its number, or what this transaction has read of it and locked. Raises
    UnknownMatch, NotYourMatch, MatchOver, OutdatedBoard, and what ``action`` raises.
    """
    state = None
    try:
        state = store.open_for(connection, match, actor.id, expected_ply, lock=True)
        return write_action(store, connection, actor, state, action)
    except ServiceError:
        # whatever speaks against it now, it may have been done when it came for the first time
        told = store.repeated(connection, actor.key, state)
        if told is None:
            raise
        return told


def write_action(
    store: MatchStore, connection: Connection, actor: Actor, state: MatchState, action: Action
) -> MatchState:
    """Write what ``action`` does to the match as read, and raise what it raises."""
    seat = seat_of(state, actor.id)
    kind, text = action(connection, state, seat)
    return store.append(connection, state, NewEntry(kind, text, seat, actor.id, actor.key))


def typed(text: str, key: Key | None = None) -> Action:
    """The move that ``text`` means; ``key`` is that of who does not say on which board.

    Raises AlreadyLeft, NotYourTurn, IllegalText, or OutdatedBoard if it was typed before the last
    thing happened.
    """

    def move(connection: Connection, state: MatchState, seat: Seat) -> tuple[EntryKind, str]:
        check_turn(state, seat)
        if key is not None and _has_moved_on(connection, state, key):
            raise errors.OutdatedBoard(state)
        try:
            return EntryKind.MOVE, str(state.position.parse(text))
        except MoveError as error:
            raise errors.IllegalText(error, state) from error

    return move


def _has_moved_on(connection: Connection, state: MatchState, key: Key) -> bool:
    """Whether somebody has done something in the match since Discord heard what is done here.

    Discord may tell of something late, and of what was never answered again, when the player has
    long moved otherwise. Where an engine, a clock or a prepared answer did the last thing, it comes
    with a player's own move: who types that again, as nothing has come of it, has not seen it. So a
    board must have been posted between the two.
    """
    heard = interaction_time(key)
    latest = None if state.last is None else interaction_time(state.last.key)
    if heard is None or state.last is None or latest is not None:
        return heard is not None and latest is not None and heard < latest
    earlier = entries_storage.between(
        connection, state.id, after=state.ply - len(state.players), up_to=state.ply
    )
    latest = max(filter(None, (interaction_time(each.key) for each in earlier)), default=None)
    board = state.match.board_message_id
    return latest is not None and (board is None or not latest <= made_at(board) <= heard)


def leave(_: Connection, state: MatchState, seat: Seat) -> tuple[EntryKind, str]:
    """Giving up a seat. Raises AlreadyLeft."""
    _check_stays(state, seat)
    return EntryKind.LEAVE, RESIGNED


def call_off(_: Connection, state: MatchState, seat: Seat) -> tuple[EntryKind, str]:
    """Ending a match that has hardly begun. Raises TooLateToAbort, MovesStand or AlreadyLeft."""
    _check_stays(state, seat)
    check_free(state)
    if _has_begun(state):
        raise errors.TooLateToAbort(state)
    return EntryKind.ABORT, ""


def check_free(state: MatchState) -> None:
    """Raise MovesStand for a game of a tournament, which is played as it began."""
    if state.match.moves_stand:
        raise errors.MovesStand(state)


def _has_begun(state: MatchState) -> bool:
    begun = {made.seat for made in state.moves}.union(state.left)
    return len(begun) == len(state.players)


def check_turn(state: MatchState, seat: Seat) -> None:
    """Raise NotYourTurn unless it is the turn of this seat, AlreadyLeft if it was given up."""
    _check_stays(state, seat)
    if state.to_move != seat:
        raise errors.NotYourTurn(state)


def _check_stays(state: MatchState, seat: Seat) -> None:
    if seat in state.left:
        raise errors.AlreadyLeft(state)


def open_to_move(
    connection: Connection,
    store: MatchStore,
    match_id: MatchId,
    player_id: PlayerId,
    expected_ply: int | None,
    *,
    lock: bool = False,
) -> MatchState:
    """The running match in which it is this player's turn; raises as ``submit`` does."""
    state = store.open_for(connection, match_id, player_id, lock=lock)
    check_turn(state, seat_of(state, player_id))
    if expected_ply is not None and expected_ply != state.ply:
        raise errors.OutdatedBoard(state)
    return state


def may_see(
    actor: Actor, people: Collection[Holder], server_id: ServerId | None, channel_id: ChannelId
) -> bool:
    """Whether the actor may see what ``people`` take part in, and what is shown in a channel.

    They may themselves, and who acts in its server and sees the channel. A number can be forged, so
    this is asked before anything is told of what is found by one.
    """
    is_here = server_id is not None and server_id == actor.place.server_id
    return actor.id in people or (is_here and actor.sees(channel_id))


def check_seen(actor: Actor, match: MatchState) -> None:
    """Raise NotYoursToSee for people who neither play the match nor see where it is played."""
    if not may_see(actor, match.players, match.server_id, match.channel_id):
        raise NotYoursToSee
