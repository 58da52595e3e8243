"""Making, answering and ending challenges, and beginning their matches."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from sqlalchemy import Connection

from bot.core import outbox, timers
from bot.core.actor import Actor, Person
from bot.core.clocks import NoClock, parse_clock, stored_clock
from bot.core.events import NO_LISTENERS, Events
from bot.core.matches import (
    MatchRunning,
    MatchStore,
    MovesStand,
    NewMatch,
    Now,
    game_of,
    may_see,
    seat_of,
    variant_of,
)
from bot.core.outbox import Due
from bot.core.people import players
from bot.core.people.orders import check_not_blocked
from bot.core.people.players import check_blocks
from bot.core.people.settings import server_of, server_settings, settings_here
from bot.core.posting import NO_REPOST, Post, PostKind, Wanted, sent_or_none
from bot.core.services import Hooks
from bot.core.timers import Timer, TimerRule
from bot.features.challenges import errors, storage
from bot.features.challenges import offer as offers
from bot.features.challenges.storage import (
    CHALLENGE_EXPIRY_TIMER,
    CHALLENGE_MESSAGE,
    Challenge,
    NewChallenge,
)
from bot.features.places import AbsenceOver, GivenUp
from data.database import Database, reads, writes
from data.ids import ChallengeId, Engine, Holder, MatchId, PlayerId
from data.states import ChallengeState, SeatChoice, UnratedReason

LIFETIME = timedelta(days=14)
SEEDS = 2**53  # the integers that JSON readers do not round


@dataclass(frozen=True, slots=True)
class Answering:
    """An event: somebody answers an open challenge. Listeners may refuse by raising."""

    challenge: Challenge


@dataclass(frozen=True, slots=True)
class Settled:
    """An event: an open challenge was accepted or closed."""

    challenge: Challenge
    outcome: ChallengeState


@dataclass(eq=False)
class ChallengeService:
    """Makes, answers and ends challenges. Refusals are ServiceErrors.

    A repeated interaction returns the same answer. Every change queues the challenge's card.
    """

    _database: Database
    _store: MatchStore
    _now: Now
    _randomness: Random
    _events: Events = NO_LISTENERS

    @writes
    def offer(
        self, connection: Connection, actor: Actor, offer: offers.ChallengeOffer
    ) -> Challenge:
        """Challenge the offer's opponents, or anybody if it names none.

        If engines take all other seats, the match begins at once, without a clock.
        Raises UnknownGame, UnknownVariant, OpponentIsBot, OpponentIsYou, SameOpponentTwice,
        WrongOpponentCount, UnreadableClock, GameNotAllowed, WrongChannel, NotAStarter,
        ClockNotAllowed, BlockedByYou, BlockedYou, TooManyOpen, TooManyToday or TooManyMatches.
        """
        variant = offers.checked_variant(actor, offer)
        clock = None if offer.clock is None else parse_clock(offer.clock)
        made = storage.with_key(connection, actor.key)
        if made is not None:
            return made
        new = self.new(actor, offer.game, variant.id, offer.seat_choice)
        usual = settings_here(connection, actor)
        given = clock or stored_clock(usual.default_clock)
        if len(offer.engines) == variant.seats - 1:
            given = NoClock()
        new = replace(new, clock=str(given), engines=offer.engines)
        rated = usual.rated if offer.rated is None else offer.rated
        opponents = tuple(person.id for person in offer.opponents)
        return self.add(connection, actor, new, opponents, rated=rated)

    @writes
    def rematch(self, connection: Connection, actor: Actor, match_id: MatchId) -> Challenge:
        """Ask for the only rematch of a match, or accept it if another player asked before.

        Seats rotate by one; engines need not accept. Raises UnknownMatch, NotYourMatch,
        MatchRunning, AlreadyRematched, CaptainsAsk, RematchElsewhere, GameNotAllowed, WrongChannel,
        NotAStarter, ClockNotAllowed, BlockedByYou, BlockedYou, TooManyOpen, TooManyToday or
        TooManyMatches.
        """
        made = storage.with_key(connection, actor.key)
        if made is not None:
            return made
        state = self._store.read(connection, match_id, lock=True)
        seat_of(state, actor.id)
        if state.is_running:
            raise MatchRunning(state)
        if state.match.club_id is not None:
            raise errors.CaptainsAsk(state)
        asked = storage.rematch_of(connection, match_id)
        if asked is not None:
            return self._agree(connection, asked, actor)
        if state.match.club_id is not None:
            raise MovesStand(state)
        if actor.place.server_id != state.server_id:
            raise errors.RematchElsewhere(state)
        new = self.new(actor, state.match.game, state.variant.id, SeatChoice.ROTATED)
        engines = tuple(each for each in state.players if isinstance(each, Engine))
        new = replace(new, rematch_of=match_id, clock=state.match.clock, engines=engines)
        others = tuple(who for who in state.people if who != actor.id)
        rated = _wished_rated(state.match.unrated)
        return self.add(connection, actor, new, others, rated=rated)

    async def get(self, challenge_id: ChallengeId) -> Challenge:
        """The challenge; raises UnknownChallenge."""
        return await self._database.read(_known, challenge_id)

    @writes
    def accept(self, connection: Connection, actor: Actor, challenge_id: ChallengeId) -> Challenge:
        """Accept; with the last player the match begins, and the challenge has its id.

        Raises UnknownChallenge, OwnChallenge, NotInvited, ChallengeClosed, GameNotAllowed,
        BlockedByYou, BlockedYou or TooManyMatches.
        """
        challenge = _visible(connection, actor, challenge_id)
        standing = challenge.state in (ChallengeState.OPEN, ChallengeState.ACCEPTED)
        if not standing or actor.id not in challenge.accepted:
            self._check_open(connection, challenge)
            if actor.id == challenge.challenger_id:
                raise errors.OwnChallenge
            if challenge.invited and actor.id not in challenge.invited:
                raise errors.NotInvited
            self._accept(connection, challenge, actor.person)
        return self._answered(connection, challenge)

    @writes
    def decline(self, connection: Connection, actor: Actor, challenge_id: ChallengeId) -> Challenge:
        """Decline, which ends a challenge to named people, as all of them are needed.

        In an open challenge it gives up a seat that was accepted; the challenge stays open.
        Raises UnknownChallenge, OwnChallenge, NotInvited or ChallengeClosed.
        """
        challenge = _visible(connection, actor, challenge_id)
        if actor.id == challenge.challenger_id:
            raise errors.OwnChallenge
        if not challenge.invited and challenge.people_wanted > 1:
            self._check_open(connection, challenge)
            storage.withdraw_acceptance(connection, challenge.id, actor.id)
        elif actor.id in challenge.invited:
            self._close(connection, challenge, ChallengeState.DECLINED, actor.id)
        else:
            raise errors.NotInvited
        return self._answered(connection, challenge)

    @writes
    def cancel(self, connection: Connection, actor: Actor, challenge_id: ChallengeId) -> Challenge:
        """Cancel the challenge; raises UnknownChallenge, NotYourChallenge or ChallengeClosed."""
        challenge = _visible(connection, actor, challenge_id)
        if actor.id != challenge.challenger_id:
            raise errors.NotYourChallenge
        self._close(connection, challenge, ChallengeState.CANCELLED, actor.id)
        return self._answered(connection, challenge)

    @reads
    def awaiting(self, connection: Connection, player_id: PlayerId) -> tuple[Challenge, ...]:
        """The open challenges that name the player and wait for their answer, oldest first."""
        ids = storage.awaiting(connection, player_id)
        return tuple(_known(connection, each) for each in ids)

    @reads
    def open_here(self, connection: Connection, actor: Actor) -> tuple[Challenge, ...]:
        """The open challenges of this server that the actor could accept, the latest first."""
        found = storage.open_in(connection, server_of(actor))
        return tuple(
            each
            for each in reversed(found)
            if actor.id not in (each.challenger_id, *each.accepted)
            and (not each.invited or actor.id in each.invited)
            and actor.sees(each.channel_id)
        )

    def hooks(self) -> Hooks:
        """The hooks of challenges."""
        return Hooks(
            timers=(TimerRule(CHALLENGE_EXPIRY_TIMER, self.expire, storage.HOME, delay=None),),
            posts=(CARD,),
            hears={AbsenceOver: (self.absence_over,), GivenUp: (self.give_up,)},
        )

    def expire(self, connection: Connection, timer: Timer, now: datetime) -> None:
        """Close the challenge whose time has run out."""
        challenge_id = ChallengeId(timer.subject_id)
        if storage.close(connection, challenge_id, ChallengeState.EXPIRED):
            storage.note_card(connection, challenge_id, now)
        else:
            _known(connection, challenge_id)  # read only here, as many may expire at once

    def absence_over(self, connection: Connection, over: AbsenceOver, now: datetime) -> None:
        """Extend the challenges in the place of an absence by the time it took."""
        absence = over.absence
        for challenge in storage.open_at(connection, absence):
            expires_at = challenge.expires_at + (now - max(absence.began, challenge.created_at))
            storage.change(connection, challenge.id, expires_at=expires_at)
            timers.set_timer(connection, CHALLENGE_EXPIRY_TIMER, challenge.id, expires_at)

    def give_up(self, connection: Connection, given_up: GivenUp, _: datetime) -> None:
        """Expire the challenges in a lost place, except a ladder's, where expiry would count."""
        for challenge in storage.open_at(connection, given_up.absence):
            if challenge.ladder_id is None:
                storage.close(connection, challenge.id, ChallengeState.EXPIRED)
                timers.cancel(connection, CHALLENGE_EXPIRY_TIMER, challenge.id)

    def _answered(self, connection: Connection, before: Challenge) -> Challenge:
        """The challenge now; queues its card if it has changed."""
        after = _known(connection, before.id)
        if after != before:
            storage.note_card(connection, before.id, self._now())
        return after

    def new(self, actor: Actor, game: str, variant: str, seat_choice: SeatChoice) -> NewChallenge:
        """A challenge by the actor in their place, for ``add``."""
        now = self._now()
        return NewChallenge(
            game=game,
            variant=variant,
            challenger_id=actor.id,
            seat_choice=seat_choice,
            server_id=actor.place.server_id,
            channel_id=actor.place.channel_id,
            created_at=now,
            expires_at=now + LIFETIME,
            key=actor.key,
        )

    def add(
        self,
        connection: Connection,
        actor: Actor,
        new: NewChallenge,
        invited: tuple[PlayerId, ...],
        *,
        rated: bool | None,
    ) -> Challenge:
        """Store a challenge and queue its card, within the caller's transaction.

        A ladder checks blocks and ends its challenges itself. Raises
        GameNotAllowed, WrongChannel, NotAStarter, ClockNotAllowed, BlockedByYou or BlockedYou.
        """
        info, wanted = game_of(new.game).info, variant_of(game_of(new.game).info, new.variant)
        alone = len(new.engines) == wanted.seats - 1
        offers.check_offer(connection, actor, info, None if alone else parse_clock(new.clock))
        check_not_blocked(connection, new.challenger_id, invited)
        if new.ladder_id is None:
            check_blocks(connection, new.challenger_id, invited)
        offers.check_challenges(connection, actor.id, new.created_at)
        offers.check_matches(connection, [actor.id])
        people = (new.challenger_id, *invited)
        players.ensure(connection, people, new.created_at)
        if new.server_id is not None:
            players.ensure_server(connection, new.server_id, new.created_at)
        unrated = offers.why_unrated(connection, new.game, people, new.created_at, rated=rated)
        if new.engines:
            unrated = UnratedReason.ENGINE
        challenge_id = storage.add(connection, replace(new, unrated=unrated), invited)
        if alone:
            storage.close(connection, challenge_id, ChallengeState.ACCEPTED)
            challenge = _known(connection, challenge_id)
            self._begin(connection, challenge, (new.challenger_id,), actor.person)
        else:
            if new.ladder_id is None:
                kind = CHALLENGE_EXPIRY_TIMER
                timers.set_timer(connection, kind, challenge_id, new.expires_at)
            storage.note_card(connection, challenge_id, new.created_at)
        return _known(connection, challenge_id)

    def _check_open(self, connection: Connection, challenge: Challenge) -> None:
        if challenge.state is not ChallengeState.OPEN:
            raise errors.ChallengeClosed(challenge)
        self._events.tell(connection, Answering(challenge), self._now())
        if self._now() >= challenge.expires_at:
            raise errors.ChallengeClosed(replace(challenge, state=ChallengeState.EXPIRED))

    def _agree(self, connection: Connection, asked: Challenge, actor: Actor) -> Challenge:
        takes_part = actor.id == asked.challenger_id or actor.id in asked.accepted
        if actor.id in asked.accepted or (takes_part and asked.state is ChallengeState.OPEN):
            return asked
        if asked.state is not ChallengeState.OPEN or self._now() >= asked.expires_at:
            raise errors.AlreadyRematched(asked)
        self._accept(connection, asked, actor.person)
        storage.note_card(connection, asked.id, self._now())
        return _known(connection, asked.id)

    def _accept(self, connection: Connection, challenge: Challenge, person: Person) -> None:
        now, player_id = self._now(), person.id
        others = (challenge.challenger_id, *challenge.accepted)
        check_not_blocked(connection, player_id, others)
        if challenge.ladder_id is None:  # ladders check these themselves
            if challenge.server_id is not None:  # it may have disallowed the game since
                offers.check_game(
                    server_settings.get(connection, challenge.server_id), challenge.info
                )
            check_blocks(connection, player_id, others)
            offers.check_matches(connection, (player_id, *others))
        players.ensure(connection, [player_id], now)
        storage.accept(connection, challenge.id, player_id, now)
        taking_part = (*others, player_id)
        if len(taking_part) == challenge.people_wanted + 1:
            self._settle(connection, challenge, ChallengeState.ACCEPTED)
            self._begin(connection, challenge, taking_part, person)

    def _begin(
        self,
        connection: Connection,
        challenge: Challenge,
        taking_part: tuple[PlayerId, ...],
        person: Person,
    ) -> None:
        game, variant = game_of(challenge.game), challenge.variant
        unrated = self._why_unrated(connection, challenge, taking_part)
        seed = self._randomness.randrange(SEEDS) if variant.seeded else None
        holders: tuple[Holder, ...] = (*taking_part, *challenge.engines)
        if challenge.rematch_of is None:
            holders = offers.seated(holders, challenge.seat_choice, self._randomness)
        else:
            first, *others = self._store.read(connection, challenge.rematch_of).players
            holders = (*others, first)
        new = NewMatch(
            challenge_id=challenge.id,
            game=challenge.game,
            variant=variant.id,
            rules_version=game.info.version,
            seed=seed,
            server_id=challenge.server_id,
            channel_id=challenge.channel_id,
            to_move=game.start(variant.id, seed=seed).to_move,
            players=holders,
            clock=challenge.clock,
            unrated=unrated,
        )
        self._store.begin(connection, new, person)

    def _why_unrated(
        self, connection: Connection, challenge: Challenge, taking_part: tuple[PlayerId, ...]
    ) -> UnratedReason | None:
        """Why the match is not rated, also by the limits of those who accepted; stores a change."""
        rated, now = _wished_rated(challenge.unrated), self._now()
        if challenge.unrated is not None and (challenge.invited or rated is not None):
            return challenge.unrated
        unrated = offers.why_unrated(connection, challenge.game, taking_part, now, rated=rated)
        if unrated is not challenge.unrated:
            storage.change(connection, challenge.id, unrated=unrated)
        return unrated

    def _close(
        self,
        connection: Connection,
        challenge: Challenge,
        state: ChallengeState,
        player_id: PlayerId,
    ) -> None:
        if challenge.state is state and challenge.closed_by == player_id:
            return
        self._check_open(connection, challenge)
        self._settle(connection, challenge, state, player_id)

    def _settle(
        self,
        connection: Connection,
        challenge: Challenge,
        state: ChallengeState,
        by: PlayerId | None = None,
    ) -> None:
        storage.close(connection, challenge.id, state, by)
        timers.cancel(connection, CHALLENGE_EXPIRY_TIMER, challenge.id)
        self._events.tell(connection, Settled(challenge, state), self._now())


def _wished_rated(unrated: UnratedReason | None) -> bool | None:
    """The ``rated`` that was asked for, from what a challenge stores; None if nobody chose."""
    return None if unrated is UnratedReason.NEWCOMER else unrated is not UnratedReason.FRIENDLY


def _visible(connection: Connection, actor: Actor, challenge_id: ChallengeId) -> Challenge:
    """The challenge, locked; raises UnknownChallenge if the actor cannot see it."""
    challenge = _known(connection, challenge_id, lock=True)
    people = (challenge.challenger_id, *challenge.invited, *challenge.accepted)
    is_here = challenge.channel_id == actor.place.channel_id
    if not is_here and not may_see(actor, people, challenge.server_id, challenge.channel_id):
        raise errors.UnknownChallenge
    return challenge


def _known(connection: Connection, challenge_id: ChallengeId, *, lock: bool = False) -> Challenge:
    challenge = storage.get(connection, challenge_id, lock=lock)
    if challenge is None:
        raise errors.UnknownChallenge
    return challenge


def _load_card(connection: Connection, due: Due) -> Post[Challenge] | None:
    """The card of the challenge as it is now; of a rematch, in the thread of the match before."""
    challenge = storage.get(connection, ChallengeId(due.subject_id))
    if challenge is None:
        return None
    posted = outbox.newest_message(connection, due.subject_id, due.kind)
    return Post(
        challenge,
        tuple(each for each in (challenge.thread_id, challenge.channel_id) if each is not None),
        sent_or_none(posted.channel_id, posted.message_id) if posted else None,
        Wanted.SHOWN if challenge.state is ChallengeState.OPEN else Wanted.CHANGED,
    )


CARD = PostKind(
    kind=CHALLENGE_MESSAGE,
    load=_load_card,
    remember=storage.set_message,
    edited=NO_REPOST,
    waits=True,
)
