"""What people and servers choose, and that it holds."""

from typing import Any

from rules import GAMES
from tests.kit.table import (
    World,
    begin,
    chosen,
    file_of,
    look,
    offer,
    pick,
    play,
    press,
    server_panel,
    with_role,
)

POSTED = "Your challenge is posted"


async def settings(world: World, who: Any) -> Any:
    return (await who.slash(world.channel, "settings")).response


async def test_what_is_chosen_is_shown_and_kept(world: World) -> None:
    panel = await settings(world, world.ada)
    assert look(panel).ephemeral
    assert look(panel).pictures == 1
    for setting, usual, value in (
        ("u:confirm_moves", "True", "False"),
        ("u:orientation", "first", "own"),
        ("u:theme", "slate", "wood"),
    ):
        assert chosen(panel, setting) == [usual]
        await pick(world.ada, panel, setting, [value])
        assert chosen(panel, setting) == [value]
    await world.restart()
    again = await settings(world, world.ada)
    assert chosen(again, "u:theme") == ["wood"]
    assert chosen(await settings(world, world.ben), "u:theme") == ["slate"]


async def test_boards_are_drawn_as_they_were_chosen(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)

    async def picture(who: Any) -> bytes:
        return await file_of((await who.slash(thread, "match")).response)

    first = await picture(world.ben)
    assert first == await picture(world.ada) == await file_of(thread.last_message)
    panel = await settings(world, world.ben)
    await pick(world.ben, panel, "u:orientation", ["own"])
    own = await picture(world.ben)
    await pick(world.ben, panel, "u:theme", ["tide"])
    assert len({first, own, await picture(world.ben)}) == 3
    assert first == await picture(world.ada)


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


async def test_managers_alone_turn_threads_off_and_on(world: World, keeper: Any) -> None:
    panel = (await keeper.slash(world.channel, "server")).response
    await keeper.click(panel, label="Post in the channel instead")
    assert "**Threads:** off" in look(panel).text
    card = (await offer(world, world.ada, [world.ben])).card
    await world.ben.click(card, label="Accept")
    assert world.channel.threads == []
    assert "it is your turn" in world.shown(world.channel)[-1].text
    await play(world, world.ada, world.channel, "b2-b4")
    assert world.shown(world.channel)[-1].pinged == (world.ben.id,)
    await keeper.click(panel, label="Give each match a thread")
    thread = await begin(world, world.ada, world.chloe)
    assert len(world.channel.threads) == 1
    refusal = "Only people with the Manage Server permission can do this."
    for setting in ("v:threads", "v:allowed_games", "v:starter_role_id"):
        refused = await press(world, world.ada, thread.last_message, setting)
        assert world.answer(refused).text == refusal
    command = world.env.backend.find_command("server", None)
    world.server.set_command_permissions(int(command["id"]), {world.ada: True})
    assert world.answer(await world.ada.slash(world.channel, "server")).text == refusal
    direct = (await world.ada.user.slash("matches")).response
    alone = await press(world, world.ada.user, direct, "v:threads")
    assert world.answer(alone).text == "This works only in a server."


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
