"""What managers do to ladders: creating them, moving players, freezing, closing, reviewing.

What changes places is written into the ladder's history, which everybody can read.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import timedelta
from typing import TypeAlias

from sqlalchemy import Connection

from bot.core import outbox
from bot.core.actor import Actor
from bot.core.clocks import Clock, NoClock, parse_clock
from bot.core.matches import Now, checked_reason, game_of, two_player_variant
from bot.core.people import players
from bot.core.people.settings import managed, server_settings
from bot.features.challenges import check_clock, check_game
from bot.features.ladders import entries, errors, history, storage
from bot.features.ladders.entries import LadderEntry
from bot.features.ladders.hooks import catch_up, hold_clocks
from bot.features.ladders.places import Pair, pair
from bot.features.ladders.service import check_joining, check_open, check_there
from bot.features.ladders.store import LadderStore
from bot.features.ladders.values import LadderState, NewLadder, PairRecord, PlayedMatch, Review
from data.database import Database, reads, writes
from data.ids import ChannelId, LadderId, PlayerId

REVIEWED_FOR = timedelta(days=180)
"""How far back a review looks."""
ONE_SIDED_FROM = 4
"""A pair is unusual if one player won all of at least so many matches."""
SHORT = 8
"""A match of fewer plies is short."""
SHORT_FROM = 2
"""A pair is unusual with at least so many short matches."""
TIMEOUTS_FROM = 2
"""A player is unusual with at least so many losses on time."""
MOST_LISTED = 10
"""How many findings of each kind are listed."""
ManagerAction: TypeAlias = Callable[[LadderState], LadderEntry]
"""What a manager does to a ladder; it gives the entry, or raises a ServiceError."""


def _record(who: Pair, played: list[PlayedMatch]) -> PairRecord:
    won = Counter(each.winner_id for each in played)
    short = tuple(each.match_id for each in played if each.plies < SHORT)
    return PairRecord(who, (won[who[0]], won[who[1]]), won[None], short)


class LadderManagement:
    """Creates ladders, and does what managers decide.

    Every method raises NoServerHere or NotAManager, and UnknownLadder for ladders of other servers.
    What takes a public reason raises BadReason. The same interaction again gives the same answer.
    """

    def __init__(self, database: Database, store: LadderStore, now: Now) -> None:
        self._database = database
        self._store = store
        self._now = now

    @writes
    def create(
        self,
        connection: Connection,
        actor: Actor,
        game: str,
        clock: str,
        channel_id: ChannelId,
        variant: str | None = None,
        *,
        by_invitation: bool = False,
    ) -> LadderState:
        """Create a ladder of a game, and post its standings in the channel.

        Raises UnknownGame, UnknownVariant, NotForTwo, UnreadableClock, LadderNeedsClock,
        GameNotAllowed, ClockNotAllowed or LadderExists.
        """
        info = game_of(game).info
        chosen = two_player_variant(info, variant)
        if chosen is None:
            raise errors.NotForTwo(info)
        read = _clock(clock)
        made = storage.with_key(connection, actor.key)
        if made is not None:
            return self._store.standing(connection, made)
        server_id, now = managed(connection, actor), self._now()
        players.ensure_server(connection, server_id, now)
        settings = server_settings.get(connection, server_id, lock=True)
        check_game(settings, info)
        check_clock(settings, read)
        for other in storage.in_server(connection, server_id):
            if other.game == info.id:
                raise errors.LadderExists(other)
        new = NewLadder(
            server_id=server_id,
            game=info.id,
            variant=chosen.id,
            clock=str(read),
            by_invitation=by_invitation,
            channel_id=channel_id,
            created_at=now,
            key=actor.key,
        )
        ladder = storage.add(connection, new)
        self._store.queue_standings(connection, ladder)
        return self._store.standing(connection, ladder)

    async def check(self, actor: Actor, ladder_id: LadderId) -> LadderState:
        """The ladder; raises if the actor may not manage it."""
        return await self._database.read(self._managed, actor, ladder_id)

    @writes
    def invite(
        self, connection: Connection, actor: Actor, ladder_id: LadderId, player_id: PlayerId
    ) -> LadderState:
        """Invite a player to join. Raises LadderClosed, AlreadyOnLadder or LadderFull."""
        state = self._managed(connection, actor, ladder_id, lock=True)
        check_joining(state, player_id)
        players.ensure(connection, [player_id], self._now())
        storage.invite(connection, ladder_id, player_id, self._now())
        return state

    @writes
    def post(
        self, connection: Connection, actor: Actor, ladder_id: LadderId, channel_id: ChannelId
    ) -> LadderState:
        """Post the standings in this channel from now on, in a new message."""
        self._managed(connection, actor, ladder_id, lock=True)
        shown = {"channel_id": channel_id, "message_id": None, "shown_at": None, "shown": None}
        storage.change(connection, ladder_id, **shown)
        waiting = (f"ladder:{ladder_id}", f"ladder_news:{ladder_id}")
        outbox.redirect(connection, waiting, channel_id, self._now())
        state = self._store.read(connection, ladder_id)
        self._store.queue_standings(connection, state.ladder)
        return state

    async def move(
        self, actor: Actor, ladder_id: LadderId, player_id: PlayerId, place: int, reason: str
    ) -> LadderState:
        """Move a player to a place, from 1. Raises LadderClosed, NotOnLadder or OwnPlace."""
        told = checked_reason(reason)

        def move(state: LadderState) -> LadderEntry:
            check_there(state, player_id)
            nearest = max(1, min(place, len(state.standings.order)))
            return entries.Shifted(self._now(), player_id, nearest, actor.id, told)

        return await self._do(actor, ladder_id, move)

    async def remove(
        self, actor: Actor, ladder_id: LadderId, player_id: PlayerId, reason: str
    ) -> LadderState:
        """Take a player off the ladder. Raises LadderClosed, NotOnLadder or OwnPlace."""
        told = checked_reason(reason)

        def remove(state: LadderState) -> LadderEntry:
            check_there(state, player_id)
            return entries.Expelled(self._now(), player_id, actor.id, told)

        return await self._do(actor, ladder_id, remove)

    async def freeze(self, actor: Actor, ladder_id: LadderId, reason: str) -> LadderState:
        """Freeze the ladder and the clocks of its matches. Raises LadderClosed or LadderFrozen."""
        told = checked_reason(reason)

        def freeze(state: LadderState) -> LadderEntry:
            if state.is_frozen:
                raise errors.LadderFrozen(state.ladder)
            return entries.Frozen(self._now(), actor.id, told)

        return await self._do(actor, ladder_id, freeze)

    async def thaw(self, actor: Actor, ladder_id: LadderId) -> LadderState:
        """Unfreeze the ladder, and count what ended. Raises LadderClosed or LadderNotFrozen."""

        def thaw(state: LadderState) -> LadderEntry:
            if not state.is_frozen:
                raise errors.LadderNotFrozen(state.ladder)
            return entries.Unfrozen(self._now(), actor.id)

        return await self._do(actor, ladder_id, thaw)

    async def close(self, actor: Actor, ladder_id: LadderId, reason: str) -> LadderState:
        """Close the ladder: places stay, and another ladder of the game can be created."""
        told = checked_reason(reason)
        return await self._do(
            actor, ladder_id, lambda _: entries.Closed(self._now(), actor.id, told)
        )

    @reads
    def review(self, connection: Connection, actor: Actor, ladder_id: LadderId) -> Review:
        """Unusual records of the last half year."""
        self._managed(connection, actor, ladder_id)
        played = storage.played(connection, ladder_id, self._now() - REVIEWED_FOR)
        pairs: dict[Pair, list[PlayedMatch]] = defaultdict(list)
        for each in played:
            pairs[pair(each.player_id, each.opponent_id)].append(each)
        records = [_record(who, theirs) for who, theirs in pairs.items()]
        timeouts = Counter(each.timed_out_id for each in played if each.timed_out_id is not None)
        one_sided = [each for each in records if max(each.wins) == each.matches >= ONE_SIDED_FROM]
        short = [each for each in records if len(each.short) >= SHORT_FROM]
        return Review(
            one_sided=tuple(sorted(one_sided, key=lambda each: -each.matches)[:MOST_LISTED]),
            short=tuple(sorted(short, key=lambda each: -len(each.short))[:MOST_LISTED]),
            timeouts=tuple(
                (who, often)
                for who, often in timeouts.most_common(MOST_LISTED)
                if often >= TIMEOUTS_FROM
            ),
        )

    @writes
    def _do(
        self, connection: Connection, actor: Actor, ladder_id: LadderId, action: ManagerAction
    ) -> LadderState:
        players.ensure(connection, [actor.id], self._now())  # locks on people always come first
        state = self._managed(connection, actor, ladder_id, lock=True)
        if storage.is_written(connection, actor.key):
            return state
        check_open(state)
        entry, now = action(state), self._now()
        _check_own_place(state, entry, actor.id)
        if isinstance(entry, entries.Closed):
            storage.change(connection, ladder_id, closed=True)
        after = self._store.append(connection, state, entry, actor.key)
        if isinstance(entry, entries.Unfrozen):
            after = catch_up(connection, self._store, after, now)
        if isinstance(entry, entries.Frozen | entries.Unfrozen | entries.Closed):
            hold_clocks(connection, after, now, actor.id)
        return after

    def _managed(
        self, connection: Connection, actor: Actor, ladder_id: LadderId, *, lock: bool = False
    ) -> LadderState:
        managed(connection, actor)
        return self._store.of(connection, actor, ladder_id, lock=lock)


def _check_own_place(state: LadderState, entry: LadderEntry, manager_id: PlayerId) -> None:
    """Raise OwnPlace if the entry would give the manager a better place."""
    before = state.standings.place_of(manager_id)
    if before is None or not isinstance(entry, entries.Shifted | entries.Expelled):
        return
    after = history.apply(state.standings, entry).place_of(manager_id)
    if after is not None and after < before:
        raise errors.OwnPlace(state.ladder)


def _clock(typed: str) -> Clock:
    clock = parse_clock(typed)
    if isinstance(clock, NoClock):
        raise errors.LadderNeedsClock
    return clock
