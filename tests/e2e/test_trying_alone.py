"""Trying a game alone, beside its rules."""

from typing import Any

from bot.core.thinking import ThinkingFailedError
from bot.features.practice.service import PracticeService
from rules import GAMES
from tests.e2e.test_practice_matches import thinker
from tests.kit.composing import choose, offered
from tests.kit.table import (
    World,
    acting,
    begin,
    begin_three,
    look,
    message_of,
    press,
    resign,
)


async def tried(world: World, who: Any, game: str = "apart") -> Any:
    """The practice board that Try it opens beside the rules."""
    result = await who.slash(world.channel, "rules", game=game)
    page = message_of(result)
    return message_of(await who.click(page, label="Try it"))


async def current(world: World) -> Any:
    """Ada's board as it stands."""
    return await world.client.services[PracticeService].current(acting(world, world.ada))


async def typed(who: Any, message: Any, move: str) -> None:
    form = await who.click(message, label="Type instead")
    await who.submit_modal(form, {"move": move})


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
    assert "Play on from here" in look(replay).buttons
    opened = await press(world, who, replay, f"po:1:{number}")
    return message_of(opened)


async def test_a_match_is_played_on_from_any_position_against_the_bot(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, "f2-d4", "b7-b5")
    running = message_of(await world.ada.slash(thread, "replay", match=1))
    assert "Play on from here" not in look(running).buttons
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
