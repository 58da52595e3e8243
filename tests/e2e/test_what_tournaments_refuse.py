"""What people ask of tournaments in vain, and the sentence that they read; a test for each reason.

Entry after half of the rounds, vacations and sitting out twice are in ``test_swiss``; roles, rated
matches, invitations, settings and replacements in ``test_tournaments``.
"""

from typing import Any

import pytest

from bot.services.tournaments import Setup
from bot.services.tournaments.management import MOST_OPEN
from data.ids import ChannelId
from data.states import TournamentKind
from tests.kit.cups import CupWorld, control_of, open_cup
from tests.kit.people import acting, stranger
from tests.kit.table import DAY, World, look, press

JOIN = "cu:1:join:0"


@pytest.fixture
def people(world: World) -> list[Any]:
    """Eight people."""
    others = [world.server.add_member(world.env.create_user(f"P{number}")) for number in range(4)]
    return [world.ada, world.ben, world.chloe, world.dan, *others]


async def entered(world: World, people: list[Any], kind: str, **also: str) -> CupWorld:
    """A tournament of the first game that these have entered."""
    cup = await open_cup(world, kind, **also, days="0")
    for who in people:
        await cup.press(who, "Join")
    return cup


async def joining(world: World, cup: CupWorld, who: Any) -> str:
    """What somebody reads who presses **Join** on an old card."""
    return world.answer(await press(world, who, cup.message(), JOIN)).text


async def test_too_few_for_the_rounds(world: World, people: list[Any]) -> None:
    cup = await entered(world, people, "swiss", rounds="5")
    assert (await cup.manage("Begin now")).text == (
        "5 rounds need 10 players. 8 players are in. Choose 4 rounds, or a round robin."
    )


async def test_one_player_at_the_start(world: World, people: list[Any]) -> None:
    cup = await entered(world, people[:1], "round_robin")
    told = (await cup.manage("Begin now")).text
    assert told == "One player is in. It needs 3, and waits until then."


async def test_it_has_begun(world: World, people: list[Any]) -> None:
    cup = await entered(world, people[:3], "round_robin")
    await cup.manage("Begin now")
    assert await joining(world, cup, people[3]) == "It has begun."


async def test_all_places_are_taken(world: World, people: list[Any]) -> None:
    cup = await limited(world, most="3")
    for who in people[:3]:
        assert "as number" in world.answer(await cup.press(who, "Join")).text
    for place, who in enumerate(people[3:6], start=1):
        told = f"All 3 places are taken. You are number {place} in line."
        assert world.answer(await cup.press(who, "Join")).text == told
    assert world.answer(await cup.press(people[6], "Join")).text == "All 3 places are taken."


async def limited(world: World, **typed: str) -> CupWorld:
    """A round robin with limits."""
    cup = await open_cup(world, "round_robin", days="0")
    answered = await cup.slash(cup.keeper, "manage")
    panel = (await cup.keeper.click(answered.response, label="Settings")).response
    await cup.keeper.click(panel, label="Next")
    form = await cup.keeper.click(panel, label="Set limits")
    limits = {"rating_from": "", "rating_to": "", "matches": "", "most": "16", **typed}
    await cup.keeper.submit_modal(form, limits)
    form = await cup.keeper.click(panel, label="Save")
    await cup.keeper.submit_modal(form, {"reason": "as we agreed"})
    await cup.pass_on()
    return cup


async def test_it_is_for_other_ratings(world: World) -> None:
    cup = await limited(world, rating_from="1600", rating_to="1700")
    told = world.answer(await cup.press(world.ada, "Join")).text
    assert told == "Entry: ratings from 1600 to 1700. Your rating is 1500."


async def test_withdrawn_lately(world: World, people: list[Any]) -> None:
    cup = await entered(world, people[:3], "knockout")
    await cup.manage("Begin now")
    for _ in range(10):
        await cup.pass_on(DAY)
    told = next(each for each in cup.news() if "two games lost on time in a row." in each)
    gone = next(who for who in people if f"<@{who.id}> was withdrawn" in told)
    again = await open_cup(world, "round_robin", days="0")
    told = world.answer(await again.press(gone, "Join")).text
    assert told.startswith("You were withdrawn from *Detach knockout* for two games")
    assert told.endswith(f"lost on time. Ask <@{again.keeper.id}> to invite you.")


async def test_moves_stand(world: World, people: list[Any]) -> None:
    cup = await entered(world, people[:3], "round_robin")
    await cup.manage("Begin now")
    thread = cup.threads()[0]
    (mover,) = world.shown(thread)[0].pinged
    who = next(each for each in people if each.id == mover)
    for asked in ("undo", "pause", "cancel"):
        told = world.answer(await who.slash(thread, f"match {asked}")).text
        assert told == (
            "This is a tournament game (*Detach round robin*), so this is not possible here. "
            "You can withdraw from the tournament."
        )


async def test_who_does_not_organise_it(world: World, people: list[Any]) -> None:
    cup = await entered(world, people[:3], "round_robin")
    told = await cup.told(world.ada, "manage")
    assert told.text == (f"Only <@{cup.keeper.id}> and people who manage matches here can do that.")


@pytest.mark.parametrize("name", ["!?*", "\u200b \u2067"])
async def test_a_name_that_is_none(world: World, name: str) -> None:
    cup = await open_cup(world, "round_robin", days="0")
    told = await renamed(cup, name)
    assert told == "A name needs 1 to 60 characters, and at least one letter or digit."


async def renamed(cup: CupWorld, name: str) -> str:
    panel = await cup.slash(cup.keeper, "manage")
    form = await cup.keeper.click(panel.response, label="Rename")
    told = await cup.keeper.submit_modal(form, {"name": name, "reason": "it reads better"})
    await cup.world.settle()
    return cup.world.answer(told).text


async def test_a_name_that_would_ping(world: World) -> None:
    cup = await open_cup(world, "round_robin", days="0")
    assert (await renamed(cup, f"<@{world.ada.id}> @everyone **cup**")).startswith("It is called ")
    await cup.pass_on()
    for shown in cup.messages():
        assert shown.pinged == ()
        assert f"<@{world.ada.id}>" not in shown.text
        assert "@everyone" not in shown.text
        assert "**cup**" not in shown.text


async def test_a_button_of_one_that_is_over(world: World, people: list[Any]) -> None:
    cup = await entered(world, people[:3], "round_robin", games="1")
    await cup.manage("Begin now")
    for thread in cup.threads():
        text = world.shown(thread)[0].text
        loser = next(who for who in reversed(people[:3]) if f"\u2068{who.name}\u2069" in text)
        await cup.resign(loser, thread)
    told = await joining(world, cup, people[3])
    assert told == f"*Detach round robin* is over. <@{people[0].id}> won."
    shown = world.answer(await cup.press(people[3], "My page"))
    assert f"**1.** <@{people[0].id}> 2" in shown.text


async def test_one_that_is_not_here(world: World, people: list[Any]) -> None:
    cup = await entered(world, people[:3], "round_robin")
    refused = "There is no such tournament here."
    assert (await cup.told(world.ada, "show", tournament=99)).text == refused
    eve, room = stranger(world)
    told = await eve.slash(room, "tournament show", tournament=1)
    assert world.answer(told).text == refused
    forged = await press(world, world.ada, cup.message(), "cu:99:join:0")
    assert world.answer(forged).text == refused


async def test_the_next_one_after_twenty(world: World) -> None:
    cup = await open_cup(world, "round_robin", days="0")
    management = world.client.services.tournament_management
    for _ in range(MOST_OPEN - 1):
        setup = Setup(
            kind=TournamentKind.KNOCKOUT,
            game="apart",
            clock="3d+12h/4d",
            channel_id=ChannelId(cup.channel.id),
        )
        await management.create(acting(world, cup.keeper, manages_server=True), setup)
    panel = (await cup.slash(cup.keeper, "create")).response
    await cup.keeper.select(panel, ["knockout"], custom_id=control_of(panel, "kind"))
    await cup.keeper.click(panel, label="Create")
    assert "20 tournaments are open here. End one first." in look(panel).text
