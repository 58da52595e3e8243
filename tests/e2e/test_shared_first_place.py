"""Two of three who share the first place have drawn, wherever people read of it."""

from typing import Any

from bot.services.actor import Actor, Person, Place
from data.ids import ChannelId, InteractionId, MatchId, PlayerId, ServerId
from tests.e2e.test_following import follow, told
from tests.kit.play import offer
from tests.kit.shown import look
from tests.kit.world import World


async def shared_by_the_first_two(world: World) -> None:
    """A match of Ada, Ben and Chloe that ends with the first two together before the last."""
    offered = await offer(world, world.ada, [world.ben, world.chloe], game="halves", variant="3p")
    for who in (world.ben, world.chloe):
        await who.click(offered.response, label="Accept")
    await world.settle()
    services = world.client.services
    match = await services.matches.state(MatchId(1))
    ada, ben, chloe = (
        match.people.index(PlayerId(who.id)) for who in (world.ada, world.ben, world.chloe)
    )
    manager = Person(PlayerId(world.dan.id), manages_server=True)
    here = Place(ServerId(world.server.id), ChannelId(world.channel.id))
    actor = Actor(manager, here, InteractionId(1 << 40))
    await services.rulings.decide(actor, match.id, ((ada, ben), (chloe,)), "They agreed")
    await world.settle()


async def record(world: World, who: Any) -> str:
    return look((await who.slash(world.channel, "profile")).response).text


async def test_a_shared_first_place_is_a_draw(world: World) -> None:
    await follow(world, world.dan, world.ada)
    await shared_by_the_first_two(world)
    posted = world.shown(world.thread())[-1].text
    assert "draw for first place" in posted
    assert "1 match: 0 won, 1 drawn, 0 lost." in await record(world, world.ada)
    assert "1 match: 0 won, 1 drawn, 0 lost." in await record(world, world.ben)
    assert "1 match: 0 won, 0 drawn, 1 lost." in await record(world, world.chloe)
    versus = await world.ada.slash(world.channel, "versus", player=world.ben)
    assert "**Halves:** 0\u20131\u20130" in world.answer(versus).text
    assert " draw " in world.answer(versus).text
    for who, word in ((world.ada, "drawn"), (world.ben, "drawn"), (world.chloe, "lost")):
        assert word in world.answer(await who.slash(world.channel, "matches")).text
    (news,) = told(world, world.dan)
    assert "drew for first place before" in news
    assert f"<@{world.chloe.id}>" in news.split("before")[1]
