"""Two programs serve one tournament, and things happen at once: nothing is doubled or missing."""

import asyncio
import random
from collections import Counter
from typing import Any

import pytest

from bot.core.errors import ServiceError
from bot.features.tournaments.acts import Act
from bot.features.tournaments.formats import format_of
from bot.features.tournaments.values import Field
from data.states import TournamentState
from tests.features.tournaments.cup_club import Cup
from tests.features.tournaments.recounted import check_log
from tests.features.tournaments.test_simulated_tournaments import (
    Simulated,
    SimulatedKnockout,
    SimulatedSwiss,
    check_points,
    check_seats,
)
from tests.kit.by_day import at_night
from tests.kit.club import OpenClub

pytestmark = pytest.mark.both_databases
AT_ONCE, MOST_STEPS = 3, 60
ALONE = ("time_out", "block", "keep_apart")
"""What is not done beside other things: a test's own doing, or it changes what may be paired."""


class Cups:
    """The same tournament in two programs, and those who act in them."""

    def __init__(self, kind: str, cups: tuple[Cup, Cup], seed: int) -> None:
        of_kind = {"knockout": SimulatedKnockout, "swiss": SimulatedSwiss}
        acting: Any = of_kind.get(kind, Simulated)
        self.lot, self.cup = random.Random(seed), cups[0]
        self.acting = [acting(cup, seed + place) for place, cup in enumerate(cups)]
        self.acting[1].reopened = self.acting[0].reopened
        self.of = f"tournament_id = {self.cup.id}"

    async def step(self, field: Field) -> None:
        """Several things at once, while both programs look what is due; then all comes to rest."""
        self.cup.club.clock.advance(minutes=self.lot.randrange(1, 90))
        doing = [self.attempt(self.lot.choice(self.acting), field) for _ in range(AT_ONCE)]
        looking = [each.club.scheduler.sweep() for each in self.acting]
        at_once = [*doing, *looking, self.cup.club.deliver()]
        self.lot.shuffle(at_once)
        await asyncio.gather(*at_once)
        await self.cup.sweep()
        await self.cup.club.deliver()

    async def attempt(self, who: Any, field: Field) -> None:
        acts = [each for each in who.acts if each.__name__ not in ALONE]
        try:
            await self.lot.choice(acts)(field)
        except (ServiceError, IndexError):  # refused, or there is nothing of the kind
            return

    async def check(self) -> None:
        """What must hold whatever was first."""
        stored, field = await self.cup.stored(), await self.cup.field()
        assert stored == field
        played = [each.match_id for each in field.pairings if each.match_id is not None]
        assert len(played) == len(set(played))
        if isinstance(self.acting[0], SimulatedSwiss):
            check_seats(field)
            check_points(field)
        else:
            await self.acting[0].check_format(field)
        await self.cup.club.database.read(check_log, field)
        rounds = await self.cup.club.rows("tournament_log", f"{self.of} AND kind = 'round'")
        assert rounds == (field.latest_round if format_of(field).by_rounds else 0)
        await self.check_posted()

    async def check_posted(self) -> None:
        """No board, card or entry of the log was posted twice, and none is missing."""
        club = self.cup.club
        shown = (*club.discord.messages, *club.discord.cards)
        nonces = Counter(each.nonce for each in shown)
        news = Counter(each.name for each in club.discord.cards if "tournament " in each.name)
        assert {*nonces.values(), *news.values()} == {1}
        assert await club.rows("outbox", "kind IN ('board', 'tournament_news') AND NOT done") == 0


@pytest.mark.parametrize("steps", [4, at_night(120)])
@pytest.mark.parametrize("kind", ["round_robin", "knockout", "swiss"])
async def test_whatever_happens_at_once_is_done_once(
    open_club: OpenClub, kind: str, steps: int
) -> None:
    clubs, done, seed = (await open_club(), await open_club()), 0, 1
    people, chosen = (7, {"rounds": 3}) if kind == "swiss" else (5, {})
    while done < steps:
        opened = await Cup.begun(clubs[0], people, kind, **chosen)
        cups, until = Cups(kind, (opened, Cup(clubs[1], opened.id)), seed), done + MOST_STEPS
        while await opened.state() is not TournamentState.OVER and done < min(until, steps):
            await cups.step(await opened.field())
            await cups.check()
            done += 1
        if await opened.state() is not TournamentState.OVER:
            await opened.act(Act.CANCEL, reason="enough")
        seed += 1
        clubs[0].clock.advance(days=1)
