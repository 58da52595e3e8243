"""What people do on ladders: players join, leave, challenge and look, managers decide."""

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from datetime import timedelta

from sqlalchemy import Connection

from bot.core import absences
from bot.core.actor import Actor, Person
from bot.core.clocks import NoClock, parse_clock
from bot.core.matches import Now, checked_reason, game_of, two_player_variant
from bot.core.people import players
from bot.core.people.settings import managed, server_of, server_settings, settings_here
from bot.features import challenges
from bot.features.challenges import storage as asked
from bot.features.ladders import entries, errors, history, places, storage
from bot.features.ladders.acts import ACTS, NOBODY, Act, Doing, Question, check_joining, check_open
from bot.features.ladders.entries import LadderEntry
from bot.features.ladders.history import LadderHistories, catch_up, hold_clocks, orders
from bot.features.ladders.places import Pair, pair
from bot.features.ladders.rules import Prospects, Target
from bot.features.ladders.values import (
    MOST_ENTRIES,
    Ladder,
    LadderState,
    LadderView,
    PairRecord,
    PlayedMatch,
    Review,
    chart_of,
    lines_of,
)
from data.database import Database, reads, writes
from data.ids import ChannelId, LadderId, PlayerId
from data.standing_tables import ladder_entries
from data.statements import has_key
from data.states import ChallengeState, SeatChoice
from renderer.charts import PlacesChart
from rules.texts import Text

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
ON_PAGE = 10
ENTRIES_ON_PAGE = 10


@dataclass(eq=False)
class LadderService:
    """What players and managers do. Refusals are ServiceErrors.

    The same interaction again gives the same answer. Methods with a ladder's id raise UnknownLadder
    for a ladder of another server.
    """

    _database: Database
    _histories: LadderHistories
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
        self,
        connection: Connection,
        actor: Actor,
        ladder_id: LadderId,
        page: int | None = None,
        *,
        with_targets: bool = False,
    ) -> LadderView:
        """A page of the standings, from 0, at most the last one.

        None is the page with the actor's place, or the first if they have none. ``with_targets``:
        also whom they may challenge. Raises UnknownLadder.
        """
        state = self._histories.of(connection, actor, ladder_id)
        ladder, channel_id = state.ladder, state.ladder.channel_id
        if channel_id and absences.at(connection, ladder.server_id, channel_id):
            state = replace(state, ladder=replace(ladder, channel_id=None))
        order, place = state.standings.order, state.standings.place_of(actor.id)
        pages = max(1, -(-len(order) // ON_PAGE))
        own = 0 if place is None else (place - 1) // ON_PAGE
        shown = min(own if page is None else page, pages - 1)
        first = shown * ON_PAGE
        targets: tuple[Target, ...] = ()
        if with_targets:
            blocked = frozenset(players.blocked_by(connection, actor.id))
            targets = Prospects(state.standings, actor.id, self._now(), blocked).targets()
        return LadderView(
            state=state,
            lines=lines_of(state.standings, order[first : first + ON_PAGE]),
            page=shown,
            pages=pages,
            place=place,
            targets=targets,
        )

    @writes
    def join(self, connection: Connection, actor: Actor, ladder_id: LadderId) -> LadderState:
        """Join at the bottom. Raises LadderFull, LadderClosed, ByInvitation or AlreadyOnLadder."""
        state, now = self._histories.of(connection, actor, ladder_id, lock=True), self._now()
        if has_key(connection, ladder_entries, actor.key):
            return state
        check_joining(state, actor.id)
        ladder = state.ladder
        if ladder.by_invitation and not storage.is_invited(connection, ladder.id, actor.id):
            raise errors.ByInvitation(ladder)
        players.ensure(connection, [actor.id], now)
        return self._histories.append(
            connection, state, LadderEntry(entries.JOINED, now, actor.id), actor.key
        )

    @writes
    def leave(self, connection: Connection, actor: Actor, ladder_id: LadderId) -> LadderState:
        """Leave the ladder; matches go on, rated. Raises LadderClosed or NotOnLadder."""
        state = self._histories.of(connection, actor, ladder_id, lock=True)
        if has_key(connection, ladder_entries, actor.key):
            return state
        check_open(state)
        if actor.id not in state.standings.rungs:
            raise errors.NotOnLadder(state.ladder, actor.id)
        left = LadderEntry(entries.LEFT, self._now(), actor.id)
        return self._histories.append(connection, state, left, actor.key)

    @writes
    def challenge(
        self, connection: Connection, actor: Actor, ladder_id: LadderId, opponent: Person
    ) -> challenges.Challenge:
        """Challenge an opponent for their place, by an ordinary challenge about this ladder.

        It is posted in the server's channel for challenges, else where the actor is. If the
        opponent has blocked the actor it is declined at once, and the opponent is not notified.
        Raises UnknownLadder, OpponentIsBot, OpponentIsYou, CannotChallenge, and what
        ``ChallengeService`` raises for an offer.
        """
        challenges.check_opponent(actor, opponent)
        made = asked.with_key(connection, actor.key)
        if made is not None:
            return made
        state, now = self._histories.of(connection, actor, ladder_id, lock=True), self._now()
        blocked = frozenset(players.blocked_by(connection, actor.id))
        refusal = Prospects(state.standings, actor.id, now, blocked).refusal(opponent.id)
        if refusal is not None:
            raise refusal
        asking = _posting_place(connection, actor)
        game, variant = state.ladder.game, state.ladder.variant_id
        new = self._offers.new(asking, game, variant, SeatChoice.RANDOM)
        clock, expires_at = state.ladder.clock, now + places.TO_ANSWER
        new = replace(new, clock=clock, ladder_id=ladder_id, expires_at=expires_at)
        rated = settings_here(connection, asking).rated is not False
        made = self._offers.add(connection, asking, new, (opponent.id,), rated=rated)
        entry = LadderEntry(entries.CHALLENGED, now, actor.id, opponent.id, made.id)
        state = self._histories.append(connection, state, entry, actor.key)
        if actor.id in players.blocked_by(connection, opponent.id):
            self._histories.close(connection, made.id, ChallengeState.DECLINED, opponent.id)
            declined = LadderEntry(entries.DECLINED, now, challenge_id=made.id)
            self._histories.append(connection, state, declined)
        return asked.get(connection, made.id) or made

    @reads
    def channel_of_challenges(self, connection: Connection, actor: Actor) -> ChannelId:
        """The channel in which the actor's challenges are posted."""
        return _posting_place(connection, actor).place.channel_id

    @reads
    def chart(
        self, connection: Connection, actor: Actor, ladder_id: LadderId
    ) -> tuple[PlacesChart, tuple[PlayerId, ...]] | None:
        """The chart of the last month at the top, and the players of its lines.

        None if the history is too short or too long.
        """
        state = self._histories.of(connection, actor, ladder_id)
        told = storage.entries_from(connection, ladder_id)
        title = Text("{ladder} ladder", ladder=state.ladder.info.name)
        moments = tuple(orders(told)) if len(told) <= MOST_ENTRIES else ()
        chart = chart_of(title, moments, state.standings, actor.id, self._now())
        return None if chart is None else (chart, state.standings.order[: len(chart.lines)])

    @reads
    def history(
        self, connection: Connection, actor: Actor, ladder_id: LadderId, before: int | None = None
    ) -> tuple[LadderEntry, ...]:
        """A page of the history before an entry, the latest first."""
        storage.of_server(connection, actor.place.server_id, ladder_id)
        return storage.entries_before(connection, ladder_id, before, ENTRIES_ON_PAGE)

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
        read = parse_clock(clock)
        if isinstance(read, NoClock):
            raise errors.LadderNeedsClock
        made = storage.with_key(connection, actor.key)
        if made is not None:
            return self._histories.standing(connection, made)
        server_id, now = managed(connection, actor), self._now()
        players.ensure_server(connection, server_id, now)
        settings = server_settings.get(connection, server_id, lock=True)
        challenges.check_game(settings, info)
        challenges.check_clock(settings, read)
        for other in storage.in_server(connection, server_id):
            if other.game == info.id:
                raise errors.LadderExists(other)
        ladder = storage.add(
            connection,
            server_id=server_id,
            game=info.id,
            variant=chosen.id,
            clock=str(read),
            by_invitation=by_invitation,
            channel_id=channel_id,
            created_at=now,
            key=actor.key,
        )
        self._histories.queue_standings(connection, ladder)
        return self._histories.standing(connection, ladder)

    @reads
    def check(self, connection: Connection, actor: Actor, ladder_id: LadderId) -> LadderState:
        """The ladder; raises NoServerHere or NotAManager for who may not manage it."""
        return self._managed(connection, actor, ladder_id)

    @writes
    def act(
        self,
        connection: Connection,
        actor: Actor,
        ladder_id: LadderId,
        act: Act,
        player_id: PlayerId = NOBODY,
        place: int = 0,
        reason: str = "",
    ) -> LadderState:
        """Do an act of a manager once, and give the ladder after it.

        Raises NoServerHere, NotAManager, BadReason, LadderClosed, and what the act raises; OwnPlace
        if the manager would get a better place by it.
        """
        known, now = ACTS[act], self._now()
        told = checked_reason(reason) if Question.REASON in known.asks else None
        people = {actor.id, player_id or actor.id}
        players.ensure(connection, people, now)  # locks on people always come first
        state = self._managed(connection, actor, ladder_id, lock=True)
        if has_key(connection, ladder_entries, actor.key):
            return state
        if not known.even_closed:
            check_open(state)
        entry = known.does(Doing(connection, actor, state, now, player_id, place, told))
        if entry is None:
            return self._histories.read(connection, ladder_id)
        _check_own_place(state, entry, actor.id)
        if entry.kind is entries.CLOSED:
            storage.change(connection, ladder_id, closed=True)
        after = self._histories.append(connection, state, entry, actor.key)
        if entry.kind is entries.UNFROZEN:
            after = catch_up(connection, self._histories, after, now)
        if entry.kind in (entries.FROZEN, entries.UNFROZEN, entries.CLOSED):
            hold_clocks(connection, after, now, actor.id)
        return after

    def _managed(
        self, connection: Connection, actor: Actor, ladder_id: LadderId, *, lock: bool = False
    ) -> LadderState:
        managed(connection, actor)
        return self._histories.of(connection, actor, ladder_id, lock=lock)

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


def _posting_place(connection: Connection, actor: Actor) -> Actor:
    """The actor, as if in the channel where their challenges are posted."""
    here, chosen = actor.place, settings_here(connection, actor).channel_id
    where = replace(here, channel_id=chosen or here.channel_id, thread_id=None)
    return replace(actor, place=where)


def _record(who: Pair, played: list[PlayedMatch]) -> PairRecord:
    won = Counter(each.winner_id for each in played)
    short = tuple(each.match_id for each in played if each.plies < SHORT)
    return PairRecord(who, (won[who[0]], won[who[1]]), won[None], short)


def _check_own_place(state: LadderState, entry: LadderEntry, manager_id: PlayerId) -> None:
    """Raise OwnPlace if the entry would give the manager a better place."""
    before = state.standings.place_of(manager_id)
    if before is None or entry.kind not in (entries.SHIFTED, entries.EXPELLED):
        return
    after = history.apply(state.standings, entry).place_of(manager_id)
    if after is not None and after < before:
        raise errors.OwnPlace(state.ladder)
