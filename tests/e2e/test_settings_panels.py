"""What people and servers choose, and that it holds."""

from typing import Any

from rules import GAMES
from tests.kit.table import (
    World,
    begin,
    chosen,
    look,
    offer,
    pick,
    play,
    press,
    resign,
    server_panel,
    with_role,
)

POSTED = "Your challenge is posted"


async def settings(world: World, who: Any) -> Any:
    return (await who.slash(world.channel, "settings")).response


async def server_settings(world: World, who: Any) -> Any:
    return (await who.slash(world.channel, "server")).response


async def picture(world: World, who: Any, thread: Any) -> bytes:
    """The board that somebody is shown."""
    return picture_in(world, thread, (await who.slash(thread, "match")).response.id)


def picture_in(world: World, thread: Any, message_id: int) -> bytes:
    stored = world.env.backend.get_message(thread.id, message_id)
    return bytes(world.env.backend.cdn.get(stored.attachments[0]["url"]))


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
    first = await picture(world, world.ben, thread)
    assert first == await picture(world, world.ada, thread)
    boards = [each.id for each in world.shown(thread) if each.pictures]
    assert first == picture_in(world, thread, boards[-1])
    panel = await settings(world, world.ben)
    await pick(world.ben, panel, "u:orientation", ["own"])
    own = await picture(world, world.ben, thread)
    assert first != own
    await pick(world.ben, panel, "u:theme", ["tide"])
    assert await picture(world, world.ben, thread) not in (own, first)


async def what_is_told(world: World, by: Any, to: Any, **options: Any) -> str:
    """What somebody is told who challenges somebody."""
    return world.answer((await offer(world, by, [to], **options)).answered).text


async def _anything(world: World) -> Any:
    return (await offer(world, world.ada)).response


async def test_a_server_says_what_is_played_where_and_by_whom(world: World, keeper: Any) -> None:
    panel = await server_settings(world, keeper)
    member, role = with_role(world, "Eve", "Players")
    people = await server_panel(keeper, world.channel)
    await pick(keeper, people, "v:starter_role_id", [role])
    refused = world.answer(await offer(world, world.ada, [world.ben]))
    assert refused.text == f"Only <@&{role.id}> may challenge here."
    assert refused.pinged == ()
    for allowed in (member, keeper):
        assert POSTED in await what_is_told(world, allowed, world.ben)
    await pick(keeper, people, "v:starter_role_id", [])
    elsewhere = world.server.create_text_channel("boards")
    await pick(keeper, panel, "v:channel_id", [elsewhere])
    told = await what_is_told(world, world.ada, world.ben)
    assert told == f"In this server, challenges are made in <#{elsewhere.id}>. Try again there."
    await pick(keeper, panel, "v:channel_id", [])
    await pick(keeper, panel, "v:allowed_games", ["detach", "halves"])
    assert chosen(panel, "v:allowed_games") == ["detach", "halves"]
    refused = await what_is_told(world, world.ada, world.ben)
    assert refused == "Apart is not played in this server. Its games are Detach and Halves."
    assert POSTED in await what_is_told(world, world.ada, world.ben, game="detach")
    await pick(keeper, panel, "v:allowed_games", list(GAMES))
    assert POSTED in await what_is_told(world, world.ada, world.ben)


async def test_a_channel_is_one_that_the_bot_can_post_in(world: World, keeper: Any) -> None:
    silent = world.server.create_text_channel("announcements")
    world.forbid(silent, send_messages=True)
    panel = await server_settings(world, keeper)
    await pick(keeper, panel, "v:channel_id", [silent])
    assert f"I may not post in <#{silent.id}>" in look(panel).text
    assert chosen(panel, "v:channel_id") == []
    await pick(keeper, panel, "v:channel_id", [world.channel])
    assert "I may not post" not in look(panel).text
    assert chosen(panel, "v:channel_id") == [str(world.channel.id)]


async def test_a_rematch_of_a_game_that_is_played_no_more(world: World, keeper: Any) -> None:
    thread = await begin(world, world.ada, world.ben)
    await resign(world, world.ben, thread)
    panel = await server_settings(world, keeper)
    await pick(keeper, panel, "v:allowed_games", ["detach"])
    refused = world.answer(await world.ada.click(thread.last_message, label="Rematch"))
    assert refused.text == "Apart is not played in this server. Its games are Detach."
    assert refused.ephemeral
    shown = (await world.ada.user.slash("match", match=1)).response
    await world.ada.user.click(shown, label="More")
    assert look(shown).buttons == ("Replay", "Export")  # in direct messages it cannot be had
    elsewhere = world.answer(await press(world, world.ada.user, shown, "m:1:1:rematch"))
    assert elsewhere.text == f"Ask for the rematch in <#{thread.id}>, where the match was played."
    await pick(keeper, panel, "v:allowed_games", list(GAMES))
    asked = world.answer(await world.ada.click(thread.last_message, label="Rematch"))
    assert POSTED in asked.text
    assert "Rematch: Apart" in world.shown(thread)[-1].text


async def test_threads_are_turned_off_and_on(world: World, keeper: Any) -> None:
    panel = await server_settings(world, keeper)
    await keeper.click(panel, label="Post in the channel instead")
    assert "**Threads:** off" in look(panel).text
    card = (await offer(world, world.ada, [world.ben])).card
    await world.ben.click(card, label="Accept")
    assert world.channel.threads == []
    assert "it is your turn" in world.shown(world.channel)[-1].text
    await play(world, world.ada, world.channel, "b2-b4")
    assert world.shown(world.channel)[-1].pinged == (world.ben.id,)
    await keeper.click(panel, label="Give each match a thread")
    await begin(world, world.ada, world.chloe)
    assert len(world.channel.threads) == 1


async def test_others_are_refused_politely(world: World, keeper: Any) -> None:
    await server_settings(world, keeper)
    for setting in ("v:threads", "v:allowed_games", "v:starter_role_id"):
        answer = await press(world, world.ada, await _anything(world), setting)
        assert (
            world.answer(answer).text
            == "Only people with the Manage Server permission can do this."
        )
    command = world.env.backend.find_command("server", None)
    world.server.set_command_permissions(int(command["id"]), {world.ada: True})
    refused = await world.ada.slash(world.channel, "server")
    assert (
        world.answer(refused).text == "Only people with the Manage Server permission can do this."
    )
    direct = (await world.ada.user.slash("matches")).response
    answer = await press(world, world.ada.user, direct, "v:threads")
    assert world.answer(answer).text == "This works only in a server."


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
    assert POSTED in await what_is_told(world, world.ben, world.ada)
    menu = await world.ada.context_menu(world.channel, "Block or unblock", world.chloe)
    assert "can play again.\nYou have blocked nobody." in world.answer(menu).text
    oneself = await world.ada.slash(world.channel, "block", person=world.ada)
    assert world.answer(oneself).text == "You cannot block yourself."
    again = await world.ada.click(both.response, label="Unblock")
    assert world.answer(again).text == "You have blocked nobody."
