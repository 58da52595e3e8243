"""Learning a game: its rules, page by page, and puzzles, from the first to after the last."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.features.practice.puzzles import PuzzleService
from bot.features.rulebook import pages as handbook
from bot.features.rulebook.pages import rules_pages
from rules import GAMES
from rules.puzzles import Puzzle, lessons
from tests.kit.composing import choose, numbers
from tests.kit.shown import lists, look, message_of
from tests.kit.table import SHORT_APART, World, acting, begin, play, play_all, press


async def read(world: World, who: Any, game: str = "apart") -> Any:
    """The private message with the first page."""
    return message_of(await who.slash(world.channel, "rules", game=game))


@pytest.mark.parametrize("game", GAMES)
async def test_every_page_is_reached_by_next(world: World, game: str) -> None:
    message = await read(world, world.ada, game)
    pages = rules_pages(game)
    for number, page in enumerate(pages, start=1):
        seen = look(message)
        assert seen.ephemeral
        assert f"{GAMES[game].info.name}: {page.title!s}" in seen.text
        assert f"Page {number} of {len(pages)}" in seen.text
        assert seen.pictures == (page.illustration is not None)
        if page.illustration is not None:
            assert str(page.illustration.caption) in seen.text
            assert seen.alt == str(page.illustration.alt)
        if number < len(pages):
            await world.ada.click(message, label="Next ▶")
    assert "Next ▶" not in look(message).buttons
    await world.ada.click(message, label="◀ Previous")
    assert f"Page {len(pages) - 1} of" in look(message).text


async def test_the_rules_are_two_presses_from_every_board(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play_all(world, thread, (world.ada, world.ben), SHORT_APART[:1])
    menu = message_of(await world.ben.click(thread.last_message, label="More"))
    await world.ben.click(menu, label="Rules")
    assert "Apart: In short" in look(menu).text
    assert look(menu).ephemeral


async def test_who_practises_has_the_rules_at_hand(world: World) -> None:
    begun = await world.ada.slash(world.channel, "play", game="halves")
    answer, thread = message_of(begun), world.thread()
    clicked = await world.ada.click(answer, label="Rules")
    assert "Halves: In short" in world.answer(clicked).text
    assert "has begun" in look(answer).text  # it stands as it stood
    await play(world, world.ada, thread, "n50")
    for _ in range(2):
        menu = message_of(await world.ada.click(thread.last_message, label="More"))
        await world.ada.click(menu, label="Rules")
        assert "Halves: In short" in look(menu).text
        await world.restart()


async def test_a_page_is_chosen_from_the_list(world: World) -> None:
    message = await read(world, world.ada)
    last = len(rules_pages("apart")) - 1
    await world.ada.select(message, [str(last)], custom_id=lists(message)[0]["custom_id"])
    assert "Apart: Rulings" in look(message).text
    assert look(message).pictures == 0
    await world.restart()
    await world.ada.click(message, label="◀ Previous")
    assert f"Page {last} of" in look(message).text


async def test_texts_that_were_not_installed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    handbook._pages.cache_clear()
    monkeypatch.setattr(GAMES["apart"], "package", "tests.kit")
    result = await world.ada.slash(world.channel, "rules", game="apart")
    assert "The rules of Apart were not installed" in world.answer(result).text


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


def wrong(puzzle: Puzzle) -> str:
    return next(str(each) for each in puzzle.position.moves() if not puzzle.accepts(each))


@pytest.mark.parametrize("game", GAMES)
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
    begun = await world.ada.click(message, label="Play me")
    assert "against Quintet (level 1) has begun." in world.answer(begun).text


async def test_an_answer_is_chosen_on_the_board(world: World) -> None:
    message = await learn(world, world.ada)
    puzzle = lessons("apart")[0]
    for number in numbers(puzzle.position, puzzle.answer()):
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


async def test_help_leads_to_the_rules_and_these_to_a_match(world: World) -> None:
    message = message_of(await world.ada.slash(world.channel, "help"))
    await world.ada.click(message, label="Rules")
    assert look(message).buttons == tuple(game.info.name for game in GAMES.values())
    await world.ada.click(message, label="Glaisher")
    assert "Glaisher: In short" in look(message).text
    assert look(message).buttons[1:] == ("Try it", "Play me", "Puzzles")
    begun = world.answer(await world.ada.click(message, label="Play me"))
    assert begun.text.startswith("Your match against Quintet (level 1) has begun.")


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


async def test_whoever_is_done_is_told_what_comes_next(world: World) -> None:
    await solved(world, lessons("abande"))
    again = await learn(world, world.ada, "abande")
    assert "You have solved all" in look(again).text
    assert look(again).buttons == ("Play me", "Read the rules")
    await world.ada.click(again, label="Read the rules")
    assert "Abande: In short" in look(again).text
