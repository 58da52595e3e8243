"""The composer and prepared answers: moves by clicks, privately, whatever happens in between."""

from typing import Any

import pytest

from bot.features.moves.composition import ONE_BY_ONE
from bot.features.moves.service import KNOWN_AFTER
from bot.screen.interaction.interaction import CHANGEABLE
from rules import GAMES
from rules.game import StepKind
from tests.kit.by_day import at_night
from tests.kit.composing import choose, open_composer
from tests.kit.limits import components
from tests.kit.passing_time import pass_time
from tests.kit.people import pick
from tests.kit.play import SHORT_APART, begin, in_match, play, prepare
from tests.kit.rules import random_match
from tests.kit.scripted import PlainRenderer
from tests.kit.shown import look, message_of
from tests.kit.whole_matches import begin_variant, skip
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
    await world.ben.click(composer, label="Play this move")
    assert "Black jumps g8 to g6" in world.shown(thread)[-1].text


async def test_who_wants_no_question_plays_with_the_last_choice(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    panel = (await world.ada.slash(thread, "settings")).response
    await pick(world.ada, panel, "u:confirm_moves", ["False"])
    composer = await chosen(world, world.ada, thread, F2, D4)
    assert look(composer).text == "Played. White jumps f2 to d4."
    assert len(world.shown(thread)) == 2


async def test_typing_goes_on_from_choices_and_says_what_is_wrong(world: World) -> None:
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
    assert "are not playing in this match" in world.answer(strangers).text
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


@pytest.mark.parametrize("is_forgotten", [True, at_night(False)])
async def test_a_composer_that_was_not_closed_says_so_when_touched(
    world: World, is_forgotten: bool
) -> None:
    thread = await begin(world, world.ada, world.ben)
    composer = await chosen(world, world.ada, thread, F2)
    if is_forgotten:
        await world.restart()
    else:  # too old to be edited
        await pass_time(world, CHANGEABLE.total_seconds())
    await play(world, world.ada, thread, "f2-d4")
    assert "Where does it land?" in look(composer).text
    await choose(world.ada, composer, D4)
    assert (look(composer).text, look(composer).buttons) == (CLOSED, ())


MOVES = [move for _, move, _ in random_match("halves", "2p", 276)]
CONTRACT = 22
"""How many tiles are placed before the colours are chosen."""
HINTS = {kind: str(hint) for kind, hint in GAMES["halves"].info.hints.items()}


@pytest.mark.parametrize("drawer", [PlainRenderer()])
async def test_halves_tells_of_each_kind_of_step_until_it_is_known(world: World) -> None:
    thread, players = await begin_variant(world, "halves", "2p")
    made = 0
    for ply, kind, is_told in (
        (2 * KNOWN_AFTER - 2, StepKind.CELL, True),
        (2 * KNOWN_AFTER, StepKind.CELL, False),
        (CONTRACT, StepKind.COLOUR, True),
        (CONTRACT + 1, StepKind.PIECE, True),
    ):
        await skip(world, players, MOVES[made:ply])
        who, made = players[(await world.match()).to_move_player or 0], ply
        message = await open_composer(world, who, thread)
        assert (HINTS[kind] in look(message).text) is is_told
        assert ("Help" in look(message).buttons) is not is_told
        if not is_told:
            await who.click(message, label="Help")
            assert HINTS[kind] in look(message).text


FIRST, SECOND, THIRD = SHORT_APART[:3]


async def test_an_answer_is_prepared_by_choosing_and_outlives_a_restart(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, FIRST)
    menu = message_of(await world.ada.click(thread.last_message, label="More"))
    board = message_of(await world.ada.click(menu, label="Prepare an answer"))
    assert "**If they play** (Black):" in look(board).text
    assert look(board).pictures == 1
    while "Save this line" not in look(board).buttons:
        stop = next((each for each in look(board).buttons if each.startswith("Stop here")), None)
        if stop is None:
            await choose(world.ada, board, 1)
        else:
            await world.ada.click(board, label=stop)
    assert "**This line:** `" in look(board).text
    line = look(board).text.split("**This line:** `")[1].split("`")[0]
    await world.restart()
    await world.ada.click(board, label="Save this line")
    assert f"1. `{line}`" in look(board).text
    await play(world, world.ben, thread, line.split("; ")[0])
    match = await world.match()
    assert match.ply == 3
    assert match.line[1:] == tuple(line.split("; "))


async def test_what_cannot_be_prepared_is_answered_in_a_sentence(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)

    async def told(line: str) -> str:
        return world.answer(await prepare(world.ada, thread, line)).text

    board = thread.last_message
    for action in ("show", "type"):
        early = world.answer(await press(world, world.ada, board, f"if:1:00000000:{action}:0"))
        assert "It is your turn in this match." in early.text
    await play(world, world.ada, thread, FIRST)
    assert "Move 1 of this line is not possible:" in await told(f"{THIRD}; {SECOND}")
    assert "Move 2 of this line is not possible:" in await told(f"{SECOND}; a1-a2")
    for line in (SECOND, "; ".join(SHORT_APART[1:4])):
        assert "A line must end with your answer." in await told(line)
    nothing = await in_match(world.ada, thread, "Prepare an answer")
    assert "Nothing is prepared yet." in world.answer(nothing).text
    stranger = await press(world, world.dan, board, "if:1:00000000:show:0")
    assert "You are not playing in this match" in world.answer(stranger).text
    old = message_of(nothing)
    await told(f"{SECOND}; {THIRD}")
    await choose(world.ada, old, 1)
    assert "This has changed since then." in look(old).text
    assert f"1. `{SECOND}; {THIRD}`" in look(old).text
    assert "prepared" not in (await play(world, world.ben, thread, "b7-b5")).text
