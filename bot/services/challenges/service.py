"""Challenges: from an offer to the start of a match."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.services.challenges.policy import check_acceptance, check_blocks, check_offer
from bot.services.challenges.seating import seated
from bot.services.matches.errors import (
    AlreadyRematched,
    ChallengeClosed,
    MatchRunning,
    NotInvited,
    NotYourChallenge,
    OpponentIsBot,
    OpponentIsYou,
    OwnChallenge,
    RematchElsewhere,
    SameOpponentTwice,
    UnknownChallenge,
    WrongOpponentCount,
)
from bot.services.matches.games import game_of, variant_of
from bot.services.matches.models import ChallengeView, Person, Place
from bot.services.matches.presenting import challenge_view
from bot.services.matches.service import OnChange
from bot.services.matches.store import Clock, Logbook
from data import challenges, matches, outbox, players, servers
from data.challenges import Challenge, NewChallenge
from data.database import Database
from data.ids import ChallengeId, InteractionId, MatchId, MessageId, PlayerId
from data.matches import NewMatch
from data.states import ChallengeState, MatchState, SeatChoice
from rules.game import GameInfo, Variant

LIFETIME = timedelta(days=14)
SEEDS = 2**53  # so that no reader of a record rounds it


class ChallengeService:
    """What people do with challenges. Every method says no by raising a ServiceError.

    A click that comes twice is answered twice alike.
    """

    def __init__(
        self,
        database: Database,
        logbook: Logbook,
        clock: Clock,
        randomness: Random,
        on_change: OnChange,
    ) -> None:
        self._database = database
        self._logbook = logbook
        self._clock = clock
        self._randomness = randomness
        self._on_change = on_change

    async def offer(
        self,
        challenger: Person,
        opponents: tuple[Person, ...],
        game: str,
        variant: str | None,
        seat_choice: SeatChoice,
        place: Place,
        interaction_id: InteractionId,
    ) -> ChallengeView:
        """Challenge ``opponents``, or anybody who comes where there are none.

        Without a ``variant`` it is the game's first one for that many players.

        Raises UnknownGame, UnknownVariant, OpponentIsBot, OpponentIsYou, SameOpponentTwice,
        WrongOpponentCount, GameNotAllowed, WrongChannel, NotAStarter, BlockedByYou or BlockedYou.
        """
        info = game_of(game).info
        chosen = _usual(info, opponents) if variant is None else variant_of(info, variant)
        _check_opponents(challenger, opponents, chosen)
        async with self._database.transaction() as connection:
            made = await challenges.offered_by(connection, interaction_id)
            if made is not None:
                return challenge_view(made)
            await check_offer(connection, challenger, info, place)
            now = self._clock()
            new = NewChallenge(
                game=info.id,
                variant=chosen.id,
                challenger_id=challenger.id,
                seat_choice=seat_choice,
                server_id=place.server_id,
                channel_id=place.channel_id,
                created_at=now,
                expires_at=now + LIFETIME,
                interaction_id=interaction_id,
            )
            return await self._add(connection, new, tuple(person.id for person in opponents))

    async def rematch(
        self, match_id: MatchId, player: Person, place: Place, interaction_id: InteractionId
    ) -> ChallengeView:
        """Ask for the match's one rematch, or agree to it if another player asked before.

        Everybody moves one seat up. Raises UnknownMatch, NotYourMatch, MatchRunning,
        AlreadyRematched, RematchElsewhere, GameNotAllowed, WrongChannel, NotAStarter,
        BlockedByYou or BlockedYou.
        """
        async with self._database.transaction() as connection:
            page = await self._logbook.read(connection, match_id)
            page.seat_of(player.id)
            if page.standing.state is MatchState.RUNNING:
                raise MatchRunning(page.view)
            asked = await challenges.rematch_of(connection, match_id)
            if asked is None:
                if place.server_id != page.match.server_id:
                    raise RematchElsewhere(page.view)
                await check_offer(connection, player, game_of(page.match.game).info, place)
                now = self._clock()
                new = NewChallenge(
                    game=page.match.game,
                    variant=page.match.variant,
                    challenger_id=player.id,
                    seat_choice=SeatChoice.ROTATED,
                    server_id=place.server_id,
                    channel_id=place.channel_id,
                    created_at=now,
                    expires_at=now + LIFETIME,
                    interaction_id=interaction_id,
                    rematch_of=match_id,
                )
                others = tuple(who for who in page.match.players if who != player.id)
                return await self._add(connection, new, others)
            view = await self._agree(connection, asked, player.id)
        self._tell(view)
        return view

    async def attach_message(self, challenge_id: ChallengeId, message_id: MessageId) -> None:
        """Remember the message that shows the challenge; the first one stays."""
        async with self._database.transaction() as connection:
            await challenges.set_message(connection, challenge_id, message_id)

    async def view(self, challenge_id: ChallengeId) -> ChallengeView:
        """The challenge; raises UnknownChallenge."""
        async with self._database.reading() as connection:
            return challenge_view(await self._get(connection, challenge_id))

    async def accept(self, challenge_id: ChallengeId, player_id: PlayerId) -> ChallengeView:
        """Take part; with the last player the match begins, and the view names it.

        Raises UnknownChallenge, OwnChallenge, NotInvited, ChallengeClosed, GameNotAllowed,
        BlockedByYou or BlockedYou.
        """
        async with self._database.transaction() as connection:
            challenge = await self._get(connection, challenge_id)
            if _took_part(challenge, player_id):
                return challenge_view(challenge)
            self._check_open(challenge)
            _check_asked(challenge, player_id)
            view = await self._accept(connection, challenge, player_id)
        self._tell(view)
        return view

    async def decline(self, challenge_id: ChallengeId, player_id: PlayerId) -> ChallengeView:
        """Say no, which ends the challenge for everybody asked.

        Raises UnknownChallenge, OwnChallenge, NotInvited or ChallengeClosed.
        """
        async with self._database.transaction() as connection:
            challenge = await self._get(connection, challenge_id)
            if player_id == challenge.challenger_id:
                raise OwnChallenge(challenge_view(challenge))
            if player_id not in challenge.invited:
                raise NotInvited(challenge_view(challenge))
            return await self._close(connection, challenge, ChallengeState.DECLINED, player_id)

    async def cancel(self, challenge_id: ChallengeId, player_id: PlayerId) -> ChallengeView:
        """Take the challenge back; raises UnknownChallenge, NotYourChallenge or ChallengeClosed."""
        async with self._database.transaction() as connection:
            challenge = await self._get(connection, challenge_id)
            if player_id != challenge.challenger_id:
                raise NotYourChallenge(challenge_view(challenge))
            return await self._close(connection, challenge, ChallengeState.CANCELLED, player_id)

    async def expire_due(self) -> tuple[ChallengeView, ...]:
        """Close the challenges whose time has run out, and return them."""
        async with self._database.transaction() as connection:
            ids = await challenges.expired(connection, self._clock())
            for challenge_id in ids:
                await challenges.close(connection, challenge_id, ChallengeState.EXPIRED)
            return tuple([challenge_view(await self._get(connection, each)) for each in ids])

    async def awaiting(self, player_id: PlayerId) -> tuple[ChallengeView, ...]:
        """The open challenges that the player was named in and has not answered, oldest first."""
        async with self._database.reading() as connection:
            ids = await challenges.awaiting(connection, player_id)
            return tuple([challenge_view(await self._get(connection, each)) for each in ids])

    async def next_expiry(self) -> datetime | None:
        """When the next open challenge runs out, or None."""
        async with self._database.reading() as connection:
            return await challenges.next_expiry(connection)

    async def _get(self, connection: AsyncConnection, challenge_id: ChallengeId) -> Challenge:
        challenge = await challenges.get(connection, challenge_id)
        if challenge is None:
            raise UnknownChallenge(challenge_id)
        return challenge

    async def _add(
        self, connection: AsyncConnection, new: NewChallenge, invited: tuple[PlayerId, ...]
    ) -> ChallengeView:
        await check_blocks(connection, new.challenger_id, invited)
        await players.ensure(connection, (new.challenger_id, *invited), new.created_at)
        if new.server_id is not None:
            await servers.ensure(connection, new.server_id, new.created_at)
        challenge_id = await challenges.add(connection, new, invited)
        return challenge_view(await self._get(connection, challenge_id))

    def _check_open(self, challenge: Challenge) -> None:
        if challenge.state is not ChallengeState.OPEN:
            raise ChallengeClosed(challenge_view(challenge))
        if self._clock() >= challenge.expires_at:
            raise ChallengeClosed(challenge_view(replace(challenge, state=ChallengeState.EXPIRED)))

    async def _agree(
        self, connection: AsyncConnection, asked: Challenge, player_id: PlayerId
    ) -> ChallengeView:
        takes_part = player_id == asked.challenger_id or player_id in asked.accepted
        if takes_part and asked.state is ChallengeState.OPEN:
            return challenge_view(asked)
        if asked.state is not ChallengeState.OPEN or self._clock() >= asked.expires_at:
            raise AlreadyRematched(challenge_view(asked))
        return await self._accept(connection, asked, player_id)

    async def _accept(
        self, connection: AsyncConnection, challenge: Challenge, player_id: PlayerId
    ) -> ChallengeView:
        now = self._clock()
        info = game_of(challenge.game).info
        others = (challenge.challenger_id, *challenge.accepted)
        await check_acceptance(connection, info, challenge.server_id)
        await check_blocks(connection, player_id, others)
        await players.ensure(connection, [player_id], now)
        await challenges.accept(connection, challenge.id, player_id, now)
        taking_part = (*others, player_id)
        variant = variant_of(info, challenge.variant)
        if len(taking_part) == variant.seats:
            await challenges.close(connection, challenge.id, ChallengeState.ACCEPTED)
            await self._begin(connection, challenge, variant, taking_part)
        return challenge_view(await self._get(connection, challenge.id))

    async def _begin(
        self,
        connection: AsyncConnection,
        challenge: Challenge,
        variant: Variant,
        taking_part: tuple[PlayerId, ...],
    ) -> None:
        now = self._clock()
        game = game_of(challenge.game)
        seed = self._randomness.randrange(SEEDS) if variant.seeded else None
        match_id = await matches.add(
            connection,
            NewMatch(
                challenge_id=challenge.id,
                game=challenge.game,
                variant=challenge.variant,
                rules_version=game.info.version,
                seed=seed,
                server_id=challenge.server_id,
                channel_id=challenge.channel_id,
                to_move=game.start(variant.id, seed=seed).to_move,
                players=await self._seated(connection, challenge, taking_part),
            ),
            now,
        )
        await outbox.add(connection, match_id, 0, now)

    async def _seated(
        self, connection: AsyncConnection, challenge: Challenge, taking_part: tuple[PlayerId, ...]
    ) -> tuple[PlayerId, ...]:
        if challenge.rematch_of is None:
            return seated(taking_part, challenge.seat_choice, self._randomness)
        before = (await self._logbook.read(connection, challenge.rematch_of)).match.players
        return (*before[1:], before[0])

    async def _close(
        self,
        connection: AsyncConnection,
        challenge: Challenge,
        state: ChallengeState,
        player_id: PlayerId,
    ) -> ChallengeView:
        if challenge.state is state and challenge.closed_by == player_id:
            return challenge_view(challenge)
        self._check_open(challenge)
        await challenges.close(connection, challenge.id, state, player_id)
        return challenge_view(await self._get(connection, challenge.id))

    def _tell(self, view: ChallengeView) -> None:
        if view.match_id is not None:
            self._on_change(view.match_id)


def _usual(info: GameInfo, opponents: tuple[Person, ...]) -> Variant:
    """The game's first variant that as many can play; its first if there is none."""
    players = len(opponents) + 1 if opponents else info.variants[0].seats
    fitting = (variant for variant in info.variants if variant.seats == players)
    return next(fitting, info.variants[0])


def _check_opponents(challenger: Person, opponents: tuple[Person, ...], variant: Variant) -> None:
    seen: set[PlayerId] = set()
    for person in opponents:
        if person.is_bot:
            raise OpponentIsBot(person.id)
        if person.id == challenger.id:
            raise OpponentIsYou
        if person.id in seen:
            raise SameOpponentTwice(person.id)
        seen.add(person.id)
    if opponents and len(opponents) != variant.seats - 1:
        raise WrongOpponentCount(variant, variant.seats - 1)


def _took_part(challenge: Challenge, player_id: PlayerId) -> bool:
    standing = challenge.state in (ChallengeState.OPEN, ChallengeState.ACCEPTED)
    return standing and player_id in challenge.accepted


def _check_asked(challenge: Challenge, player_id: PlayerId) -> None:
    if player_id == challenge.challenger_id:
        raise OwnChallenge(challenge_view(challenge))
    if challenge.invited and player_id not in challenge.invited:
        raise NotInvited(challenge_view(challenge))
