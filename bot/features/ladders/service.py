"""What players do on ladders: joining, leaving, challenging, looking."""

from dataclasses import dataclass, replace

from sqlalchemy import Connection

from bot.core import absences
from bot.core.absences import Spot
from bot.core.actor import Actor, Person
from bot.core.matches import Now
from bot.core.people import players
from bot.core.people.settings import server_of, server_settings, settings_here
from bot.features import challenges
from bot.features.challenges import storage as asked
from bot.features.ladders import entries, errors, places, storage
from bot.features.ladders.shown import chart_of, lines_of
from bot.features.ladders.store import LadderStore
from bot.features.ladders.targeting import Prospects
from bot.features.ladders.values import Event, Ladder, LadderState, LadderView
from data.database import Database, reads, writes
from data.ids import ChannelId, LadderId, PlayerId
from data.states import ChallengeState, SeatChoice
from renderer.charts import PlacesChart
from rules.texts import Text

ON_PAGE = 10
EVENTS_ON_PAGE = 10

SHOWN_KINDS = entries.KINDS.keys() - {"accepted", "begun", "challenged", "voided"}
"""Kinds of entries that the history shows; the others move nobody by themselves."""


@dataclass(eq=False)
class LadderService:
    """Joining, leaving, challenging and looking. Refusals are ServiceErrors.

    The same interaction again gives the same answer. Methods with a ladder's id raise UnknownLadder
    for a ladder of another server.
    """

    _database: Database
    _store: LadderStore
    _offers: challenges.ChallengeService
    _now: Now

    @reads
    def here(
        self, connection: Connection, actor: Actor, game: str | None = None
    ) -> tuple[Ladder, ...]:
        """The ladders of this server, or that of a game; raises NoServerHere or NoLadderHere."""
        found = storage.in_server(connection, server_of(actor))
        fitting = tuple(each for each in found if game is None or each.game == game)
        if not fitting:
            raise errors.NoLadderHere
        return fitting

    @reads
    def look(
        self, connection: Connection, actor: Actor, ladder_id: LadderId, page: int | None = None
    ) -> LadderView:
        """A page of the standings without targets, from 0, at most the last one.

        None is the page with the actor's place, or the first if they have none. Raises
        UnknownLadder.
        """
        return self._view(connection, actor, ladder_id, page)

    @reads
    def prospects(self, connection: Connection, actor: Actor, ladder_id: LadderId) -> LadderView:
        """The page with the actor's place, and whom they may challenge. Raises UnknownLadder."""
        view = self._view(connection, actor, ladder_id, None)
        away = frozenset(players.blocked_by(connection, actor.id))
        found = Prospects(view.state.standings, actor.id, view.now, away).targets()
        return replace(view, targets=found)

    @writes
    def join(self, connection: Connection, actor: Actor, ladder_id: LadderId) -> LadderState:
        """Join at the bottom. Raises LadderFull, LadderClosed, ByInvitation or AlreadyOnLadder."""
        state, now = self._store.of(connection, actor, ladder_id, lock=True), self._now()
        if storage.is_written(connection, actor.key):
            return state
        check_joining(state, actor.id)
        ladder = state.ladder
        if ladder.by_invitation and not storage.is_invited(connection, ladder.id, actor.id):
            raise errors.ByInvitation(ladder)
        players.ensure(connection, [actor.id], now)
        return self._store.append(connection, state, entries.Joined(now, actor.id), actor.key)

    @writes
    def leave(self, connection: Connection, actor: Actor, ladder_id: LadderId) -> LadderState:
        """Leave the ladder; matches go on, rated. Raises LadderClosed or NotOnLadder."""
        state = self._store.of(connection, actor, ladder_id, lock=True)
        if storage.is_written(connection, actor.key):
            return state
        check_open(state)
        check_there(state, actor.id)
        left = entries.Left(self._now(), actor.id)
        return self._store.append(connection, state, left, actor.key)

    @writes
    def challenge(
        self, connection: Connection, actor: Actor, ladder_id: LadderId, opponent: Person
    ) -> challenges.Challenge:
        """Challenge an opponent for their place, by an ordinary challenge about this ladder.

        It is posted in the server's channel for challenges, else where the actor is. If the
        opponent has blocked the actor it is declined at once, without notice. Raises UnknownLadder,
        OpponentIsBot, OpponentIsYou, CannotChallenge, and what ``ChallengeService`` raises for an
        offer.
        """
        challenges.check_opponent(actor, opponent)
        made = asked.with_key(connection, actor.key)
        if made is not None:
            return made
        state, now = self._store.of(connection, actor, ladder_id, lock=True), self._now()
        away = frozenset(players.blocked_by(connection, actor.id))
        refusal = Prospects(state.standings, actor.id, now, away).refusal(opponent.id)
        if refusal is not None:
            place = state.standings.place_of(actor.id)
            raise errors.CannotChallenge(state.ladder, opponent.id, place, refusal)
        asking = self._posting_place(connection, actor)
        game, variant = state.ladder.game, state.ladder.variant_id
        new = self._offers.new(asking, game, variant, SeatChoice.RANDOM)
        new = replace(new, clock=state.ladder.clock, ladder_id=ladder_id)
        new = replace(new, expires_at=now + places.TO_ANSWER)
        rated = settings_here(connection, asking).rated is not False
        made = self._offers.add(connection, asking, new, (opponent.id,), rated=rated)
        entry = entries.Challenged(now, made.id, actor.id, opponent.id)
        state = self._store.append(connection, state, entry, actor.key)
        if actor.id in players.blocked_by(connection, opponent.id):
            self._store.close(connection, made.id, ChallengeState.DECLINED, opponent.id)
            self._store.append(connection, state, entries.Declined(now, made.id))
        return asked.get(connection, made.id) or made

    @reads
    def channel_of_challenges(self, connection: Connection, actor: Actor) -> ChannelId:
        """The channel in which the actor's challenges are posted."""
        return self._posting_place(connection, actor).place.channel_id

    @reads
    def chart(
        self, connection: Connection, actor: Actor, ladder_id: LadderId
    ) -> tuple[PlacesChart, tuple[PlayerId, ...]] | None:
        """The chart of the last month at the top, and the players of its lines.

        None if the history is too short or too long.
        """
        state = self._store.of(connection, actor, ladder_id)
        told = [event.entry for event in storage.events_from(connection, ladder_id)]
        title = Text("{ladder} ladder", ladder=state.ladder.info.name)
        chart = chart_of(title, told, state.standings, actor.id, self._now())
        return None if chart is None else (chart, state.standings.order[: len(chart.lines)])

    @reads
    def history(
        self, connection: Connection, actor: Actor, ladder_id: LadderId, before: int | None = None
    ) -> tuple[Event, ...]:
        """A page of the history before an entry, the latest first."""
        storage.of_server(connection, actor.place.server_id, ladder_id)
        return storage.events_before(connection, ladder_id, SHOWN_KINDS, before, EVENTS_ON_PAGE)

    def _view(
        self, connection: Connection, actor: Actor, ladder_id: LadderId, page: int | None
    ) -> LadderView:
        state, now = self._store.of(connection, actor, ladder_id), self._now()
        ladder, channel_id = state.ladder, state.ladder.channel_id
        if channel_id and absences.of_spot(connection, Spot(ladder.server_id, channel_id)):
            state = replace(state, ladder=replace(ladder, channel_id=None))
        order, place = state.standings.order, state.standings.place_of(actor.id)
        pages = max(1, -(-len(order) // ON_PAGE))
        own = 0 if place is None else (place - 1) // ON_PAGE
        shown = min(own if page is None else page, pages - 1)
        first = shown * ON_PAGE
        return LadderView(
            state=state,
            lines=lines_of(state.standings, order[first : first + ON_PAGE]),
            page=shown,
            pages=pages,
            place=place,
            targets=(),
            now=now,
        )

    def _posting_place(self, connection: Connection, actor: Actor) -> Actor:
        here = actor.place
        chosen = None
        if here.server_id is not None:
            chosen = server_settings.get(connection, here.server_id).channel_id
        where = replace(here, channel_id=chosen or here.channel_id, thread_id=None)
        return replace(actor, place=where)


def check_open(state: LadderState) -> None:
    """Raise LadderClosed if the ladder is over."""
    if state.standings.closed_at:
        raise errors.LadderClosed(state.ladder)


def check_there(state: LadderState, player_id: PlayerId) -> None:
    """Raise NotOnLadder if the player has no place."""
    if player_id not in state.standings.rungs:
        raise errors.NotOnLadder(state.ladder, player_id)


def check_joining(state: LadderState, player_id: PlayerId) -> None:
    """Raise LadderClosed, AlreadyOnLadder or LadderFull if the player cannot get a place."""
    check_open(state)
    place = state.standings.place_of(player_id)
    if place is not None:
        raise errors.AlreadyOnLadder(state.ladder, place)
    if len(state.standings.order) >= places.MOST_PEOPLE:
        raise errors.LadderFull(state.ladder, places.MOST_PEOPLE)
