"""What players do in matches: move, resign, abort, look; and who may see a match."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeAlias

from sqlalchemy import Connection

from bot.core import outbox
from bot.core.actor import Actor
from bot.core.errors import ServiceError
from bot.core.matches import errors, storage
from bot.core.matches.errors import CorruptLog, NotYoursToSee, RulesVersionMissing, UnknownGame
from bot.core.matches.match_store import RESIGNED, MatchStore, NewEntry, Now, StoreService, seat_of
from bot.core.matches.values import MatchState, MatchSummary, Scope
from bot.core.people.settings import managed
from bot.core.waking import Wakeup
from data.database import Database, reads
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
from rules.completion import Completion, complete
from rules.errors import MoveError
from rules.game import Move, Seat
from rules.texts import ENGLISH, Wording

SERVER_MATCHES = 100
"""How many of a server's newest matches are offered."""
IDLE = "idle"
"""Text of the ABORT entry of a match in which nobody has moved for long."""
ABSENT = "absent"
"""Text of the ABORT entry where the bot could not post for very long."""
FORGOTTEN = "forgotten"
"""Text of the ABORT entry of a match in a server whose data is deleted."""
OVERTAKEN, SUBSTITUTED = "overtaken", "substituted"
"""Texts of ABORT entries in tournaments: an earlier result changed; a substitution (1.0.0)."""
FIRST_BOARD_TIMEOUT = timedelta(seconds=10)
"""How long ``first_board`` waits. A board takes a second, unless Discord is in trouble."""
Action: TypeAlias = Callable[[Connection, MatchState, Seat], tuple[EntryKind, str]]
"""Checks an act of a player; returns the kind and the text of the entry to write."""


def lock_meant(connection: Connection, actor: Actor) -> MatchId | MatchSummary:
    """The match of a move that names none, locked if in its thread. Raises as ``meant``."""
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
    """The match after a player's move, and in how many matches it is their turn now."""

    state: MatchState
    waiting: int


class MatchService(StoreService):
    """What a player does in matches. Every method refuses by raising a ServiceError."""

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
        """Make the move ``text`` in the named match, or in the one that ``meant`` finds.

        The same interaction again returns the same state and writes nothing. Raises UnknownMatch,
        NotYourMatch, MatchOver, OutdatedBoard, AlreadyLeft, NotYourTurn or IllegalText;
        NoMatchHere or SeveralMatches if no match is named.
        """

        def move(connection: Connection) -> Played:
            match = match_id or lock_meant(connection, actor)
            action = typed_move(text, actor.key if expected_ply is None else None)
            after = act(connection, self._store, actor, match, expected_ply, action)
            return Played(after, storage.count_waiting(connection, actor.id))

        played = await self._database.write(move)
        self._store.remember(played.state)
        return played

    async def resign(
        self, actor: Actor, match_id: MatchId, expected_ply: int | None = None
    ) -> MatchState:
        """Resign for the player; raises as ``submit``, or AlreadyLeft."""
        return await self._written(act, self._store, actor, match_id, expected_ply, leave)

    async def abort(
        self, actor: Actor, match_id: MatchId, expected_ply: int | None = None
    ) -> MatchState:
        """Abort a match in which not all have moved; raises TooLateToAbort, or as ``resign``."""
        return await self._written(act, self._store, actor, match_id, expected_ply, call_off)

    async def check_abort(
        self, actor: Actor, match_id: MatchId, expected_ply: int | None = None
    ) -> MatchState:
        """The match, before a player is asked to confirm ``abort``; raises as that does.

        An untimed match is let through later too: it may be aborted once nobody moves any more.
        """
        state = await self.current(actor, match_id, expected_ply)
        check_free(state)
        if state.match.is_timed and _has_begun(state):
            raise errors.TooLateToAbort(state)
        return state

    async def state(self, match_id: MatchId, ply: int | None = None) -> MatchState:
        """The match now, or at ``ply``; raises UnknownMatch."""
        return await self._database.read(self._store.read, match_id, ply)

    async def first_board(self, match_id: MatchId) -> MatchSummary | None:
        """The match, once a board of it is posted; None after FIRST_BOARD_TIMEOUT."""
        until, news = self._now() + FIRST_BOARD_TIMEOUT, Wakeup()
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
        """The running match, for one of its players; raises as ``submit``."""
        state = await self._database.read(self._store.open_for, match_id, actor.id, expected_ply)
        _check_stays(state, seat_of(state, actor.id))
        return state

    async def to_move(self, actor: Actor, match_id: MatchId) -> MatchState:
        """The running match in which it is this player's turn; raises as ``submit`` does."""
        return await self._database.read(open_to_move, self._store, match_id, actor.id, None)

    @reads
    def meant(self, connection: Connection, actor: Actor, scope: Scope) -> MatchId:
        """The match of a command that names none.

        In this order: the match of the thread, if the scope allows it; the only one in which it is
        the actor's turn; the only one that they play; for SEEN the one that ended last. Raises
        SeveralMatches; without any NoMatchHere, or NotYourMatch in the thread of others' match.
        """
        here = storage.in_thread(connection, actor.place.here)
        return _meant(connection, actor, scope, here).id

    @reads
    def offered(
        self, connection: Connection, actor: Actor, scope: Scope, most: int
    ) -> tuple[MatchSummary, ...]:
        """Up to ``most`` matches to choose from, likeliest first."""
        server_id = actor.place.server_id
        if scope is Scope.SERVER:
            found = (
                ()
                if server_id is None
                else storage.in_server(connection, server_id, SERVER_MATCHES)
            )
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
        """Write the end of a game that had ended unnoticed."""
        if seen.match.is_running and not seen.is_running:
            await self._database.write(self._end, seen.id)

    def completions(
        self, state: MatchState, text: str, wording: Wording = ENGLISH
    ) -> tuple[Completion, ...]:
        """Completions of a typed ``text``, best first; none when the match is over."""
        return () if state.to_move is None else complete(state.position, text, wording=wording)

    def meaning(self, state: MatchState, text: str) -> Move:
        """The move that ``text`` stands for; raises IllegalText with the reason."""
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
    """Do ``action`` in a match, once for each interaction; returns the match after it.

    ``match`` is its id, or the row that this transaction has locked. Raises UnknownMatch,
    NotYourMatch, MatchOver, OutdatedBoard, and what ``action`` raises.
    """
    state = None
    try:
        state = store.open_for(connection, match, actor.id, expected_ply, lock=True)
        return write_action(store, connection, actor, state, action)
    except ServiceError:
        # the same interaction may have written its entry before: then repeat that answer
        written = store.already_written(connection, actor.key, state)
        if written is None:
            raise
        return written


def write_action(
    store: MatchStore, connection: Connection, actor: Actor, state: MatchState, action: Action
) -> MatchState:
    """Append the entry that ``action`` makes in ``state``; raises what it raises."""
    seat = seat_of(state, actor.id)
    kind, text = action(connection, state, seat)
    return store.append(connection, state, NewEntry(kind, text, seat, actor.id, actor.key))


def typed_move(text: str, key: Key | None = None) -> Action:
    """An action that makes the move ``text``.

    ``key`` is given for a move that names no ply; it raises OutdatedBoard if the move was typed
    before the last entry. Raises AlreadyLeft, NotYourTurn or IllegalText too.
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
    """Whether a person acted in the match after Discord received the interaction ``key``.

    Discord may deliver an interaction late, or again, when the player has long moved otherwise.
    If the last entry is an engine's, a timer's or a prepared answer, it was written together with a
    person's act: the player has seen that only if a board was posted between it and ``key``.
    """
    heard = interaction_time(key)
    latest = None if state.last is None else interaction_time(state.last.key)
    if heard is None or state.last is None or latest is not None:
        return heard is not None and latest is not None and heard < latest
    earlier = storage.entries_between(
        connection, state.id, after=state.ply - len(state.players), up_to=state.ply
    )
    latest = max(filter(None, (interaction_time(each.key) for each in earlier)), default=None)
    board = state.match.board_message_id
    return latest is not None and (board is None or not latest <= made_at(board) <= heard)


def leave(_: Connection, state: MatchState, seat: Seat) -> tuple[EntryKind, str]:
    """The action of resigning. Raises AlreadyLeft."""
    _check_stays(state, seat)
    return EntryKind.LEAVE, RESIGNED


def call_off(_: Connection, state: MatchState, seat: Seat) -> tuple[EntryKind, str]:
    """The action of aborting. Raises TooLateToAbort, MovesStand or AlreadyLeft."""
    _check_stays(state, seat)
    check_free(state)
    if _has_begun(state):
        raise errors.TooLateToAbort(state)
    return EntryKind.ABORT, ""


def check_free(state: MatchState) -> None:
    """Raise MovesStand for a game of a tournament."""
    if state.match.moves_stand:
        raise errors.MovesStand(state)


def _has_begun(state: MatchState) -> bool:
    begun = {made.seat for made in state.moves}.union(state.left)
    return len(begun) == len(state.players)


def check_turn(state: MatchState, seat: Seat) -> None:
    """Raise AlreadyLeft if the seat has left, NotYourTurn unless it is to move."""
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
    """Whether the actor may see something of ``people`` that is shown in a channel.

    The people may, and whoever acts in its server and sees the channel. Ids in buttons and options
    can be forged, so every look-up by id checks this first.
    """
    is_here = server_id is not None and server_id == actor.place.server_id
    return actor.id in people or (is_here and actor.sees(channel_id))


def check_seen(actor: Actor, match: MatchState) -> None:
    """Raise NotYoursToSee for people who neither play the match nor see where it is played."""
    if not any(may_see(actor, match.players, *place) for place in match.match.places):
        raise NotYoursToSee


def damage_of(connection: Connection, store: MatchStore, match_id: MatchId) -> str | None:
    """Replay the match and describe what is wrong with it, for operators; None if nothing is."""
    try:
        state = store.read(connection, match_id)
    except CorruptLog as error:
        return f"Match {match_id} cannot be replayed beyond entry {error.ply}: {error.reason}."
    except UnknownGame as error:
        return f"Match {match_id} is of the game {error.game}, which this bot does not know."
    except RulesVersionMissing as error:
        return (
            f"Match {match_id} began by the rules of {error.info.name} in version {error.version}, "
            "which this bot does not have."
        )
    wrong = _differences(state)
    return f"Match {match_id} is listed with a wrong {wrong}." if wrong else None


def _differences(state: MatchState) -> str:
    match = state.match
    left = tuple(seat in state.left for seat in range(len(match.players)))
    same = {
        "player to move": match.to_move == state.to_move,
        "result": match.result == state.result,
        "list of who left": match.has_left == left,
    }
    return " and ".join(name for name, agrees in same.items() if not agrees)
