"""Large fields played by lot: groups with a final, a Swiss and a knockout, many games at a step."""

import os
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.services.tournaments import Field
from data.ids import PlayerId
from tests.kit.club import Club
from tests.services.tournaments.cup_club import Cup
from tests.services.tournaments.recounted import recount
from tests.services.tournaments.test_simulated_knockouts import SimulatedKnockout
from tests.services.tournaments.test_simulated_leagues import SimulatedLeague
from tests.services.tournaments.test_simulated_swiss import SimulatedSwiss
from tests.services.tournaments.test_simulated_tournaments import Simulated

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


class LargeSeason(Several, SimulatedLeague):
    """A season of many."""


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


async def groups(club: Club, seed: int, most: int = 60) -> Groups:
    """A round robin of 11 players at least that is over."""
    lot = random.Random(seed)
    rules: dict[str, Any] = {"size": lot.randrange(4, 9), "at_once": lot.randrange(5), "games": 1}
    people = lot.randrange(11, most + 1)
    cup = await Cup.begun(club, people, "round_robin", final_group=True, **rules)
    played = Groups(cup, seed)
    await played.play()
    return played


async def swiss(club: Club, seed: int, most: int = 64) -> LargeSwiss:
    """A Swiss of 17 players at least that is over."""
    lot = random.Random(seed)
    rules = {"rounds": lot.choice([0, 0, 5, 7]), "round_days": lot.choice([0, 7])}
    cup = await Cup.begun(club, lot.randrange(17, most + 1), "swiss", **rules)
    played = LargeSwiss(cup, seed)
    await played.check()
    await played.play()
    return played


async def knockout(club: Club, seed: int, most: int = 128) -> LargeKnockout:
    """A cup of 17 players at least that is over."""
    lot = random.Random(seed)
    cup = await Cup.begun(club, lot.randrange(17, most + 1), "knockout")
    played = LargeKnockout(cup, seed)
    await played.play()
    return played


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("play", [groups, swiss, knockout])
async def test_a_large_field_holds_at_every_step(tmp_path: Path, play: Any, seed: int) -> None:
    club = await Club.open(tmp_path / "quintet.db")
    try:
        most = {} if MANY > 1 else {"most": 20}
        played = await play(club, seed, **most)
        assert len((await played.cup.field()).entrants) > 10
    finally:
        await club.close()
