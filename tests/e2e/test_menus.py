"""The menus on people and messages."""

from dataclasses import replace

from bot.core.people import SettingsService
from tests.kit.table import World, acting, begin, look, play

CHALLENGE, SHOW = "Challenge to a match", "Show this match"


async def test_a_person_is_challenged_from_their_menu(world: World) -> None:
    asked = await world.ada.context_menu(world.channel, CHALLENGE, world.ben)
    seen = look(asked.response)
    assert seen.ephemeral
    assert "To which game?" in seen.text
    await world.restart()
    await world.ada.click(asked.response, label="Glaisher")
    assert "How much time is there?" in look(asked.response).text
    await world.ada.click(asked.response, label="3 days for every move")
    card = world.shown(world.channel)[-1]
    assert "Challenge: Glaisher" in card.text
    assert card.pinged == (world.ben.id,)
    assert "**Clock:** 3 days for every move.\n**Friendly.** No rating changes." in card.text
    await world.ben.click(world.message(world.channel, card.id), label="Accept")
    assert "it is your turn" in world.shown(world.thread())[-1].text


async def test_nobody_challenges_themselves_or_the_bot(world: World) -> None:
    own = await world.ada.context_menu(world.channel, CHALLENGE, world.ada)
    assert world.answer(own).text.startswith("You cannot challenge yourself. Choose somebody else")
    assert world.shown(world.channel) == []


async def test_an_old_board_leads_to_its_match(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    first = thread.last_message
    await play(world, world.ada, thread, "b2-b4")
    shown = world.answer(await world.chloe.context_menu(thread, SHOW, first))
    assert "White jumps b2 to b4." in shown.text
    assert shown.pictures == 1
    assert shown.ephemeral
    assert shown.buttons == ("Replay", "Follow", "Last move", "Touching", "Text")
    own = world.answer(await world.ben.context_menu(thread, SHOW, first))
    assert own.buttons[0] == "Move"


async def test_a_message_without_a_board_says_so(world: World) -> None:
    message = await world.ada.send(world.channel, "hello")
    answer = await world.ada.context_menu(world.channel, SHOW, message)
    assert world.answer(answer).text.startswith("This message has no board. Use")


async def test_the_menu_offers_what_is_played_here(world: World) -> None:
    manager = acting(world, world.ada, manages_server=True)
    settings = world.client.services[SettingsService]
    await settings.change_server(manager, lambda now: replace(now, allowed_games=("detach",)))
    opened = await world.ada.context_menu(world.channel, CHALLENGE, world.ben)
    assert look(opened.response).buttons == ("Detach", "Open challenges")
    await settings.change_server(manager, lambda now: replace(now, allowed_games=()))
    nothing = await world.ada.context_menu(world.channel, CHALLENGE, world.ben)
    assert "No two-player game is enabled in this server." in world.answer(nothing).text
