"""The composer: a move by clicks, privately, whatever happens in between."""

from typing import Any

from bot.core.people.settings import PlayerSettings, SettingsService
from bot.features.moves import begin as begin_move
from bot.features.moves.composition import ONE_BY_ONE
from bot.screen.interaction.interaction import CHANGEABLE
from rules import GAMES
from tests.kit.composing import choose, open_composer
from tests.kit.limits import components
from tests.kit.table import SHORT_APART, acting, begin, look, pass_time, play, play_all
from tests.kit.world import World, press

START = GAMES["apart"].start()
F2 = [step.text for step in START.steps().options].index("f2") + 1
D4 = [step.text for step in START.steps(("f2",)).options].index("d4") + 1
"""The numbers of the piece and of the landing of the first of SHORT_APART's moves."""
CLOSED = "You have made this move elsewhere: `f2-d4`. This message is closed."


async def chosen(world: World, who: Any, thread: Any, *numbers: int) -> Any:
    """The composer after these choices."""
    composer = await open_composer(world, who, thread)
    for number in numbers:
        await choose(who, composer, number)
    return composer


async def without_question(world: World, who: Any) -> None:
    wanted = PlayerSettings(confirm_moves=False)
    await world.client.services[SettingsService].change_player(acting(world, who), lambda _: wanted)


async def test_it_asks_step_by_step_and_shows_the_result_before_it_plays(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    composer = await open_composer(world, world.ada, thread)
    seen = look(composer)
    assert seen.ephemeral
    assert seen.pictures == 1
    assert "you play **White**" in seen.text
    assert "Which piece moves?" in seen.text
    await choose(world.ada, composer, F2)
    seen = look(composer)
    assert "Where does it land?" in seen.text
    assert "`f2" in seen.text
    assert seen.buttons[-2:] == ("Back", "Type instead")
    await choose(world.ada, composer, D4)
    seen = look(composer)
    assert "Play this?\nWhite jumps f2 to d4." in seen.text
    assert "d4" in (seen.alt or "")
    await world.ada.click(composer, label="Change it")
    assert "Where does it land?" in look(composer).text
    await world.ada.click(composer, label="Back")
    assert "Which piece moves?" in look(composer).text
    assert "Back" not in look(composer).buttons
    await choose(world.ada, composer, F2)
    await choose(world.ada, composer, D4)
    await world.ada.click(composer, label="Start over")
    assert "Which piece moves?" in look(composer).text
    await choose(world.ada, composer, F2)
    await choose(world.ada, composer, D4)
    assert len(world.shown(thread)) == 1
    await world.ada.click(composer, label="Play this move")
    assert look(composer).text == "Played. White jumps f2 to d4."
    assert look(composer).buttons == ()
    assert world.shown(thread)[-1].pinged == (world.ben.id,)


async def test_a_jump_may_stop_or_go_on(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, SHORT_APART[0])
    position = (await world.match()).position
    first = [step.text for step in position.steps().options].index("g8") + 1
    landing = [step.text for step in position.steps(("g8",)).options].index("g6") + 1
    composer = await chosen(world, world.ben, thread, first)
    assert "Where does it end its turn?" in look(composer).text
    await choose(world.ben, composer, ONE_BY_ONE + landing)
    seen = look(composer)
    assert "Stop here, or jump on?" in seen.text
    assert "Stop here: g8-g6" in seen.buttons
    await world.ben.click(composer, label="Stop here: g8-g6")
    await world.ben.click(composer, label="Change it")
    assert "Stop here, or jump on?" in look(composer).text
    await world.ben.click(composer, label="Stop here: g8-g6")
    await world.ben.click(composer, label="Play this move")
    assert "Black jumps g8 to g6" in world.shown(thread)[-1].text


async def test_who_wants_no_question_plays_with_the_last_choice(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await without_question(world, world.ada)
    composer = await chosen(world, world.ada, thread, F2, D4)
    await world.settle()
    assert look(composer).text == "Played. White jumps f2 to d4."
    assert len(world.shown(thread)) == 2


async def test_a_restart_keeps_what_was_chosen(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    composer = await chosen(world, world.ada, thread, F2)
    await world.restart()
    again = await open_composer(world, world.ada, thread)
    assert "Where does it land?" in look(again).text
    await choose(world.ada, composer, D4)
    assert "Play this?" in look(composer).text
    await world.restart()
    await world.ada.click(composer, label="Play this move")
    assert look(composer).text.startswith("Played.")


async def test_another_device_that_chose_otherwise_is_shown(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    phone = await open_composer(world, world.ada, thread)
    desk = await open_composer(world, world.ada, thread)
    await choose(world.ada, desk, F2)
    await choose(world.ada, phone, 1)
    assert "This is where your move stands now." in look(phone).text
    assert "`f2" in look(phone).text


async def test_a_move_played_meanwhile_shows_the_board_as_it_is(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    composer = await chosen(world, world.ada, thread, F2)
    await world.restart()  # forgets which composers stand open
    await play(world, world.ada, thread, "f2-d4")
    assert "Where does it land?" in look(composer).text
    await choose(world.ada, composer, D4)
    seen = look(composer)
    assert (seen.text, seen.buttons) == (CLOSED, ())
    await play(world, world.ben, thread, "g8-g6")
    late = await chosen(world, world.ada, thread)
    assert "Which piece moves?" in look(late).text


async def test_typing_goes_on_from_what_was_chosen_and_says_what_is_wrong(
    world: World,
) -> None:
    thread = await begin(world, world.ada, world.ben)
    composer = await open_composer(world, world.ada, thread)
    await choose(world.ada, composer, F2)
    form = await world.ada.click(composer, label="Type instead")
    (field,) = [each for each in components(form.modal["components"]) if each.get("type") == 4]
    assert field["value"] == "f2"
    assert form.modal["title"] == "Apart · match 1"
    await world.ada.submit_modal(form, {"move": "f2-f7"})
    seen = look(composer)
    assert "`f2-f7`" in seen.text
    assert "Where does it land?" in seen.text
    assert len(world.shown(thread)) == 1
    form = await world.ada.click(composer, label="Type instead")
    await world.ada.submit_modal(form, {"move": "F2 d4"})
    assert look(composer).text == "Played. White jumps f2 to d4."


async def test_forged_choices_choose_nothing(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    for forged in ("take:9999", "take:1077", "play:0", "stop:0", "change:0", "part:9", "help:7"):
        answer = await press(world, world.ada, thread.last_message, f"s:1:0:00000000:{forged}")
        assert "Which piece moves?" in world.answer(answer).text
    strangers = await press(world, world.chloe, thread.last_message, "s:1:0:00000000:take:0")
    assert "do not play in this match" in world.answer(strangers).text
    assert len(world.shown(thread)) == 1


async def test_a_move_closes_the_other_composers_for_it_and_nobody_elses(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    elsewhere = await begin(world, world.ada, world.chloe)
    phone = await chosen(world, world.ada, thread, F2)
    desk = await chosen(world, world.ada, thread)
    other_match = await chosen(world, world.ada, elsewhere)
    await choose(world.ada, desk, D4)
    await world.ada.click(desk, label="Play this move")
    assert look(desk).text.startswith("Played. White jumps f2 to d4.")
    closed = look(phone)  # nobody has touched it
    assert (closed.text, closed.buttons, closed.pictures) == (CLOSED, (), 0)
    assert "Which piece moves?" in look(other_match).text
    bens = await chosen(world, world.ben, thread)
    await play(world, world.ada, elsewhere, "f2-d4")
    assert look(other_match).text == CLOSED
    assert "you play **Black**" in look(bens).text


async def test_a_composer_too_old_to_be_closed_says_so_when_touched(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    composer = await chosen(world, world.ada, thread)
    await pass_time(world, CHANGEABLE.total_seconds())
    await play(world, world.ada, thread, "f2-d4")
    assert "Which piece moves?" in look(composer).text
    await choose(world.ada, composer, F2)
    assert look(composer).text == CLOSED


async def test_a_capture_is_told_before_it_is_chosen(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    assert "Landing on an enemy captures it." in world.shown(thread)[0].text
    await play_all(world, thread, (world.ada, world.ben), SHORT_APART[:4])
    first = begin_move((await world.match()).position)
    piece, taking = next(
        (number, step)
        for number in range(len(first.menu.options))
        for step in first.take(number).menu.options
        if str(step.label).startswith("captures ")
    )
    composer = await open_composer(world, world.ada, thread)
    await choose(world.ada, composer, piece + 1)
    assert "captures the enemy piece it lands on." in look(composer).text
    number = next(
        number
        for number, step in enumerate(first.take(piece).menu.options)
        if step.text == taking.text
    )
    await choose(world.ada, composer, number + 1)
    assert "captures" in look(composer).text
