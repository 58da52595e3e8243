"""A season of a server, played through the services by the rules, in time that has passed.

Thirty people of differing skill challenge each other, most of all on two ladders. A few of them
play often, as everywhere, and have a rating that has settled. Moves are legal and drawn at random;
whoever skill and chance say has lost resigns, if the game has not ended before.
"""

import itertools
import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from sqlalchemy import Connection, and_, delete, exists, update

from bot.app.services import put_together
from bot.core.actor import Actor, Person, Place
from bot.core.errors import ServiceError
from bot.core.matches import MatchService, MatchState
from bot.core.matches.storage import RUNNING
from bot.core.pictures import Draws
from bot.core.posting import Messenger
from bot.core.services import Services
from bot.core.timers import Scheduler
from bot.features.challenges import ChallengeOffer, ChallengeService
from bot.features.ladders import LadderManagement, LadderService
from data.database import Database
from data.ids import ChannelId, InteractionId, LadderId, MatchId, PlayerId, ServerId
from data.standing_tables import reviews
from data.states import ChallengeState, MessageKind, SeatChoice, TimerKind
from data.tables import challenges, matches, outbox, timers
from rules import GAMES

LASTS = timedelta(days=60)
MEETINGS = 160
LEFT_RUNNING = 8
RECENT = timedelta(days=2)
"""So long before the end these begin, so that nobody's time is up when somebody looks in."""
LADDERS = 2
"""Of so many games, the first that are offered, there are ladders."""
CLOCK = "3d"
ON_LADDER, REGULARS = 20, 10
"""How many people join each ladder, and how many of these play often."""
ON_LADDERS = 0.65
"""How many of the meetings are about a place."""
SILENT, REFUSED, LATE = 0.05, 0.12, 0.17
"""Of a challenge: no answer, a refusal, and a match that is left until its time is up."""
PLIES = (6, 12)
MOVES_LOOKED_AT = 30
SETTLING = timedelta(seconds=10)
"""How long the bot has for starting, before it posts how things stand."""
DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Venue:
    """Where the season is played, and by whom; ``manager`` is one of the people."""

    server_id: ServerId
    games: ChannelId
    ladders: ChannelId
    people: Mapping[str, PlayerId]
    manager: str


class PastTime:
    """A clock that is moved on by hand."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def pass_on(self, length: timedelta) -> None:
        self.now += length


async def play_season(
    url: str,
    venue: Venue,
    drawing: Draws,
    messenger: Messenger,
    end: datetime,
    meetings: int = MEETINGS,
) -> None:
    """Fill the database at ``url``; whatever was to be posted in the past counts as posted."""
    database = await Database.open(url)
    clock, randomness = PastTime(end - LASTS), Random(12)
    services = put_together(database, messenger, drawing, clock, randomness=randomness)
    try:
        await Season(services, venue, clock, randomness).play(end, meetings)
        await database.write(forget_the_past, end, datetime.now(UTC) + SETTLING)
    finally:
        await services.aclose()


async def start_calmly(url: str) -> None:
    """Let the bot start before it posts what waits: simcord does not wait for much longer."""
    async with await Database.open(url) as database:
        await database.write(hold_back, datetime.now(UTC) + SETTLING)


def hold_back(connection: Connection, later: datetime) -> None:
    """Let what waits to be told be told ``later``."""
    connection.execute(update(outbox).where(outbox.c.done.is_(False)).values(next_attempt_at=later))


class Season:
    """Everybody's matches, one after the other, with pauses between."""

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
        """The whole season, up to its ``end``, at which a few matches run."""
        await self._open_ladders()
        pause = (end - self._clock.now) / (meetings + 1)
        for number in range(meetings):
            left = meetings - number
            leave = left <= LEFT_RUNNING
            if leave:
                self._clock.now = max(self._clock.now, end - RECENT * left / LEFT_RUNNING)
            begun = self._clock.now
            with suppress(ServiceError):  # two may have had enough of each other for today
                if self._randomness.random() < ON_LADDERS:
                    await self._meet_on_a_ladder(leave)
                else:
                    await self._meet_for_fun(leave)
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
            made = await self._services[LadderManagement].create(
                self._actor(manager), game, CLOCK, self._venue.ladders
            )
            self._ladders.append(made.ladder.id)
            regulars, others = self._people[:REGULARS], self._people[REGULARS:]
            joining = regulars + self._randomness.sample(others, ON_LADDER - len(regulars))
            for who in self._randomness.sample(joining, len(joining)):
                self._clock.pass_on(timedelta(minutes=20))
                await self._services[LadderService].join(self._actor(Person(who)), made.ladder.id)

    def _somebody(self, but: PlayerId | None = None) -> PlayerId:
        """Somebody who wants to play, most likely one who plays often."""
        people = [who for who in self._people if who != but]
        return self._randomness.choices(people, [self._often[who] for who in people])[0]

    async def _meet_on_a_ladder(self, leave: bool) -> None:
        ladder_id = self._randomness.choice(self._ladders)
        who = self._somebody()
        view = await self._services[LadderService].prospects(self._actor(Person(who)), ladder_id)
        legal = [each.player_id for each in view.targets if each.refusal is None]
        if not legal:
            return
        whom = self._randomness.choice(legal)
        asked = await self._services[LadderService].challenge(
            self._actor(Person(who)), ladder_id, Person(whom)
        )
        self._clock.pass_on(timedelta(minutes=self._randomness.randint(5, 90)))
        luck = self._randomness.random()
        if luck < SILENT:
            return
        if luck < REFUSED:
            await self._services[ChallengeService].decline(self._actor(Person(whom)), asked.id)
            return
        made = await self._services[ChallengeService].accept(self._actor(Person(whom)), asked.id)
        await self._play(made.match_id, leave=leave or luck < LATE)

    async def _meet_for_fun(self, leave: bool) -> None:
        who = self._somebody()
        whom = self._somebody(but=who)
        game = self._randomness.choice(list(GAMES))
        offer = ChallengeOffer(game, (Person(whom),), None, SeatChoice.RANDOM, CLOCK, rated=True)
        asked = await self._services[ChallengeService].offer(self._actor(Person(who)), offer)
        self._clock.pass_on(timedelta(minutes=self._randomness.randint(5, 90)))
        if leave and self._randomness.random() < 0.3:
            return
        made = await self._services[ChallengeService].accept(self._actor(Person(whom)), asked.id)
        await self._play(made.match_id, leave=leave)

    async def _play(self, match_id: MatchId | None, *, leave: bool) -> None:
        assert match_id is not None  # it has begun with the second player
        state = await self._services[MatchService].state(match_id)
        for _ in range(self._randomness.randint(*PLIES)):
            mover = state.to_move_player
            if not isinstance(mover, int):
                return  # the game has come to its own end
            self._clock.pass_on(timedelta(minutes=self._randomness.randint(1, 9)))
            found = list(itertools.islice(state.position.moves(), MOVES_LOOKED_AT))
            text = str(self._randomness.choice(found))
            played = await self._services[MatchService].submit(
                self._actor(Person(mover)), text, state.id, state.ply
            )
            state = played.state
        if state.is_running and not leave:
            await self._services[MatchService].resign(
                self._actor(Person(self._loser(state))), state.id
            )

    def _loser(self, state: MatchState) -> PlayerId:
        """Who loses, the weaker one more often."""
        one, other = state.people
        wins = 1 / (1 + math.exp(self._skill[other] - self._skill[one]))
        return other if self._randomness.random() < wins else one

    def _actor(self, person: Person) -> Actor:
        since = (self._clock.now - DISCORD_EPOCH) // timedelta(milliseconds=1)
        number = (since << 22) + next(self._interactions) % 2**22
        place = Place(self._venue.server_id, self._venue.games)
        return Actor(person, place, InteractionId(number))


def forget_the_past(connection: Connection, now: datetime, later: datetime) -> None:
    """Let what was to be told count as told, but for how things stand, which is told ``later``.

    Running matches show their newest board, open challenges their card, ladders their standings.
    """
    newest_board = exists().where(
        outbox.c.kind == MessageKind.BOARD,
        matches.c.id == outbox.c.subject_id,
        matches.c.ply == outbox.c.version,
        RUNNING,
    )
    open_card = exists().where(
        outbox.c.kind == MessageKind.CHALLENGE,
        challenges.c.id == outbox.c.subject_id,
        challenges.c.state == ChallengeState.OPEN,
    )
    still = and_(~newest_board, ~open_card, outbox.c.kind != MessageKind.LADDER)
    connection.execute(
        update(outbox).where(outbox.c.done.is_(False), still).values(done=True, done_at=now)
    )
    hold_back(connection, later)
    # nobody thinks a whole season over; who looks at a match has it reviewed then
    connection.execute(delete(timers).filter_by(kind=TimerKind.REVIEW))
    connection.execute(delete(reviews))
