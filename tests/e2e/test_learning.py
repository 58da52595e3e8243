"""Learning a game: its rules, page by page, and puzzles, from the first to after the last."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.features.practice.puzzles import PuzzleService
from bot.features.rulebook.pages import rules_pages
from rules import GAMES
from rules.puzzles import Puzzle, lessons
from tests.kit.by_day import mostly_at_night
from tests.kit.composing import choose, numbers
from tests.kit.shown import lists, look, message_of
from tests.kit.table import World, acting, press


async def test_pages_are_turned_and_chosen_from_the_list(world: World) -> None:
    message = message_of(await world.ada.slash(world.channel, "help"))
    await world.ada.click(message, label="Rules")
    assert look(message).buttons == tuple(game.info.name for game in GAMES.values())
    await world.ada.click(message, label="Apart")
    assert look(message).buttons[1:] == ("Try it", "Play me", "Puzzles")
    pages = rules_pages("apart")
    for number in (1, 2):
        page, seen = pages[number - 1], look(message)
        assert seen.ephemeral
        assert f"Apart: {page.title!s}" in seen.text
        assert f"Page {number} of {len(pages)}" in seen.text
        assert page.illustration is not None
        assert str(page.illustration.caption) in seen.text
        assert (seen.pictures, seen.alt) == (1, str(page.illustration.alt))
        await world.ada.click(message, label="Next ▶")
    last = str(len(pages) - 1)
    await world.ada.select(message, [last], custom_id=lists(message)[0]["custom_id"])
    assert "Apart: Rulings" in look(message).text
    assert look(message).pictures == 0
    assert "Next ▶" not in look(message).buttons
    await world.restart()
    await world.ada.click(message, label="◀ Previous")
    assert f"Page {last} of" in look(message).text


async def test_the_rules_are_two_presses_from_every_board(world: World) -> None:
    begun = message_of(await world.ada.slash(world.channel, "play", game="halves"))
    clicked = await world.ada.click(begun, label="Rules")
    assert "Halves: In short" in world.answer(clicked).text
    assert "has begun" in look(begun).text  # it stands as it stood
    menu = message_of(await world.ada.click(world.thread().last_message, label="More"))
    await world.ada.click(menu, label="Rules")
    assert "Halves: In short" in look(menu).text


MOVED_ON = "This has changed since then. Here is how it stands now."


async def learn(world: World, who: Any, game: str = "apart") -> Any:
    """The private message with the first puzzle that is not solved."""
    rules = await who.slash(world.channel, "rules")
    await who.click(rules.response, label=GAMES[game].info.name)
    return message_of(await who.click(rules.response, label="Puzzles"))


async def answer(who: Any, message: Any, move: str) -> None:
    form = await who.click(message, label="Type instead")
    await who.submit_modal(form, {"move": move})


async def solved(world: World, puzzles: Sequence[Puzzle]) -> None:
    """Ada has solved these, where nobody looks."""
    known, actor = world.client.services[PuzzleService], acting(world, world.ada)
    for puzzle in puzzles:
        board = await known.open(actor, puzzle.id)
        await known.submit(actor, puzzle.id, board.stage, str(puzzle.answer()))


@pytest.mark.parametrize("game", mostly_at_night(GAMES, ["abande"]))
async def test_a_course_leads_on_to_a_match(world: World, game: str) -> None:
    course, early = lessons(game), len(lessons(game)) - 2
    await solved(world, course[:early])
    message = await learn(world, world.ada, game)
    for number, puzzle in enumerate(course[early:], early + 1):
        seen = look(message)
        assert seen.ephemeral
        assert seen.pictures == 1
        assert f"Puzzle {number} of {len(course)}" in seen.text
        assert str(puzzle.task) in seen.text
        await answer(world.ada, message, str(puzzle.answer()))
        seen = look(message)
        assert f"**Right!** {puzzle.why!s}" in seen.text
        if number < len(course):
            await world.ada.click(message, label="Next puzzle ▶")
    assert f"You have solved all {len(course)} puzzles" in seen.text
    assert world.shown(world.channel) == []
    again = await learn(world, world.ada, game)
    assert "You have solved all" in look(again).text
    assert look(again).buttons == ("Play me", "Read the rules", "Next puzzle ▶")
    await world.ada.click(again, label="Read the rules")
    assert f"{GAMES[game].info.name}: In short" in look(again).text
    begun = await world.ada.click(message, label="Play me")
    assert "against Quintet (level 1) has begun." in world.answer(begun).text


async def test_a_wrong_answer_is_told_what_it_leads_to(world: World) -> None:
    message = await learn(world, world.ada, "halves")
    await answer(world.ada, message, "2,-2")
    assert "**Not that one.** What is left is still in one piece" in look(message).text
    await world.ada.click(message, label="Show me")
    seen = look(message)
    assert "The answer is `n51`: Light removes n51" in seen.text
    await world.ada.click(message, label="Try again")
    assert "Which tile is removed?" in look(message).text
    await world.ada.select(message, ["4"], custom_id=lists(message)[-1]["custom_id"])
    await answer(world.ada, message, "0,0")
    seen = look(message)
    assert "Now they play `o54`: Dark removes o54" in seen.text
    assert "Dark wins" in seen.text
    assert "Dark removes o54" in (seen.alt or "")
    await world.ada.select(message, ["5"], custom_id=lists(message)[-1]["custom_id"])
    await answer(world.ada, message, "0,0")
    assert "Now you can no longer win in time." in look(message).text


async def test_progress_outlives_a_restart(world: World) -> None:
    message = await learn(world, world.ada)
    await answer(world.ada, message, "b2-b3")
    await world.restart()
    await world.ada.click(message, label="Try again")
    puzzle = lessons("apart")[0]
    for number in numbers(puzzle.position, puzzle.answer()):
        await choose(world.ada, message, number)
    assert "**Right!**" in look(message).text
    await world.restart()
    again = await learn(world, world.ada)
    assert "Puzzle 2 of" in look(again).text
    assert "1 solved" in look(again).text
    other = await learn(world, world.ben)
    assert "Puzzle 1 of" in look(other).text


async def test_older_boards_and_forged_clicks(world: World) -> None:
    older, newer = await learn(world, world.ada), await learn(world, world.ada)
    form = await world.ada.click(older, label="Type instead")
    await answer(world.ada, newer, "b2-b3")
    await world.ada.submit_modal(form, {"move": "b2-a2"})
    assert MOVED_ON in look(older).text
    assert "**Not that one.**" in look(older).text
    for forged in ("take:999", "stop:0", "part:7", "show:0"):
        clicked = await press(world, world.ada, newer, f"pz:apart-step:00000000:{forged}")
        assert MOVED_ON in world.answer(clicked).text
    asked = await press(world, world.ada, newer, "pz:apart-step:00000000:type:0")
    assert "**Not that one.**" in world.answer(asked).text
    await world.ada.click(newer, label="Try again")
    await answer(world.ada, newer, "b2-z9")
    assert "Learn Apart" in look(newer).text
    assert "z9" in look(newer).text
