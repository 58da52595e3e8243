"""Learning a game: its rules page by page, puzzles, and trying it alone."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.core.thinking import ThinkingFailedError
from bot.features.practice.puzzles import PuzzleService
from bot.features.practice.service import PracticeService
from bot.features.rulebook.pages import rules_pages
from rules import GAMES
from rules.puzzles import Puzzle, lessons
from tests.e2e.test_practice_matches import thinker
from tests.kit.by_day import mostly_at_night
from tests.kit.composing import choose, numbers, offered
from tests.kit.people import acting
from tests.kit.play import begin, begin_three, resign
from tests.kit.shown import lists, look, message_of
from tests.kit.world import World, press


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


MOVED_ON = "This has changed since then. Here is how it stands now."


async def learn(world: World, who: Any, game: str = "apart") -> Any:
    """The private message with the first puzzle that is not solved."""
    rules = await who.slash(world.channel, "rules")
    await who.click(rules.response, label=GAMES[game].info.name)
    return message_of(await who.click(rules.response, label="Puzzles"))


async def typed(who: Any, message: Any, move: str) -> None:
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
        await typed(world.ada, message, str(puzzle.answer()))
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
    await typed(world.ada, message, "2,-2")
    assert "**Not that one.** What is left is still in one piece" in look(message).text
    await world.ada.click(message, label="Show me")
    seen = look(message)
    assert "The answer is `n51`: Light removes n51" in seen.text
    await world.ada.click(message, label="Try again")
    assert "Which tile is removed?" in look(message).text
    await world.ada.select(message, ["4"], custom_id=lists(message)[-1]["custom_id"])
    await typed(world.ada, message, "0,0")
    seen = look(message)
    assert "Now they play `o54`: Dark removes o54" in seen.text
    assert "Dark wins" in seen.text
    assert "Dark removes o54" in (seen.alt or "")
    await world.ada.select(message, ["5"], custom_id=lists(message)[-1]["custom_id"])
    await typed(world.ada, message, "0,0")
    assert "Now you cannot win in 2 moves." in look(message).text


async def test_progress_outlives_a_restart(world: World) -> None:
    message = await learn(world, world.ada)
    await typed(world.ada, message, "b2-b3")
    await world.restart()
    await world.ada.click(message, label="Try again")
    puzzle = lessons("apart")[0]
    way = numbers(puzzle.position, puzzle.answer())
    await choose(world.ada, message, way[0])
    await world.ada.click(message, label="Back")
    for number in way:
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
    await typed(world.ada, newer, "b2-b3")
    await world.ada.submit_modal(form, {"move": "b2-a2"})
    assert MOVED_ON in look(older).text
    assert "**Not that one.**" in look(older).text
    for forged in ("take:999", "stop:0", "part:7", "show:0"):
        clicked = await press(world, world.ada, newer, f"pz:apart-step:00000000:{forged}")
        assert MOVED_ON in world.answer(clicked).text
    asked = await press(world, world.ada, newer, "pz:apart-step:00000000:type:0")
    assert "**Not that one.**" in world.answer(asked).text
    await world.ada.click(newer, label="Try again")
    await typed(world.ada, newer, "b2-z9")
    assert "Learn Apart" in look(newer).text
    assert "z9" in look(newer).text


async def tried(world: World, who: Any, game: str = "apart") -> Any:
    """The practice board that Try it opens beside the rules."""
    result = await who.slash(world.channel, "rules", game=game)
    page = message_of(result)
    return message_of(await who.click(page, label="Try it"))


async def current(world: World) -> Any:
    """Ada's board as it stands."""
    return await world.client.services[PracticeService].current(acting(world, world.ada))


def number(*texts: str) -> int:
    """The number of the last of these steps on Apart's first board."""
    menu = GAMES["apart"].start().steps(texts[:-1]).options
    return [step.text for step in menu].index(texts[-1]) + 1


async def test_moves_are_chosen_typed_and_taken_back(world: World) -> None:
    message = await tried(world, world.ada)
    seen = look(message)
    assert seen.ephemeral
    assert seen.pictures == 1
    assert "Practice: Apart" in seen.text
    assert "**White** to move." in seen.text
    assert seen.buttons[-1] == "Type instead"
    assert len(offered(message)) == 12
    await choose(world.ada, message, number("f2"))
    assert "Where does it land?" in look(message).text
    await choose(world.ada, message, number("f2", "d4"))
    seen = look(message)
    assert "White jumps f2 to d4." in seen.text
    assert "White jumps f2 to d4." in (seen.alt or "")
    assert "**Black** to move." in seen.text
    await choose(world.ada, message, 1)
    await world.ada.click(message, label="Back")
    assert "White jumps f2 to d4." in look(message).text
    await typed(world.ada, message, "g8-g6")
    await world.restart()
    await world.ada.click(message, label="Take back")
    assert "**Black** to move." in look(message).text
    again = await tried(world, world.ada)
    assert "White jumps f2 to d4." in look(again).text
    await world.ada.click(again, label="Start over")
    assert "The game begins." in look(again).text
    forged = await press(world, world.ada, again, f"p:{(await current(world)).stage}:variant:77")
    assert "Apart has no such variant." in world.answer(forged).text
    assert world.shown(world.channel) == []


async def played_on(world: World, who: Any, number: int) -> Any:
    """The board that goes on from a position of the first match."""
    replay = message_of(await who.slash(world.channel, "replay", match=1))
    assert "Play from here" in look(replay).buttons
    opened = await press(world, who, replay, f"po:1:{number}")
    return message_of(opened)


async def test_a_match_is_played_on_from_any_position_against_the_bot(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, "f2-d4", "b7-b5")
    running = message_of(await world.ada.slash(thread, "replay", match=1))
    assert "Play from here" not in look(running).buttons
    told = world.answer(await press(world, world.ada, running, "po:1:1")).text
    assert "still being played" in told
    await resign(world, world.ben, thread)
    board = await played_on(world, world.ada, 2)
    seen = look(board)
    assert seen.ephemeral
    assert "You play White against me, from here on." in seen.text
    assert "Take back" not in seen.buttons
    await typed(world.ada, board, "c2-c4")
    practice = (await current(world)).practice
    assert (practice.moves[:3], len(practice.moves)) == (("f2-d4", "b7-b5", "c2-c4"), 4)
    assert "**White** to move." in look(board).text
    await world.ada.click(board, label="Take back")
    assert (await current(world)).practice.moves == ("f2-d4", "b7-b5")
    thinker(world).failures.append(ThinkingFailedError("it died"))
    await typed(world.ada, board, "c2-c4")
    assert "I could not think of a move just now. Please try again." in look(board).text
    await typed(world.ada, board, "c2-c4")
    await world.ada.click(board, label="Start over")
    assert (await current(world)).practice.moves == ("f2-d4", "b7-b5")
    assert (await world.match()).ply == 3, "the match stays as it was"
    await played_on(world, world.ada, 1)
    assert len((await current(world)).practice.moves) == 2, "the bot begins where it is its turn"
    stranger = await played_on(world, world.dan, 1)
    assert "You play Black against me" in look(stranger).text


async def test_who_left_a_match_of_three_is_gone_in_what_goes_on_from_it(world: World) -> None:
    thread = await begin_three(world)
    await resign(world, world.ada, thread)
    await resign(world, world.ben, thread)
    board = await played_on(world, world.chloe, 1)
    assert "You play" in look(board).text
    mine = await world.client.services[PracticeService].current(acting(world, world.chloe))
    assert mine.position.to_move == mine.practice.seat
    assert mine.practice.moves[0].startswith("leaves ")
