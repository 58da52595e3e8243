"""The menus on people and messages."""

from tests.kit.table import World, begin, look, play

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
    message = await world.ada.send(world.channel, "hello")
    nothing = world.answer(await world.ada.context_menu(world.channel, SHOW, message))
    assert nothing.text.startswith("This message has no board. Use")
