"""Challenges for three: who is in, who is awaited, and what becomes of a place."""

from typing import Any

from data.ids import MatchId
from tests.kit.play import offer
from tests.kit.shown import Shown
from tests.kit.world import World


async def for_three(world: World, *named: Any) -> Any:
    """The card of Ada's challenge to Halves for three."""
    offered = await offer(world, world.ada, named, game="halves", variant="3p")
    return offered.response


async def click(world: World, who: Any, card: Any, label: str) -> str:
    """Press a button of the card; what that person alone is told."""
    answered = await who.click(card, label=label)
    await world.settle()
    return world.answer(answered).text


def stands(world: World) -> Shown:
    """The card as it reads now."""
    return world.shown(world.channel)[-1]


async def test_the_card_tells_who_is_in_and_names_all_in_the_same_order(world: World) -> None:
    card = await for_three(world, world.chloe, world.ben)
    chloe, ben = f"<@{world.chloe.id}>", f"<@{world.ben.id}>"
    assert f"challenges {chloe} and {ben}." in stands(world).text
    for _ in range(2):  # whoever accepts again is answered, too
        told = await click(world, world.ben, card, "Accept")
        assert told == f"You are in; waiting for {chloe}."
    assert f"challenges {chloe} and {ben}." in stands(world).text
    assert f"{ben} is in; waiting for {chloe}." in stands(world).text


async def test_a_rematch_moves_all_three_one_seat_on(world: World) -> None:
    players = [world.ada, world.ben, world.chloe]
    card = await for_three(world, world.ben, world.chloe)
    assert "mostly wins" not in stands(world).text
    for who in players[1:]:
        await click(world, who, card, "Accept")
    thread = world.thread()
    services = world.client.services.matches
    before = (await services.state(MatchId(1))).players
    for who in players[:2]:
        asked = await who.slash(thread, "resign")
        await who.click(asked.response, label="Resign")
        await world.settle()
    await click(world, world.chloe, thread.last_message, "Rematch")
    card = world.message(world.channel, stands(world).id)
    for who in players[:2]:
        await click(world, who, card, "Accept")
    after = await services.state(MatchId(2))
    assert after.players == (*before[1:], before[0])
    assert world.shown(world.thread())[-1].pinged == (before[1],)


async def test_a_place_is_given_up_and_the_challenge_stays_open(world: World) -> None:
    card = await for_three(world)
    assert stands(world).buttons == ("Accept", "Cancel")
    assert await click(world, world.ben, card, "Accept") == "You are in; waiting for 1 more player."
    assert stands(world).buttons == ("Accept", "Give up my place", "Cancel")
    told = await click(world, world.ben, card, "Give up my place")
    assert told == "You are not in this challenge. It stays open for others."
    assert stands(world).buttons == ("Accept", "Cancel")
    for who in (world.chloe, world.dan):
        await who.click(card, label="Accept")
    await world.settle()
    assert f"Accepted by <@{world.chloe.id}> and <@{world.dan.id}>." in stands(world).text
