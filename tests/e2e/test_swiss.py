"""A Swiss as a server lives with it: a bye, a late entry, sitting out, a ruling, a restart."""

from typing import Any

import pytest

from bot.features.tournaments import progress
from tests.kit.cups import CupWorld, open_cup
from tests.kit.shown import called
from tests.kit.table import DAY, World, newcomers, ruling

MOVES = ("b2-b4", "c7-c5")


@pytest.fixture
async def people(world: World) -> list[Any]:
    """Seven who enter, the first one first."""
    more = newcomers(world, "Eve", "Finn", "Gus")
    return [world.ada, world.ben, world.chloe, world.dan, *more]


@pytest.fixture
async def cup(world: World, people: list[Any]) -> CupWorld:
    """A Swiss of three rounds, entered by seven."""
    return await open_cup(world, "swiss", people, game="apart", rounds="3", round_days="14")


class Games:
    """The games of a Swiss, each played once."""

    def __init__(self, cup: CupWorld) -> None:
        self.cup = cup
        self.played: set[int] = set()

    async def play_round(self, but: int = 0) -> list[Any]:
        """Let who entered earlier win all games that run, but for the last ones; their threads."""
        threads = [each for each in self.cup.threads() if each.id not in self.played]
        for thread in threads[: len(threads) - but]:
            self.played.add(thread.id)
            first, second = self.cup.players(thread)
            for who, move in zip((first, second), MOVES, strict=True):
                await who.slash(thread, "move", text=move)
            await self.cup.resign(max(first, second, key=self.cup.people.index), thread)
        return threads


async def test_a_swiss_from_entry_to_the_end(
    world: World, cup: CupWorld, people: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "BATCH", 2)
    games = Games(cup)
    assert "Players with equal points meet" in cup.card().text
    assert (await cup.manage("Begin now")).text.startswith("It begins now.")
    await world.restart()
    await world.settle()
    assert len(cup.threads()) == 3
    first = next(each for each in cup.news() if "Round 1 is paired." in each)
    assert f"{called(people[6])} has a bye: a point." in first
    assert f"**1.** {called(people[0])} - {called(people[3])}" in first

    hal = newcomers(world, "Hal")[0]
    await cup.pass_on()
    assert "Round 1 of 3 · 3 games left" in cup.card().text
    told = world.answer(await cup.press(hal, "Join"))
    assert "from the next round on. You get half a point for the round you missed." in told.text
    page = await cup.press(world.chloe, "My page")
    told = world.answer(await world.chloe.click(page.response, label="Sit out"))
    assert "You sit out the next round, for half a point." in told.text
    told = world.answer(await world.dan.slash(world.channel, "vacation", days=3))
    assert "Swiss* keep running. You can sit out the next round" in told.text
    page = await world.dan.slash(world.channel, "vacation")
    await world.dan.click(page.response, label="End my vacation")

    threads = await games.play_round()
    second = next(each for each in cup.news() if "Round 2 is paired." in each)
    assert called(world.chloe) not in second
    assert called(hal) in second
    assert len(cup.threads()) == 6
    match = int(world.shown(threads[0])[0].text.split("match ")[1].split()[0])
    ruled = await ruling(cup.keeper, threads[0], match, "Annul")
    await cup.keeper.submit_modal(ruled, {"reason": "it was played twice"})
    await world.settle()
    assert sum("Round 2 is paired." in each for each in cup.news()) == 1
    assert len(cup.threads()) == 6
    page = await cup.press(people[0], "My page")
    assert f"<@{people[0].id}> 0.5" in world.answer(page).text
    assert world.answer(page).pictures == 1

    await games.play_round(but=1)
    assert not any("Round 3 is paired." in each for each in cup.news())
    told = (await cup.manage("Pair the next round", "it takes too long")).text
    assert told.startswith("The next round is paired now. A game that still runs counts as half")
    assert any("paired the next round" in each for each in cup.news())
    await games.play_round()
    assert any("It is over." in each for each in cup.news())
    page = await cup.press(world.ben, "My page")
    told = world.answer(await world.ben.click(page.response, label="How places are decided"))
    assert "Buchholz: " in told.text
    assert "Without the lowest" in told.text
    assert "Programs for chess tournaments" in (await cup.manage("Export")).text
    late = newcomers(world, "Late")[0]
    assert "Join" not in world.answer(await cup.press(late, "My page")).buttons


async def test_two_are_kept_apart_and_a_round_has_a_last_day(
    cup: CupWorld, people: list[Any]
) -> None:
    await cup.manage("Begin now")
    two = {"player": people[0], "opponent": people[1]}
    told = (await cup.manage("Keep apart", "they are sisters", **two)).text
    assert "are not paired from the next round on." in told
    told = await cup.history(people[2])
    assert f"keeps <@{people[0].id}> and <@{people[1].id}> apart. `they are sisters`" in told.text
    await Games(cup).play_round(but=1)
    await cup.pass_on()
    assert "The next round is paired <t:" in cup.card().text
    await cup.pass_on(14 * DAY)
    second = next(each for each in cup.news() if "Round 2 is paired." in each)
    assert f"{called(people[0])} - {called(people[1])}" not in second
    assert f"{called(people[1])} - {called(people[0])}" not in second
