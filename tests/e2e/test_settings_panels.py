"""What people and servers choose, and that it holds."""

from typing import Any

from rules import GAMES
from tests.kit.people import chosen, pick, server_panel, with_role
from tests.kit.play import offer
from tests.kit.shown import look
from tests.kit.world import World

POSTED = "Your challenge is posted"


async def test_a_server_says_what_is_played_where_and_by_whom(world: World, keeper: Any) -> None:
    async def told(by: Any, **options: Any) -> str:
        return world.answer((await offer(world, by, [world.ben], **options)).answered).text

    panel = (await keeper.slash(world.channel, "server")).response
    member, role = with_role(world, "Eve", "Players")
    people = await server_panel(keeper, world.channel)
    await pick(keeper, people, "v:starter_role_id", [role])
    assert await told(world.ada) == f"Only <@&{role.id}> may challenge here."
    assert POSTED in await told(member)
    await pick(keeper, people, "v:starter_role_id", [])
    elsewhere = world.server.create_text_channel("boards")
    world.forbid(elsewhere, send_messages=True)
    await pick(keeper, panel, "v:channel_id", [elsewhere])
    assert f"I may not post in <#{elsewhere.id}>" in look(panel).text
    assert chosen(panel, "v:channel_id") == []
    world.forbid(elsewhere)
    await pick(keeper, panel, "v:channel_id", [elsewhere])
    wrong = f"In this server, challenges are made in <#{elsewhere.id}>. Try again there."
    assert await told(world.ada) == wrong
    await pick(keeper, panel, "v:channel_id", [])
    await pick(keeper, panel, "v:allowed_games", ["detach", "halves"])
    assert chosen(panel, "v:allowed_games") == ["detach", "halves"]
    wrong = "Apart is not played in this server. Its games are Detach and Halves."
    assert await told(world.ada) == wrong
    assert POSTED in await told(world.ada, game="detach")
    await pick(keeper, panel, "v:allowed_games", list(GAMES))
    assert POSTED in await told(world.ada)


async def test_blocking_is_mutual_quiet_and_can_be_taken_back(world: World) -> None:
    nobody = await world.ada.slash(world.channel, "block")
    assert world.answer(nobody).text == "You have blocked nobody."
    told = world.answer(await world.ada.slash(world.channel, "block", person=world.ben))
    assert told.ephemeral
    assert told.pinged == ()
    theirs = world.answer(await offer(world, world.ben, [world.ada]))
    assert theirs.text == f"<@{world.ada.id}> cannot be challenged right now."
    own = world.answer(await offer(world, world.ada, [world.ben]))
    assert "You have blocked" in own.text
    listed = await world.ada.slash(world.channel, "block")
    assert f"<@{world.ben.id}>" in world.answer(listed).text
    assert world.answer(listed).buttons == ("Unblock Ben",)
    both = await world.ada.slash(world.channel, "block", person=world.chloe)
    assert world.answer(both).buttons == ("Unblock",)
    left = world.answer(await world.ada.click(listed.response, label="Unblock Ben"))
    assert left.text.startswith(f"You and <@{world.ben.id}> can play again.")
    assert left.buttons == ("Unblock Chloe",)
    assert world.answer((await offer(world, world.ben, [world.ada])).answered).text.startswith(
        POSTED
    )
    menu = await world.ada.context_menu(world.channel, "Block or unblock", world.chloe)
    assert "can play again.\nYou have blocked nobody." in world.answer(menu).text
    oneself = await world.ada.slash(world.channel, "block", person=world.ada)
    assert world.answer(oneself).text == "You cannot block yourself."
    again = await world.ada.click(both.response, label="Unblock")
    assert world.answer(again).text == "You have blocked nobody."
