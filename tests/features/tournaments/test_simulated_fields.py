"""Large fields played by lot: groups with a final, a Swiss and a knockout, many games at a step."""

import os
import random
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.features.tournaments.values import Field
from data.ids import PlayerId
from tests.features.tournaments.cup_club import Cup
from tests.features.tournaments.recounted import recount
from tests.features.tournaments.test_simulated_knockouts import SimulatedKnockout
from tests.features.tournaments.test_simulated_swiss import SimulatedSwiss
from tests.features.tournaments.test_simulated_tournaments import Simulated
from tests.kit.club import Club

MANY = int(os.environ.get("QUINTET_TOURNAMENTS", "1"))
SEEDS = range(MANY)
FINALISTS = 10
LATE = 0.1
"""Of the games that end together so many end on time."""


class Several:
    """Of those who play at once several end at a step, before anybody looks what follows."""

    lot: random.Random
    cup: Cup
    time_out: Any

    async def end(self, field: Field) -> None:
        running = sum(each.is_running for each in field.pairings)
        for _ in range(self.lot.randrange(1, 3 + running // 3)):
            field = await self.cup.field()
            if any(each.is_running for each in field.pairings):
                late = self.lot.random() < LATE
                await (self.time_out if late else super().end)(field)  # type: ignore[misc]


class LargeSwiss(Several, SimulatedSwiss):
    """A Swiss of many."""


class LargeKnockout(Several, SimulatedKnockout):
    """A cup of many."""


class Groups(Several, Simulated):
    """A round robin in groups, whose winners meet."""

    finalists: tuple[int, ...] = ()

    async def check_format(self, field: Field) -> None:
        await super().check_format(field)
        numbers = {each.player_id: each.number or 0 for each in field.entrants}
        drawn = {each.division for each in field.entrants}
        for each in field.entrants:
            assert each.division == snake(each.number or 0, len(drawn))
        final = [each for each in field.pairings if each.seats.division not in drawn]
        if final and not self.finalists:
            found = {who for each in final for who in each.players}
            self.finalists = tuple(sorted(found, key=numbers.__getitem__))
            best = await self.club.database.read(winners, field)
            assert [*self.finalists] == sorted(best, key=numbers.__getitem__)


def snake(number: int, groups: int) -> int:
    """The group of a start number."""
    row, place = divmod(number - 1, groups)
    return place if row % 2 == 0 else groups - 1 - place


def winners(connection: Connection, field: Field) -> list[int]:
    """The best of each group who is still in; of more than ten those with most points a game."""
    best: list[tuple[float, int]] = []
    numbers = {each.player_id: each.number or 0 for each in field.entrants}
    for group in {each.division for each in field.entrants}:
        assert group is not None
        found = recount(connection, field.tournament.id, group, over=False)
        places = found.places()
        still = [who for who in places if field.by_id[PlayerId(who)].is_in]
        if still:
            first = min(still, key=lambda who: (places[who], numbers[PlayerId(who)]))
            games = len(found.against.get(first, ()))
            best.append((-found.points[first] / max(1, games), first))
    best.sort(key=lambda each: (each[0], numbers[PlayerId(each[1])]))
    return [who for _, who in best[:FINALISTS]]


def groups(lot: random.Random) -> dict[str, Any]:
    rules = {"size": lot.randrange(4, 9), "at_once": lot.randrange(5), "games": 1}
    return {"final_group": True, **rules}


def swiss(lot: random.Random) -> dict[str, Any]:
    return {"rounds": lot.choice([0, 0, 5, 7]), "round_days": lot.choice([0, 7])}


def knockout(_: random.Random) -> dict[str, Any]:
    return {}


PLAYED: dict[str, tuple[type[Simulated], Callable[[random.Random], dict[str, Any]], int, int]] = {
    "round_robin": (Groups, groups, 11, 60),
    "swiss": (LargeSwiss, swiss, 17, 64),
    "knockout": (LargeKnockout, knockout, 17, 128),
}
"""Of each format: how it is played, by which rules, and how many enter at least and at most."""


@pytest.mark.slow
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", PLAYED)
async def test_a_large_field_holds_at_every_step(club: Club, kind: str, seed: int) -> None:
    acting, rules, least, most = PLAYED[kind]
    lot = random.Random(seed)
    people = lot.randrange(least, (most if MANY > 1 else 20) + 1)
    cup = await Cup.begun(club, people, kind, **rules(lot))
    played = acting(cup, seed)
    await played.check()
    await played.play()
