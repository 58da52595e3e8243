"""Playing a season of the lively server by the services, in simulated past time.

Thirty people of different skill challenge each other, mostly on two ladders. A few play often and
get settled ratings. Moves are random; unless the game ends before, a loser is drawn by skill and
resigns.
"""

import itertools
import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from discord.utils import time_snowflake
from sqlalchemy import Connection, and_, delete, exists, update

from bot.app.features import put_together
from bot.core.actor import Actor, Person, Place
from bot.core.errors import ServiceError
from bot.core.matches import MatchService, MatchState
from bot.core.matches.storage import RUNNING
from bot.core.outbox import BOARD_MESSAGE
from bot.core.pictures import Draws
from bot.core.posting import Messenger
from bot.core.services import Services
from bot.core.timers import Scheduler
from bot.features.challenges import Challenge, ChallengeOffer, ChallengeService
from bot.features.challenges.storage import CHALLENGE_MESSAGE
from bot.features.ladders import LadderService
from bot.features.ladders.storage import LADDER_MESSAGE
from bot.features.replays import REVIEW_TIMER
from data.ids import ChannelId, InteractionId, LadderId, MatchId, PlayerId, ServerId
from data.operating import open_database
from data.standing_tables import reviews
from data.states import ChallengeState, SeatChoice
from data.tables import challenges, matches, outbox, timers
from rules import GAMES

LASTS = timedelta(days=60)
MEETINGS = 160
LEFT_RUNNING = 8
RECENT = timedelta(days=2)
"""The running matches begin within this time before the end, so that no time is up."""
LADDERS = 2
"""How many games have a ladder."""
CLOCK = "3d"
ON_LADDER, REGULARS = 20, 10
"""How many people join each ladder, and how many of them play often."""
ON_LADDERS = 0.65
"""The share of meetings on ladders."""
SILENT, REFUSED, LATE = 0.05, 0.12, 0.17
"""Cumulative chances of a challenge: no answer, a refusal, a match lost on time."""
PLIES = (6, 12)
MOVES_LOOKED_AT = 30
SETTLING = timedelta(seconds=10)
"""Delay of posts after the start of the bot."""


@dataclass(frozen=True, slots=True)
class Venue:
    """The server, channels and people of the season; ``manager`` is one of the people."""

    server_id: ServerId
    games: ChannelId
    ladders: ChannelId
    people: Mapping[str, PlayerId]
    manager: str


class PastTime:
    """A clock that is advanced by hand."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


async def play_season(
    url: str,
    venue: Venue,
    drawing: Draws,
    messenger: Messenger,
    end: datetime,
    meetings: int = MEETINGS,
) -> None:
    """Fill the database at ``url``; past posts count as posted."""
    database = await open_database(url)
    clock, randomness = PastTime(end - LASTS), Random(12)
    services = put_together(database, messenger, drawing, clock, randomness=randomness)
    try:
        await Season(services, venue, clock, randomness).play(end, meetings)
        await database.write(forget_the_past, end, datetime.now(UTC) + SETTLING)
    finally:
        await services.aclose()


async def start_calmly(url: str) -> None:
    """Delay waiting posts, since simcord allows little time for the start."""
    async with await open_database(url) as database:
        await database.write(hold_back, datetime.now(UTC) + SETTLING)


def hold_back(connection: Connection, later: datetime) -> None:
    """Delay the rows of the outbox until ``later``."""
    connection.execute(update(outbox).where(outbox.c.done.is_(False)).values(next_attempt_at=later))


class Season:
    """Plays the matches one after the other, with pauses between."""

    def __init__(
        self, services: Services, venue: Venue, clock: PastTime, randomness: Random
    ) -> None:
        self._services, self._venue = services, venue
        self._clock, self._randomness = clock, randomness
        self._people = list(venue.people.values())
        self._skill = {who: randomness.gauss(0, 1.2) for who in self._people}
        self._often = {who: 1 / number for number, who in enumerate(self._people, 1)}
        self._interactions = itertools.count()
        self._ladders: list[LadderId] = []

    async def play(self, end: datetime, meetings: int) -> None:
        """Play the season up to its ``end``, when a few matches are still running."""
        await self._open_ladders()
        pause = (end - self._clock.now) / (meetings + 1)
        for number in range(meetings):
            left = meetings - number
            leave = left <= LEFT_RUNNING
            if leave:
                self._clock.now = max(self._clock.now, end - RECENT * left / LEFT_RUNNING)
            begun = self._clock.now
            with suppress(ServiceError):  # these two may not challenge each other again today
                await self._meet(leave)
            if not leave:
                following = begun + pause * self._randomness.uniform(0.9, 1.0)
                self._clock.now = max(self._clock.now, following)
            await self._do_what_is_due()
        self._clock.now = max(self._clock.now, end)
        await self._do_what_is_due()

    async def _do_what_is_due(self) -> None:
        while await self._services[Scheduler].sweep():
            pass

    async def _open_ladders(self) -> None:
        manager = Person(self._venue.people[self._venue.manager], manages_server=True)
        for game in itertools.islice(GAMES, LADDERS):
            made = await self._services[LadderService].create(
                self._actor(manager), game, CLOCK, self._venue.ladders
            )
            self._ladders.append(made.ladder.id)
            regulars, others = self._people[:REGULARS], self._people[REGULARS:]
            joining = regulars + self._randomness.sample(others, ON_LADDER - len(regulars))
            for who in self._randomness.sample(joining, len(joining)):
                self._clock.now += timedelta(minutes=20)
                await self._services[LadderService].join(self._actor(Person(who)), made.ladder.id)

    def _somebody(self, but: PlayerId | None = None) -> PlayerId:
        """A random person, weighted by how often they play."""
        people = [who for who in self._people if who != but]
        return self._randomness.choices(people, [self._often[who] for who in people])[0]

    async def _meet(self, leave: bool) -> None:
        """Let two people challenge each other; they may play, refuse or forget it."""
        who = self._somebody()
        whom, asked = await (
            self._challenge_on_a_ladder(who)
            if self._randomness.random() < ON_LADDERS
            else self._challenge_for_fun(who)
        )
        self._clock.now += timedelta(minutes=self._randomness.randint(5, 90))
        luck = self._randomness.random()
        service, opponent = self._services[ChallengeService], self._actor(Person(whom))
        if luck < SILENT:
            return
        if luck < REFUSED:
            await service.decline(opponent, asked.id)
            return
        made = await service.accept(opponent, asked.id)
        await self._play(made.match_id, leave=leave or luck < LATE)

    async def _challenge_on_a_ladder(self, who: PlayerId) -> tuple[PlayerId, Challenge]:
        service, actor = self._services[LadderService], self._actor(Person(who))
        ladder_id = self._randomness.choice(self._ladders)
        view = await service.look(actor, ladder_id, with_targets=True)
        legal = [each.player_id for each in view.targets if each.refusal is None]
        if not legal:
            return await self._challenge_for_fun(who)
        whom = self._randomness.choice(legal)
        return whom, await service.challenge(self._actor(Person(who)), ladder_id, Person(whom))

    async def _challenge_for_fun(self, who: PlayerId) -> tuple[PlayerId, Challenge]:
        whom = self._somebody(but=who)
        game = self._randomness.choice(list(GAMES))
        offer = ChallengeOffer(game, (Person(whom),), None, SeatChoice.RANDOM, CLOCK, rated=True)
        return whom, await self._services[ChallengeService].offer(self._actor(Person(who)), offer)

    async def _play(self, match_id: MatchId | None, *, leave: bool) -> None:
        assert match_id is not None  # a match of two begins when the second accepts
        state = await self._services[MatchService].state(match_id)
        for _ in range(self._randomness.randint(*PLIES)):
            mover = state.to_move_player
            if not isinstance(mover, int):
                return  # the game is over
            self._clock.now += timedelta(minutes=self._randomness.randint(1, 9))
            found = list(itertools.islice(state.position.moves(), MOVES_LOOKED_AT))
            text = str(self._randomness.choice(found))
            played = await self._services[MatchService].submit(
                self._actor(Person(mover)), text, state.id, state.ply
            )
            state = played.state
        if state.is_running and not leave:
            loser = self._actor(Person(self._loser(state)))
            await self._services[MatchService].resign(loser, state.id)

    def _loser(self, state: MatchState) -> PlayerId:
        """Draw the loser by skill."""
        one, other = state.people
        wins = 1 / (1 + math.exp(self._skill[other] - self._skill[one]))
        return other if self._randomness.random() < wins else one

    def _actor(self, person: Person) -> Actor:
        number = time_snowflake(self._clock.now) + next(self._interactions) % 2**22
        place = Place(self._venue.server_id, self._venue.games)
        return Actor(person, place, InteractionId(number))


def forget_the_past(connection: Connection, now: datetime, later: datetime) -> None:
    """Mark past rows of the outbox as done, and delay the others until ``later``.

    Kept are the newest boards of running matches, cards of open challenges, and ladders.
    """
    newest_board = exists().where(
        outbox.c.kind == BOARD_MESSAGE,
        matches.c.id == outbox.c.subject_id,
        matches.c.ply == outbox.c.version,
        RUNNING,
    )
    open_card = exists().where(
        outbox.c.kind == CHALLENGE_MESSAGE,
        challenges.c.id == outbox.c.subject_id,
        challenges.c.state == ChallengeState.OPEN,
    )
    still = and_(~newest_board, ~open_card, outbox.c.kind != LADDER_MESSAGE)
    connection.execute(
        update(outbox).where(outbox.c.done.is_(False), still).values(done=True, done_at=now)
    )
    hold_back(connection, later)
    # reviews are made when somebody looks at a match
    connection.execute(delete(timers).filter_by(kind=REVIEW_TIMER))
    connection.execute(delete(reviews))
