"""What people do on ladders."""

from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import Connection

from bot.services.actor import Actor, Person
from bot.services.challenges import (
    Challenge,
    ChallengeService,
    check_opponent,
    wants_rated,
)
from bot.services.challenges import storage as challenges
from bot.services.challenges.storage import NewChallenge
from bot.services.ladders import storage
from bot.services.ladders.entries import Accepted, Challenged, Joined, Left, Voided
from bot.services.ladders.errors import (
    AlreadyOnLadder,
    ByInvitation,
    CannotChallenge,
    LadderClosed,
    NoLadderHere,
    NotOnLadder,
    SeveralLadders,
    UnknownLadder,
)
from bot.services.ladders.models import Event, JoinRefusal, LadderState, LadderView, join_refusal
from bot.services.ladders.places import TO_ANSWER
from bot.services.ladders.shown import chart_of, event_of, lines_of
from bot.services.ladders.snapshots import KINDS, from_row
from bot.services.ladders.steps import lapsed
from bot.services.ladders.storage import Ladder
from bot.services.ladders.store import LadderStore
from bot.services.ladders.targeting import challenge_refusal, targets
from bot.services.matches import Now
from bot.services.matches import storage as matches
from bot.services.people import blocks, players
from bot.services.people.settings import server_settings
from bot.services.settings import NoServerHere
from data.database import Database
from data.ids import LadderId, PlayerId
from data.states import SeatChoice, UnratedReason
from data.transactions import reads, writes
from renderer.charts import PlacesChart

ON_PAGE = 10
EVENTS = 10
"""How many lines a page of standings and one of history have."""

TOLD = tuple(name for name, kind in KINDS.items() if kind not in (Accepted, Challenged, Voided))
"""Kinds of entries that a history shows: what moves nobody by itself is left out."""


class LadderService:
    """Joining, leaving, challenging and looking. Every no is a ServiceError.

    The same interaction again gives the same answer. Where a ladder's id comes from outside, a
    ladder of another server is an UnknownLadder.
    """

    def __init__(
        self, database: Database, store: LadderStore, challenges: ChallengeService, now: Now
    ) -> None:
        self._database = database
        self._store = store
        self._challenges = challenges
        self._now = now

    async def here(self, actor: Actor) -> tuple[Ladder, ...]:
        """The ladders of the actor's server that go on; raises NoServerHere."""
        return await self._database.read(_here, actor)

    @reads
    def meant(self, connection: Connection, actor: Actor, game: str | None) -> LadderId:
        """The ladder of that game, or the only one where none is named.

        Raises NoServerHere, NoLadderHere or SeveralLadders.
        """
        found = _here(connection, actor)
        fitting = [each for each in found if game is None or each.game == game]
        if not fitting:
            raise NoLadderHere
        if len(fitting) > 1:
            raise SeveralLadders(tuple(fitting))
        return fitting[0].id

    @reads
    def look(
        self, connection: Connection, actor: Actor, ladder_id: LadderId, page: int | None = None
    ) -> LadderView:
        """A page of the ladder, the one with the actor's place if none is named, else the first.

        It does not tell whom the actor may challenge.

        Pages count from 0; the last one is given for what is beyond. Raises UnknownLadder.
        """
        return self._view(connection, actor, ladder_id, page)

    @reads
    def prospects(self, connection: Connection, actor: Actor, ladder_id: LadderId) -> LadderView:
        """The page with the actor's place, and whom they may challenge. Raises UnknownLadder."""
        view = self._view(connection, actor, ladder_id, None)
        away = blocks.around(connection, actor.id)
        found = targets(view.state.standings, actor.id, view.now, away)
        return replace(view, targets=found)

    async def join(self, actor: Actor, ladder_id: LadderId) -> LadderState:
        """Enter at the bottom.

        Raises UnknownLadder, LadderClosed, ByInvitation or AlreadyOnLadder.
        """

        def join(connection: Connection, state: LadderState) -> LadderState:
            ladder, now = state.ladder, self._now()
            refusal = join_refusal(state.standings, actor.id)
            if refusal is JoinRefusal.CLOSED:
                raise LadderClosed(ladder)
            if refusal is JoinRefusal.ALREADY_ON_LADDER:
                raise AlreadyOnLadder(ladder, state.standings.place_of(actor.id) or 0)
            if ladder.by_invitation and not storage.is_invited(connection, ladder.id, actor.id):
                raise ByInvitation(ladder)
            players.ensure(connection, [actor.id], now)
            return self._store.append(connection, state, Joined(now, actor.id), actor.key)

        return await self._once(actor, ladder_id, join)

    async def leave(self, actor: Actor, ladder_id: LadderId) -> LadderState:
        """Give up the place; ladder matches that are running go on as friendly ones.

        Raises UnknownLadder, LadderClosed or NotOnLadder.
        """

        def leave(connection: Connection, state: LadderState) -> LadderState:
            if state.standings.closed_at:
                raise LadderClosed(state.ladder)
            if actor.id not in state.standings.rungs:
                raise NotOnLadder(state.ladder, actor.id)
            left = Left(self._now(), actor.id)
            after = self._store.append(connection, state, left, actor.key)
            for challenge in lapsed(state.standings, left, after.standings):
                if challenge.match_id is not None:
                    matches.set_unrated(connection, challenge.match_id, UnratedReason.FRIENDLY)
            return after

        return await self._once(actor, ladder_id, leave)

    async def challenge(self, actor: Actor, ladder_id: LadderId, opponent: Person) -> Challenge:
        """Ask for the opponent's place: an ordinary challenge, about this ladder.

        It is posted in the server's channel for matches, else where the actor is. Raises
        UnknownLadder, OpponentIsBot, OpponentIsYou, CannotChallenge, and as an offer does.
        """
        check_opponent(actor, opponent)

        def ask(connection: Connection) -> Challenge:
            made = challenges.with_key(connection, actor.key)
            if made is not None:
                return made
            state = self._own(connection, actor, ladder_id, lock=True)
            self._check(connection, state, actor, opponent.id)
            return self._ask(connection, state, actor, opponent.id)

        return await self._database.write(ask)

    @reads
    def chart(
        self, connection: Connection, actor: Actor, ladder_id: LadderId
    ) -> PlacesChart | None:
        """The last month at the top, with the actor's line marked; None for too little or too much.

        Raises UnknownLadder.
        """
        state = self._own(connection, actor, ladder_id)
        rows = storage.entries_from(connection, ladder_id, 0)
        title, entries = f"{state.ladder.info.name} ladder", [from_row(row) for row in rows]
        return chart_of(title, entries, state.standings, actor.id, self._now())

    @reads
    def history(
        self, connection: Connection, actor: Actor, ladder_id: LadderId, before: int | None = None
    ) -> tuple[Event, ...]:
        """What happened on the ladder, the latest first: a page, of what came before an entry.

        Raises UnknownLadder.
        """
        self._row(connection, actor, ladder_id)
        rows = storage.entries_before(connection, ladder_id, TOLD, before, EVENTS)
        return tuple(map(event_of, rows))

    def _view(
        self, connection: Connection, actor: Actor, ladder_id: LadderId, page: int | None
    ) -> LadderView:
        state, now = self._own(connection, actor, ladder_id), self._now()
        order, place = state.standings.order, state.standings.place_of(actor.id)
        pages = max(1, -(-len(order) // ON_PAGE))
        own = 0 if place is None else (place - 1) // ON_PAGE
        shown = min(own if page is None else page, pages - 1)
        first = shown * ON_PAGE
        return LadderView(
            state=state,
            reader_id=actor.id,
            lines=lines_of(state.standings, order[first : first + ON_PAGE]),
            page=shown,
            pages=pages,
            place=place,
            targets=(),
            now=now,
        )

    def _check(
        self, connection: Connection, state: LadderState, actor: Actor, opponent_id: PlayerId
    ) -> None:
        away = blocks.around(connection, actor.id)
        refusal = challenge_refusal(state.standings, actor.id, opponent_id, self._now(), away)
        if refusal is not None:
            place = state.standings.place_of(actor.id)
            raise CannotChallenge(state.ladder, opponent_id, place, refusal)

    def _ask(
        self, connection: Connection, state: LadderState, actor: Actor, opponent_id: PlayerId
    ) -> Challenge:
        ladder, now = state.ladder, self._now()
        channel = server_settings.get(connection, ladder.server_id).channel_id
        where = replace(actor.place, channel_id=channel or actor.place.channel_id, thread_id=None)
        asking = replace(actor, place=where)
        new = NewChallenge(
            game=ladder.game,
            variant=ladder.variant_id,
            challenger_id=actor.id,
            seat_choice=SeatChoice.RANDOM,
            server_id=ladder.server_id,
            channel_id=where.channel_id,
            created_at=now,
            expires_at=now + TO_ANSWER,
            key=actor.key,
            clock=ladder.clock,
            ladder_id=ladder.id,
        )
        friendly = not wants_rated(connection, asking, None)
        made = self._challenges.add(connection, asking, new, (opponent_id,), friendly=friendly)
        entry = Challenged(now, made.id, actor.id, opponent_id)
        self._store.append(connection, state, entry, actor.key)
        return made

    @writes
    def _once(
        self,
        connection: Connection,
        actor: Actor,
        ladder_id: LadderId,
        work: Callable[[Connection, LadderState], LadderState],
    ) -> LadderState:
        state = self._own(connection, actor, ladder_id, lock=True)
        if storage.with_entry_key(connection, actor.key) is not None:
            return state
        return work(connection, state)

    def _own(
        self, connection: Connection, actor: Actor, ladder_id: LadderId, *, lock: bool = False
    ) -> LadderState:
        ladder = self._row(connection, actor, ladder_id, lock=lock)
        return self._store.standing(connection, ladder)

    def _row(
        self, connection: Connection, actor: Actor, ladder_id: LadderId, *, lock: bool = False
    ) -> Ladder:
        """The ladder, which is one of the actor's server."""
        ladder = storage.get(connection, ladder_id, lock=lock)
        if ladder is None or ladder.server_id != actor.place.server_id:
            raise UnknownLadder(ladder_id)
        return ladder


def _here(connection: Connection, actor: Actor) -> tuple[Ladder, ...]:
    if actor.place.server_id is None:
        raise NoServerHere
    return storage.in_server(connection, actor.place.server_id)
