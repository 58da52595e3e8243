"""Matches for three: who is in, who is awaited, what becomes of a place, and shared wins."""

from typing import Any

from bot.features.rulings.service import RulingService
from data.ids import MatchId, PlayerId
from tests.e2e.test_watching import follow, told
from tests.kit.rulings import Rulings
from tests.kit.shown import called
from tests.kit.table import (
    DAY,
    Shown,
    World,
    acting,
    begin_three,
    in_match,
    offer,
    pass_time,
    resign,
)


async def for_three(world: World, *named: Any) -> Any:
    """The card of Ada's challenge to Halves for three."""
    return (await offer(world, world.ada, named, game="halves", variant="3p")).card


async def click(world: World, who: Any, card: Any, label: str) -> str:
    """Press a button of the card; what that person alone is told."""
    return world.answer(await who.click(card, label=label)).text


def stands(world: World) -> Shown:
    """The card as it reads now."""
    return world.shown(world.channel)[-1]


async def test_the_card_tells_who_is_in_and_who_is_awaited(world: World) -> None:
    card = await for_three(world, world.chloe, world.ben)
    chloe, ben = f"<@{world.chloe.id}>", f"<@{world.ben.id}>"
    assert await click(world, world.ben, card, "Accept") == f"You are in; waiting for {chloe}."
    assert f"challenges {chloe} and {ben}." in stands(world).text
    assert f"Accepted: {ben}. Waiting for {chloe}." in stands(world).text


async def test_a_place_is_given_up_and_the_challenge_stays_open(world: World) -> None:
    card = await for_three(world)
    assert await click(world, world.ben, card, "Accept") == "You are in; waiting for 1 more player."
    assert f"Accepted: {called(world.ben)}. Waiting for 1 more player." in stands(world).text
    assert stands(world).buttons == ("Accept", "Leave", "Cancel")
    told = await click(world, world.ben, card, "Leave")
    assert told == "You are not in this challenge. It stays open for others."
    assert stands(world).buttons == ("Accept", "Cancel")
    for who in (world.chloe, world.dan):
        await who.click(card, label="Accept")
    assert f"Accepted by {called(world.chloe)} and {called(world.dan)}." in stands(world).text


async def test_who_resigned_is_called_so_while_the_others_play_on(world: World) -> None:
    thread = await begin_three(world, clock="1d")
    await resign(world, world.ben, thread)
    assert f"{called(world.ben)} (resigned)" in world.shown(thread)[-1].text
    assert f"<@{world.ben.id}> (resigned)" in world.answer(await in_match(world.ada, thread)).text
    first = (await world.match()).to_move_player
    mover = world.ada if first == world.ada.id else world.chloe
    await pass_time(world, DAY + 15)
    assert f"{called(world.ben)} (resigned)" in world.shown(thread)[-1].text
    assert f"{called(mover)} (out of time)" in world.shown(thread)[-1].text


async def test_a_shared_first_place_is_a_draw(world: World) -> None:
    await follow(world, world.dan, world.ada)
    await begin_three(world, variant="3p")
    people = (await world.match()).people
    ada, ben, chloe = (
        people.index(PlayerId(who.id)) for who in (world.ada, world.ben, world.chloe)
    )
    manager = acting(world, world.dan, manages_server=True)
    rulings = Rulings(world.client.services[RulingService])
    await rulings.decide(manager, MatchId(1), ((ada, ben), (chloe,)), "They agreed")
    await world.settle()
    posted = world.shown(world.thread())[-1].text
    assert "share first place" in posted
    for who, drawn in ((world.ada, 1), (world.ben, 1), (world.chloe, 0)):
        profile = world.answer(await who.slash(world.channel, "profile")).text
        assert f"1 match: 0 won, {drawn} drawn, {1 - drawn} lost." in profile
        matches = world.answer(await who.slash(world.channel, "matches")).text
        assert ("drawn" if drawn else "lost") in matches
    versus = await world.ada.context_menu(world.channel, "Head to head", world.ben)
    assert "Ada\u2069 0, \u2068Ben\u2069 0, 1 drawn" in world.answer(versus).text
    assert " draw " in world.answer(versus).text
    (news,) = told(world, world.dan)
    assert "share first place" in news
    assert called(world.chloe) in news
