"""Tournaments as a server lives with them: made by taps, entered, played, left and ruled over."""

from typing import Any

import pytest

from tests.kit.cups import CupWorld, open_cup
from tests.kit.people import decide, newcomers, ruling, with_role
from tests.kit.reminding import directs, set_reminders
from tests.kit.shown import Shown, called, with_mentions
from tests.kit.world import World


@pytest.fixture
async def cup(world: World) -> CupWorld:
    """A round robin that Ada, Ben, Chloe and Dan have entered."""
    return await open_cup(world, "round_robin", (world.ada, world.ben, world.chloe, world.dan))


async def test_a_round_robin_is_played_to_its_end(world: World, cup: CupWorld) -> None:
    await cup.pass_on()
    shown = cup.card()
    assert shown.text.startswith("### Detach round robin\n")
    assert "at most. No undo, no pause" in shown.text
    assert f"**Players: 4.** {called(world.ada)}, {called(world.ben)}" in shown.text
    assert shown.buttons == ("Join", "My page", "History")
    helped = world.answer(await world.chloe.slash(world.channel, "help"))
    assert f"in <#{cup.channel.id}>" in helped.text
    await cup.manage("Begin now")
    await world.restart()
    await world.settle()
    assert [len(world.shown(each)) for each in cup.threads()] == [1] * 12
    assert any("It begins." in each for each in cup.news())
    mine = await cup.told(world.ada, "show")
    assert mine.pictures == 1
    assert any(each.startswith("Move in match ") for each in mine.buttons)
    await cup.pass_on()
    assert "12 games left · points, Sonneborn-Berger" in cup.card().text
    assert "12 games left." in str(cup.card().alt)
    question = await withdrawing(cup, world.dan)
    fact = "Fewer than half of the games are played: none of them counts."
    assert fact in world.answer(question).text
    told = await world.dan.click(question.response, label="Withdraw")
    await world.settle()
    assert "You withdrew. Your games have ended." in world.answer(told).text
    await cup.pass_on()
    struck = f"~~{called(world.dan)}~~ does not count · withdrew · fewer than half of the games"
    assert struck in cup.card().text
    why = "Struck out, since they left before they had played half of their games: Dan."
    assert why in str(cup.card().alt)
    for thread in cup.threads():
        if "Rematch" not in world.shown(thread)[-1].buttons:
            strong = world.ada if world.ada in cup.players(thread) else world.ben
            (weak,) = {*cup.players(thread)} - {strong}
            await cup.resign(weak, thread)
    assert any("It is over." in each and f"{called(world.ada)} won" in each for each in cup.news())
    over = world.answer(await cup.press(world.chloe, "My page"))
    assert "You finished in place 3." in over.text
    form, told_all = await ruled_late(cup, between(cup, world.ada, world.ben)[0], world.ben)
    assert "Its table follows the result, so places can change." in form
    assert "It is over. Its table follows the result:\n" in told_all
    assert "share first place." in told_all
    profile = world.answer(await world.ada.slash(world.channel, "profile"))
    assert "round robin: shared place 1 of 4" in profile.text


async def test_places_are_explained_with_the_readers_own_numbers(
    world: World, cup: CupWorld
) -> None:
    await cup.manage("Begin now")
    thread = cup.threads()[0]
    mover, other = cup.players(thread)
    await cup.resign(other, thread)
    told = await explained(cup, mover)
    assert "**You are in place 1 of 4.** Points: 1." in told.text
    assert f"Sonneborn-Berger: 0 (<@{other.id}>) = 0. Wins: 1." in told.text
    assert told.text.index("**You are in place") < told.text.index("1. **Points**")
    third = next(each for each in (world.ada, world.ben, world.chloe) if each not in (mover, other))
    await cup.resign(third, between(cup, other, third)[0])
    told, other_told = await explained(cup, mover), await explained(cup, other)
    equal = "Equal on points with <@{}>, who has {} by Sonneborn-Berger; you have {}."
    assert equal.format(other.id, 0, 1) in told.text
    assert equal.format(mover.id, 1, 0) in other_told.text


async def test_who_has_lost_the_role_when_it_begins_is_out_and_told(world: World) -> None:
    eve, role = with_role(world, "Eve", "Club")
    cup = await open_cup(world, "round_robin", role=role)
    members = world.env.backend.get_guild(world.server.id).members
    told = world.answer(await cup.press(world.ada, "Join"))
    assert told.text == f"Only <@&{role.id}> may enter."
    for who in (world.ada, world.ben, world.chloe):
        members[who.id].role_ids.append(role.id)
    for who in (world.ada, world.ben, world.chloe, eve):
        await cup.press(who, "Join")
    await set_reminders(world, eve, "direct")
    members[eve.id].role_ids.remove(role.id)
    await cup.manage("Begin now")
    why = f"<@{eve.id}> is no longer taking part: only <@&{role.id}> may play."
    assert any(why in with_mentions(each, eve) for each in cup.news())
    assert len(cup.threads()) == 6
    assert not between(cup, eve, world.ada)
    assert ": only members with a certain role may play." in directs(world, eve)[-1].text


async def test_which_one_is_meant_is_asked_by_buttons(world: World, cup: CupWorld) -> None:
    await open_cup(world, "knockout")
    asked = await cup.keeper.slash(cup.channel, "tournament show")
    assert world.answer(asked).text == "Which tournament?"
    assert set(world.answer(asked).buttons) == {"Detach round robin", "Detach knockout"}
    told = world.answer(await cup.keeper.click(asked.response, label="Detach round robin"))
    assert "**Players: 4.**" in told.text
    assert "Manage" in told.buttons
    assert "Manage" not in (await cup.told(world.ada, "show", tournament=1)).buttons
    refused = await cup.told(world.ben, "show", tournament=99)
    assert refused.text == "There is no such tournament here."


async def explained(cup: CupWorld, who: Any) -> Shown:
    page = (await cup.slash(who, "show")).response
    return cup.world.answer(await who.click(page, label="How places are decided"))


def between(cup: CupWorld, one: Any, other: Any) -> list[Any]:
    return [each for each in cup.threads() if one.name in each.name and other.name in each.name]


async def lose(cup: CupWorld, loser: Any, winner: Any) -> None:
    """Let somebody give up what runs between the two."""
    for thread in between(cup, loser, winner):
        if "Rematch" not in cup.world.shown(thread)[-1].buttons:
            await cup.resign(loser, thread)


async def withdrawing(cup: CupWorld, who: Any) -> Any:
    """What somebody is asked who wants to withdraw."""
    page = await cup.press(who, "My page")
    return await who.click(page.response, label="Withdraw")


async def test_a_cup_with_a_bye_a_leaver_and_a_ruling_after_the_next_tie(world: World) -> None:
    (eve,) = newcomers(world, "Eve")
    cup = await open_cup(world, "knockout", (world.ada, world.ben, world.chloe, world.dan, eve))
    assert "Two games against each opponent; each moves first in one." in cup.card().text
    await cup.manage("Begin now")
    assert len(cup.threads()) == 4
    question = await withdrawing(cup, eve)
    await eve.click(question.response, label="Withdraw")
    await world.settle()
    semi = between(cup, world.ada, world.dan)
    await lose(cup, world.dan, world.ada)
    await lose(cup, world.chloe, world.ben)
    await cup.pass_on()
    shown = cup.card()
    assert f"{called(world.ada)} · Final: 0-0 against {called(world.ben)} · 2 running" in shown.text
    assert f"{called(world.dan)} · Semi-final: out" in shown.text
    assert f"**5.** {called(eve)} · Quarter-final: out · withdrew" in shown.text
    assert "Final: Ada 0 and Ben 0" in str(shown.alt)
    finals = f"{called(world.ada)} and {called(world.ben)} meet in the final."
    assert any(finals in each for each in cup.news())
    form, _ = await ruled_late(cup, semi[0], world.dan)
    assert " and put the right player in." in form
    await ruled_late(cup, semi[1], world.dan)
    cancelled = "are cancelled, because an earlier result has changed"
    assert any(cancelled in each for each in cup.news())
    why = "The match was cancelled: an earlier result of the tournament has changed."
    assert all(why in world.shown(each)[-1].text for each in between(cup, world.ada, world.ben))
    await lose(cup, world.ben, world.dan)
    assert f"It is over.\n{called(world.dan)} won." in cup.news()[-1]
    assert "You won it." in (await cup.told(world.dan, "show")).text
    told = await explained(cup, world.ada)
    assert "**You share place 3 of 5.**" in told.text
    assert f"Semi-final: 0-2 against <@{world.dan.id}>" in told.text


async def ruled_late(cup: CupWorld, thread: Any, winner: Any) -> tuple[str, str]:
    """What a manager reads before giving a game to somebody, and what everybody does then."""
    await cup.pass_on()
    match = int(cup.world.shown(thread)[0].text.split("match ")[1].split()[0])
    why = "they had agreed so"
    asked, _ = await decide(cup.world, cup.keeper, thread, match, winner, why)
    await cup.world.settle()
    return str(asked.modal), cup.news()[-1]


MOVES = ("b2-b4", "c7-c5")


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


@pytest.mark.night
async def test_a_swiss_from_entry_to_the_end(world: World) -> None:
    more = newcomers(world, "Eve", "Finn", "Gus")
    people = [world.ada, world.ben, world.chloe, world.dan, *more]
    cup = await open_cup(world, "swiss", people, game="apart", rounds="3", round_days="14")
    games = Games(cup)
    assert "Players with equal points meet" in cup.card().text
    assert (await cup.manage("Begin now")).text.startswith("It begins now.")
    assert len(cup.threads()) == 3
    first = next(each for each in cup.news() if "Round 1 is paired." in each)
    assert f"{called(people[6])} has a bye: a point." in first
    assert f"**1.** {called(people[0])} - {called(people[3])}" in first

    hal = newcomers(world, "Hal")[0]
    await cup.pass_on()
    told = world.answer(await cup.press(hal, "Join"))
    assert "from the next round on. You get half a point for the round you missed." in told.text
    page = await cup.press(world.chloe, "My page")
    told = world.answer(await world.chloe.click(page.response, label="Sit out"))
    assert "You sit out the next round, for half a point." in told.text
    told = world.answer(await world.dan.slash(world.channel, "vacation", days=3))
    assert "Swiss* keep running. You can sit out the next round" in told.text
    page = await world.dan.slash(world.channel, "vacation")
    await world.dan.click(page.response, label="End my vacation")
    two = {"player": people[3], "opponent": people[1]}
    told = await cup.manage("Keep apart", "they are sisters", **two)
    assert "will not be paired." in told.text
    kept = f"keeps <@{people[3].id}> and <@{people[1].id}> apart. `they are sisters`"
    assert kept in (await cup.history(people[2])).text

    threads = await games.play_round()
    second = next(each for each in cup.news() if "Round 2 is paired." in each)
    assert called(world.chloe) not in second
    assert len(cup.threads()) == 6
    match = int(world.shown(threads[0])[0].text.split("match ")[1].split()[0])
    ruled = await ruling(cup.keeper, threads[0], match, "Annul")
    await cup.keeper.submit_modal(ruled, {"reason": "it was played twice"})
    await world.settle()
    assert sum("Round 2 is paired." in each for each in cup.news()) == 1
    page = await cup.press(people[0], "My page")
    assert f"<@{people[0].id}> ½" in world.answer(page).text
    assert world.answer(page).pictures == 1

    await games.play_round(but=1)
    await cup.pass_on()
    assert "The next round is paired <t:" in cup.card().text
    assert not any("Round 3 is paired." in each for each in cup.news())
    told = (await cup.manage("Pair the next round", "it takes too long")).text
    assert told.startswith("The next round is paired now. A game still in progress counts as half")
    assert any("paired the next round" in each for each in cup.news())
    await games.play_round()
    page = await cup.press(world.ben, "My page")
    told = world.answer(await world.ben.click(page.response, label="How places are decided"))
    assert "Without the lowest" in told.text
    assert "Programs for chess tournaments" in (await cup.manage("Export")).text
