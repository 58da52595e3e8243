"""Learning a game by puzzles, from the first to what comes after the last."""

from typing import Any

import pytest

from bot.services.composer import begin
from rules import GAMES
from rules.puzzles import Puzzle, lessons
from tests.kit.composing import choose, numbers
from tests.kit.limits import components
from tests.kit.people import acting
from tests.kit.shown import look
from tests.kit.world import World, press

LIST = 3


MOVED_ON = "This has changed meanwhile. Here is how it stands now."


async def learn(world: World, who: Any, game: str = "apart") -> Any:
    """The private message with the first puzzle that is not solved."""
    result = await who.slash(world.channel, "learn", game=game)
    return result.followups[-1] if result.followups else result.response


async def answer(who: Any, message: Any, move: str) -> None:
    form = await who.click(message, label="Type instead")
    await who.submit_modal(form, {"move": move})


def lists(message: Any) -> list[str]:
    found = components(message._message.components)
    return [str(each["custom_id"]) for each in found if each["type"] == LIST]


def wrong(puzzle: Puzzle) -> str:
    return next(str(each) for each in puzzle.position.moves() if not puzzle.accepts(each))


@pytest.mark.parametrize("game", GAMES)
async def test_a_course_leads_on_to_a_match(world: World, game: str) -> None:
    course, early = lessons(game), len(lessons(game)) - 2
    for puzzle in course[:early]:
        known, actor = world.client.services.puzzles, acting(world, world.ada)
        board = await known.open(actor, puzzle.id)
        await known.submit(actor, puzzle.id, board.stage, str(puzzle.answer()))
    message = await learn(world, world.ada, game)
    for number, puzzle in enumerate(course[early:], early + 1):
        seen = look(message)
        assert seen.ephemeral
        assert seen.pictures == 1
        assert f"Puzzle {number} of {len(course)}" in seen.text
        assert puzzle.task in seen.text
        await answer(world.ada, message, str(puzzle.answer()))
        seen = look(message)
        assert f"**Right!** {puzzle.why}" in seen.text
        if number < len(course):
            await world.ada.click(message, label="Next puzzle ▶")
    assert f"You have solved all {len(course)} puzzles" in seen.text
    assert world.shown(world.channel) == []
    begun = await world.ada.click(message, label="Play against me")
    await world.settle()
    assert "against Quintet (level 1) has begun." in world.answer(begun).text


async def test_an_answer_is_chosen_on_the_board(world: World) -> None:
    message = await learn(world, world.ada)
    puzzle = lessons("apart")[0]
    position, move = puzzle.position, puzzle.answer()
    assert begin(position).menu.options
    for number in numbers(position, move):
        await choose(world.ada, message, number)
    assert "**Right!**" in look(message).text


async def test_a_wrong_answer_is_told_what_it_leads_to(world: World) -> None:
    message = await learn(world, world.ada, "halves")
    await answer(world.ada, message, "2,-2")
    assert "**Not that one.** What is left is still in one piece" in look(message).text
    await world.ada.click(message, label="Show me")
    seen = look(message)
    assert "The answer is `n51`: Light removes n51" in seen.text
    await world.ada.click(message, label="Try again")
    assert "Which tile is removed?" in look(message).text
    await world.ada.select(message, ["4"], custom_id=lists(message)[0])
    await answer(world.ada, message, "0,0")
    seen = look(message)
    assert "Now they play `o54`: Dark removes o54" in seen.text
    assert "Dark wins" in seen.text
    assert "Dark removes o54" in (seen.alt or "")
    await world.ada.select(message, ["5"], custom_id=lists(message)[0])
    await answer(world.ada, message, "0,0")
    assert "And you cannot win in time any more." in look(message).text


async def test_progress_outlives_a_restart(world: World) -> None:
    message = await learn(world, world.ada)
    await answer(world.ada, message, wrong(lessons("apart")[0]))
    await world.restart()
    await world.ada.click(message, label="Try again")
    await answer(world.ada, message, str(lessons("apart")[0].answer()))
    await world.restart()
    await world.ada.click(message, label="Next puzzle ▶")
    assert "Puzzle 2 of" in look(message).text
    again = await learn(world, world.ada)
    assert "Puzzle 2 of" in look(again).text
    assert "1 solved" in look(again).text
    other = await learn(world, world.ben)
    assert "Puzzle 1 of" in look(other).text


async def test_what_was_asked_for_is_counted(world: World) -> None:
    message = await learn(world, world.ada, "abande")
    await answer(world.ada, message, "c3-d4")
    seen = look(message)
    assert "That is a stack of two." in seen.text
    assert "Another one does better." not in seen.text  # nothing has changed that counts
    await world.ada.click(message, label="Try again")
    await world.ada.select(message, ["3"], custom_id=lists(message)[0])
    await answer(world.ada, message, "e3-d3")
    assert "Now they answer `pass`: Black passes. And you cannot" in look(message).text


async def test_whoever_is_done_is_told_what_comes_next(world: World) -> None:
    for puzzle in lessons("abande"):
        known, actor = world.client.services.puzzles, acting(world, world.ada)
        board = await known.open(actor, puzzle.id)
        await known.submit(actor, puzzle.id, board.stage, str(puzzle.answer()))
    again = await learn(world, world.ada, "abande")
    assert "You have solved all" in look(again).text
    assert look(again).buttons == ("Play against me", "Read the rules")
    await world.ada.click(again, label="Read the rules")
    assert "Abande: In short" in look(again).text


async def test_help_and_the_rules_lead_to_it(world: World) -> None:
    result = await world.ada.slash(world.channel, "help")
    message = result.followups[-1] if result.followups else result.response
    way = next(each for each in lists(message) if each.startswith("pc:"))
    await world.ada.select(message, ["detach"], custom_id=way)
    assert "Learn Detach" in look(message).text
    result = await world.ada.slash(world.channel, "rules", game="glaisher")
    message = result.followups[-1] if result.followups else result.response
    await world.ada.click(message, label="Learn by puzzles")
    assert "Learn Glaisher" in look(message).text


async def test_older_boards_and_forged_clicks(world: World) -> None:
    older, newer = await learn(world, world.ada), await learn(world, world.ada)
    form = await world.ada.click(older, label="Type instead")
    await answer(world.ada, newer, "b2-b3")
    await world.ada.submit_modal(form, {"move": "b2-a2"})
    assert MOVED_ON in look(older).text
    assert "**Not that one.**" in look(older).text
    for forged in ("take:999", "stop:0", "part:7", "show:0"):
        clicked = await press(world, world.ada, newer, f"pz:apart-step:00000000:{forged}")
        assert (
            "This has changed meanwhile. Here is how it stands now." in world.answer(clicked).text
        )
    asked = await press(world, world.ada, newer, "pz:apart-step:00000000:type:0")
    assert "**Not that one.**" in world.answer(asked).text
    for unknown in ("pz:apart-none:00000000:take:0", "pc:apart:99"):
        clicked = await press(world, world.ada, newer, unknown)
        assert "There is no such puzzle any more." in world.answer(clicked).text
    await world.ada.click(newer, label="Try again")
    await answer(world.ada, newer, "b2-z9")
    assert "Learn Apart" in look(newer).text
    assert "z9" in look(newer).text
