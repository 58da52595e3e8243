"""Tournaments as a server lives with them: made by taps, entered, played, left and ruled over."""

import re
from typing import Any

import pytest

from bot.features.tournaments import progress
from tests.kit.cups import CupWorld, open_cup
from tests.kit.reminding import directs
from tests.kit.shown import called, with_mentions
from tests.kit.table import (
    DAY,
    Shown,
    World,
    decide,
    look,
    newcomers,
    pick,
    press,
    ruling,
    with_role,
)


@pytest.fixture
async def cup(world: World) -> CupWorld:
    """A round robin that Ada, Ben, Chloe and Dan have entered."""
    return await open_cup(world, "round_robin", (world.ada, world.ben, world.chloe, world.dan))


async def test_a_card_says_what_everybody_needs_to_know(world: World, cup: CupWorld) -> None:
    await cup.pass_on()
    shown = cup.card()
    assert shown.text.startswith("### Detach round robin\n")
    assert "at most. No undo, no pause" in shown.text
    assert f"**4 in:** {called(world.ada)}, {called(world.ben)}" in shown.text
    assert shown.buttons == ("Join", "My page", "History")
    assert shown.pinged == ()
    helped = world.answer(await world.chloe.slash(world.channel, "help"))
    assert f"in <#{cup.channel.id}>" in helped.text
    again = world.answer(await cup.press(world.ada, "Join"))
    assert again.text == "You are in, as number 1."


async def test_a_round_robin_is_played_to_its_end(
    world: World, cup: CupWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "BATCH", 4)
    assert (await cup.manage("Begin now")).text.startswith("It begins now.")
    await world.restart()
    await world.settle()
    assert len(cup.threads()) == 12
    assert all(len(world.shown(each)) == 1 for each in cup.threads())
    assert any("It begins." in each for each in cup.news())
    mine = await cup.told(world.ada, "show")
    assert mine.pictures == 1
    assert any(each.startswith("Move in match ") for each in mine.buttons)
    assert "6 games left" not in mine.text
    await cup.pass_on()
    assert "12 games left · points, Sonneborn-Berger" in cup.card().text
    assert cup.card().pictures == 1
    assert "12 games left." in str(cup.card().alt)
    listed = world.answer(await world.ada.slash(world.channel, "matches"))
    assert "round robin" in listed.text
    asked = await cup.press(world.dan, "My page")
    question = await world.dan.click(asked.response, label="Withdraw")
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
            mover, other = cup.players(thread)
            strong = world.ada if world.ada in (mover, other) else world.ben
            await cup.resign(other if strong is mover else mover, thread)
    assert any("It is over." in each and f"{called(world.ada)} won" in each for each in cup.news())
    profile = world.answer(await world.ada.slash(world.channel, "profile"))
    assert "round robin: place 1 of 4" in profile.text
    over = world.answer(await cup.press(world.chloe, "My page"))
    assert "**Over** since" in over.text
    assert "You finished in place 3." in over.text
    form, told_all = await ruled_late(cup, between(cup, world.ada, world.ben)[0], world.ben)
    assert "Its table follows the result, so places can change." in form
    assert "It is over. Its table follows the result:\n" in told_all
    assert "share first place." in told_all
    assert "You share place 1." in (await cup.told(world.ada, "show")).text
    refused = await cup.told(world.ben, "show", tournament=99)
    assert refused.text == "There is no such tournament here."


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
    assert "Equal on points" not in told.text
    third = next(each for each in (world.ada, world.ben, world.chloe) if each not in (mover, other))
    await cup.resign(third, between(cup, other, third)[0])
    told, other_told = await explained(cup, mover), await explained(cup, other)
    equal = "Equal on points with <@{}>, who has {} by Sonneborn-Berger; you have {}."
    assert equal.format(other.id, 0, 1) in told.text
    assert equal.format(mover.id, 1, 0) in other_told.text


async def test_moves_stand_in_its_games(world: World, cup: CupWorld) -> None:
    await cup.manage("Begin now")
    thread = cup.threads()[0]
    mover, _ = cup.players(thread)
    number = next(each.split(":")[1] for each in cup.world.shown(thread)[-1].custom_ids)
    for what in (f"m:{number}:0:undo", f"kp:{number}:0:7", f"m:{number}:0:aborted"):
        told = world.answer(await press(world, mover, thread.last_message, what))
        assert told.text == (
            "This is a tournament game (*Detach round robin*), so this is not possible here. "
            "You can withdraw from the tournament."
        )


async def test_two_seasons_of_a_league(world: World) -> None:
    cup = await open_cup(world, "league")
    assert cup.card().buttons == ("Every season", "Just one season", "My page", "History")
    await cup.press(world.ada, "Just one season")  # and thinks better of it
    for who in (world.ada, world.ben, world.chloe):
        await cup.press(who, "Every season")
    assert (await cup.manage("Begin now")).text == (
        "3 players are in. It needs 4, and waits until then."
    )
    await cup.press(world.dan, "Just one season")
    await cup.manage("Begin now")
    assert len(cup.threads()) == 12
    first = {}
    for thread in cup.threads():
        mover, other = cup.players(thread)
        loser = max(mover, other, key=lambda each: each.id)
        first.setdefault((mover, other), thread)
        await cup.resign(loser, thread)
    assert any("It is over." in each for each in cup.news())
    opened = cup.card()
    assert "season 2" in opened.text
    assert (
        f"**3 in:** {called(world.ada)}, {called(world.ben)} and {called(world.chloe)}"
        in opened.text
    )
    thread = first[min(first, key=lambda each: min(each[0].id, each[1].id))]
    keeper, reason = cup.keeper, "they had agreed otherwise"
    ruled = await ruling(keeper, thread, _match_of(world, thread), "Annul")
    await keeper.submit_modal(ruled, {"reason": reason})
    await world.settle()
    eve = newcomers(world, "Eve")[0]
    await cup.press(eve, "Every season")
    sits = await cup.press(world.chloe, "My page")
    told = world.answer(await world.chloe.click(sits.response, label="Sit out"))
    assert "You sit this season out, and keep your place." in told.text
    await world.chloe.click(sits.response, label="Play after all")
    before = len(cup.threads())
    await cup.pass_on(8 * DAY)
    assert len(cup.threads()) == before + 12
    assert "season 2" in cup.card().text


def _match_of(world: World, thread: Any) -> int:
    return int(world.shown(thread)[0].text.split("match ")[1].split()[0])


async def test_who_has_lost_the_role_when_it_begins_is_out_and_told(world: World) -> None:
    eve, role = with_role(world, "Eve", "Club")
    cup = await open_cup(world, "round_robin", role=role)
    members = world.env.backend.get_guild(world.server.id).members
    told = world.answer(await cup.press(world.ada, "Join"))
    assert told.text == f"Only <@&{role.id}> may enter."
    for who in (world.ada, world.ben, world.chloe):
        members[who.id].role_ids.append(role.id)
    for who in (world.ada, world.ben, world.chloe, eve):
        assert "as number" in world.answer(await cup.press(who, "Join")).text
    panel = (await eve.slash(world.channel, "settings")).response
    await eve.click(panel, label="Reminders")
    await pick(eve, panel, "rs:way", ["direct"])
    members[eve.id].role_ids.remove(role.id)
    await cup.manage("Begin now")
    why = f"<@{eve.id}> is no longer in: only <@&{role.id}> may play."
    assert any(why in with_mentions(each, eve) for each in cup.news())
    assert why in (await cup.history(world.ben)).text
    assert len(cup.threads()) == 6
    assert not between(cup, eve, world.ada)
    assert ": it is for people with a role." in directs(world, eve)[-1].text


async def test_a_large_cup_is_shown_by_quarter(world: World) -> None:
    others = newcomers(world, *(f"P{number}" for number in range(14)))
    cup = await open_cup(world, "knockout", (world.ada, world.ben, world.chloe, *others))
    await cup.manage("Begin now")
    page = await cup.slash(world.ada, "show")
    shown = world.answer(page)
    assert "**The last 16**" in shown.text
    assert shown.pictures == 1
    names = []
    for _ in range(4):
        await world.ada.click(page.response, label="Next")
        shown = look(page.response)
        names += re.findall(r"\*\*(Quarter \d)\*\*", shown.text)
        assert f": {names[-1]}: Round " in str(shown.alt)
        assert shown.pictures == 1
    assert names == ["Quarter 1", "Quarter 2", "Quarter 3", "Quarter 4"]
    assert "Next" not in shown.buttons


async def test_which_one_is_meant_is_asked_by_buttons(world: World, cup: CupWorld) -> None:
    await open_cup(world, "knockout")
    there = cup.channel
    asked = await cup.keeper.slash(there, "tournament show")
    assert world.answer(asked).text == "Which tournament?"
    assert set(world.answer(asked).buttons) == {"Detach round robin", "Detach knockout"}
    told = world.answer(await cup.keeper.click(asked.response, label="Detach round robin"))
    assert "Detach round robin" in told.text
    assert "**4 in:**" in told.text
    assert "Manage" in told.buttons
    assert "Manage" not in (await cup.told(world.ada, "show", tournament=1)).buttons


async def test_older_entries_are_offered_where_there_are_some(world: World, cup: CupWorld) -> None:
    others = newcomers(world, *(f"P{number}" for number in range(6)))
    for who in others[:5]:
        await cup.press(who, "Join")
    page = look(await cup.page(world.ada, "History"))
    assert page.buttons == ("Back",)
    assert len(page.text.splitlines()) == 11
    await cup.press(others[5], "Join")
    message = await cup.page(world.ada, "History")
    assert look(message).buttons == ("Older", "Back")
    await world.ada.click(message, label="Older")
    assert "created it." in look(message).text
    assert look(message).buttons == ("Newest", "Back")


async def explained(cup: CupWorld, who: Any) -> Shown:
    """How places are decided, for somebody."""
    page = (await cup.slash(who, "show")).response
    return cup.world.answer(await who.click(page, label="How places are decided"))


def between(cup: CupWorld, one: Any, other: Any) -> list[Any]:
    """The threads of two."""
    return [each for each in cup.threads() if one.name in each.name and other.name in each.name]


async def test_a_cup_with_a_bye_a_leaver_a_restart_and_a_ruling_after_the_next_tie(
    world: World,
) -> None:
    (eve,) = newcomers(world, "Eve")
    people = (world.ada, world.ben, world.chloe, world.dan, eve)
    cup = await open_cup(world, "knockout", people)
    assert "Two games against each opponent; each moves first in one." in cup.card().text
    await cup.manage("Begin now")
    assert len(cup.threads()) == 4
    gone = await cup.press(eve, "My page")
    question = await eve.click(gone.response, label="Withdraw")
    await eve.click(question.response, label="Withdraw")
    await world.settle()
    await world.restart()
    await world.settle()
    assert len(cup.threads()) == 6
    semi = between(cup, world.ada, world.dan)
    for thread in semi:
        await cup.resign(world.dan, thread)
    for thread in between(cup, world.ben, world.chloe):
        await cup.resign(world.chloe, thread)
    assert len(cup.threads()) == 8
    await cup.pass_on()
    shown = cup.card()
    assert shown.pictures == 1
    assert f"{called(world.ada)} · Final: 0-0 against {called(world.ben)} · 2 running" in shown.text
    assert shown.text.count("Final: 0-0") == 1
    assert f"{called(world.dan)} · Semi-final: out" in shown.text
    assert f"**5.** {called(eve)} · Quarter-final: out · withdrew" in shown.text
    finals = f"{called(world.ada)} and {called(world.ben)} meet in the final."
    assert any(finals in each for each in cup.news())
    assert "Final: Ada 0 and Ben 0" in str(shown.alt)
    keeper = cup.keeper
    for thread in semi:
        match = _match_of(world, thread)
        asked, _ = await decide(world, keeper, thread, match, world.dan, "they had agreed so")
        if thread is semi[0]:
            assert " and put the right player in." in str(asked.modal)
        await world.settle()
    assert any(
        "are cancelled, because an earlier result has changed" in each for each in cup.news()
    )
    why = "The match was cancelled: an earlier result of the tournament has changed."
    assert all(why in world.shown(each)[-1].text for each in between(cup, world.ada, world.ben))
    await cup.pass_on()
    assert f"{called(world.dan)} · Final: 0-0 against {called(world.ben)}" in cup.card().text
    for thread in between(cup, world.ben, world.dan):
        await cup.resign(world.ben, thread)
    assert f"It is over.\n{called(world.dan)} won." in cup.news()[-1]
    told = await cup.told(world.ada, "show")
    assert f"**1.** <@{world.dan.id}>" in told.text
    assert f"**3=** <@{world.ada.id}>" in told.text
    assert told.pictures == 1
    told = await explained(cup, world.ada)
    assert "**You share place 3 of 5.**" in told.text
    profile = world.answer(await world.ada.slash(world.channel, "profile"))
    assert "knockout: shared place 3 of 5" in profile.text
    assert f"Semi-final: 0-2 against <@{world.dan.id}>" in told.text


async def test_a_ruling_corrects_the_final_of_a_cup_that_is_over_and_nothing_before(
    world: World,
) -> None:
    people = (world.ada, world.ben, world.chloe, world.dan)
    cup = await open_cup(world, "knockout", people)
    await cup.manage("Begin now")
    semi = (world.chloe, world.ben), (world.ada, world.dan)
    for winner, loser in (*semi, (world.chloe, world.ada)):
        for thread in between(cup, winner, loser):
            await cup.resign(loser, thread)
    assert f"It is over.\n{called(world.chloe)} won." in cup.news()[-1]
    ended = (world.chloe, "You won it."), (world.ada, "You finished in place 2.")
    for who, told in (*ended, (world.ben, "You went out: Semi-final.")):
        assert told in (await cup.told(who, "show")).text
    form, told_all = await ruled_late(cup, between(cup, *semi[0])[0], world.ben)
    assert "Its bracket and places stay as they are; the result counts for ratings." in form
    assert "It is over. Its bracket and places stay as they are." in told_all
    final = between(cup, world.chloe, world.ada)
    form, told_all = await ruled_late(cup, final[0], world.ada)
    assert "so places can change" in form
    assert f"{called(world.ada)} and {called(world.chloe)} share first place." in told_all
    await ruled_late(cup, final[1], world.ada)
    await cup.pass_on()
    assert f"**1.** {called(world.ada)}" in cup.card().text
    told = await explained(cup, world.chloe)
    assert f"Final: 0-2 against <@{world.ada.id}>" in told.text
    assert "it changes only the final and the game for third place" in told.text


async def ruled_late(cup: CupWorld, thread: Any, winner: Any) -> tuple[str, str]:
    """What a manager reads before giving a game to somebody, and what everybody does then."""
    await cup.pass_on()
    match = _match_of(cup.world, thread)
    why = "they had agreed so"
    asked, _ = await decide(cup.world, cup.keeper, thread, match, winner, why)
    await cup.world.settle()
    return str(asked.modal), cup.news()[-1]
