"""Trying a game alone, beside its rules."""

from typing import Any

import pytest

from bot.core.thinking import ThinkingFailedError
from bot.features.moves.composition import ONE_BY_ONE
from bot.features.practice.service import PracticeService
from rules import GAMES
from tests.e2e.test_practice_matches import thinker
from tests.kit.composing import choose, offered
from tests.kit.table import (
    World,
    acting,
    begin,
    begin_three,
    lists,
    look,
    message_of,
    press,
    resign,
)

START = GAMES["apart"].start()


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
    menu = START.steps(texts[:-1]).options
    return [step.text for step in menu].index(texts[-1]) + 1


async def typed(who: Any, message: Any, move: str) -> None:
    form = await who.click(message, label="Type instead")
    await who.submit_modal(form, {"move": move})


async def test_a_move_is_made_by_choosing(world: World) -> None:
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
    assert world.shown(world.channel) == []


async def test_taking_back_and_starting_over(world: World) -> None:
    message = await tried(world, world.ada)
    await typed(world.ada, message, "f2 d4")
    await choose(world.ada, message, 1)
    await world.ada.click(message, label="Back")
    assert "White jumps f2 to d4." in look(message).text
    await typed(world.ada, message, "g8-g6")
    await world.ada.click(message, label="Take back")
    assert "**Black** to move." in look(message).text
    await world.ada.click(message, label="Start over")
    assert "The game begins." in look(message).text
    assert look(message).buttons[-1] == "Type instead"


async def test_a_whole_game_and_its_result(world: World) -> None:
    message = await tried(world, world.ada, "halves")
    (variants,) = [each for each in lists(message) if ":variant:" in each["custom_id"]]
    random = [each.id for each in GAMES["halves"].info.variants].index("2p-random")
    await world.ada.select(message, [str(random)], custom_id=variants["custom_id"])
    board = await current(world)
    assert board.practice.variant == "2p-random"
    while board.position.to_move is not None:
        await typed(world.ada, message, str(next(iter(board.position.moves()))))
        board = await current(world)
    seen = look(message)
    assert "wins with no tile left" in seen.text
    assert seen.buttons == ("Take back", "Start over")
    form = await press(world, world.ada, message, f"p:{board.stage}:type:0")
    assert "wins with no tile left" in world.answer(form).text


@pytest.mark.parametrize("game", GAMES)
async def test_every_game_is_tried(world: World, game: str) -> None:
    message = await tried(world, world.ada, game)
    assert f"Practice: {GAMES[game].info.name}" in look(message).text
    move = next(iter(GAMES[game].start().moves()))
    await typed(world.ada, message, str(move))
    assert str(GAMES[game].start().describe(move)) in look(message).text


async def test_the_board_waits_through_a_restart(world: World) -> None:
    message = await tried(world, world.ada)
    await typed(world.ada, message, "f2-d4")
    await world.restart()
    await world.ada.click(message, label="Take back")
    assert "The game begins." in look(message).text
    await typed(world.ada, message, "c1-e3")
    again = await tried(world, world.ada)
    assert "White jumps c1 to e3." in look(again).text


async def test_an_older_board_shows_how_it_stands(world: World) -> None:
    older = await tried(world, world.ada)
    newer = await tried(world, world.ada)
    form = await world.ada.click(older, label="Type instead")
    await typed(world.ada, newer, "f2-d4")
    await world.ada.submit_modal(form, {"move": "c1-e3"})
    assert "This has changed since then. Here is how it stands now." in look(older).text
    assert "White jumps f2 to d4." in look(older).text
    answer = await press(world, world.ada, newer, "p:00000000:part:1")
    assert "This has changed since then. Here is how it stands now." in world.answer(answer).text


async def test_forged_clicks_change_nothing(world: World) -> None:
    message = await tried(world, world.ada)
    board = await current(world)
    for forged in ("take:9999", "take:1099", "stop:0", "part:99"):
        answer = await press(world, world.ada, message, f"p:{board.stage}:{forged}")
        assert "The game begins." in world.answer(answer).text
    variant = await press(world, world.ada, message, f"p:{board.stage}:variant:77")
    assert "Apart has no such variant." in world.answer(variant).text
    assert await current(world) == board


async def test_a_jump_may_stop(world: World) -> None:
    message = await tried(world, world.ada)
    await typed(world.ada, message, "f2-d4")
    await typed(world.ada, message, "g8-h8")
    assert "`g8-h8`" in look(message).text
    after = START.play("f2-d4")
    for steps in (("g8",), ("g8", "g6")):
        menu = after.steps(steps[:-1]).options
        number = [step.text for step in menu].index(steps[-1]) + 1
        await choose(world.ada, message, number + ONE_BY_ONE * (len(steps) > 1))
    await world.ada.click(message, label="Stop here: g8-g6")
    assert "Black jumps g8 to g6." in look(message).text


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
    await typed(world.ada, board, "c2-c4")
    await world.ada.click(board, label="Start over")
    assert (await current(world)).practice.moves == ("f2-d4", "b7-b5")
    assert (await world.match()).ply == 3, "the match stays as it was"
    await tried(world, world.ada)
    assert (await current(world)).practice.moves == ()


async def test_the_bot_begins_where_it_is_its_turn_and_strangers_get_the_side_to_move(
    world: World,
) -> None:
    await begin(world, world.ada, world.ben, "f2-d4", "b7-b5")
    await resign(world, world.ben, world.thread())
    await played_on(world, world.ada, 1)
    assert len((await current(world)).practice.moves) == 2
    stranger = await played_on(world, world.dan, 1)
    assert "You play Black against me" in look(stranger).text


async def test_the_bot_that_thinks_of_nothing_says_so_and_changes_nothing(world: World) -> None:
    await begin(world, world.ada, world.ben, "f2-d4", "b7-b5")
    await resign(world, world.ben, world.thread())
    board = await played_on(world, world.ada, 2)
    thinker(world).failures.append(ThinkingFailedError("it died"))
    await typed(world.ada, board, "c2-c4")
    assert "I could not think of a move just now. Please try again." in look(board).text
    assert (await current(world)).practice.moves == ("f2-d4", "b7-b5")
    await typed(world.ada, board, "c2-c4")
    assert len((await current(world)).practice.moves) == 4


async def test_who_left_a_match_of_three_is_gone_in_what_goes_on_from_it(world: World) -> None:
    thread = await begin_three(world)
    await resign(world, world.ada, thread)
    await resign(world, world.ben, thread)
    board = await played_on(world, world.chloe, 1)
    assert "You play" in look(board).text
    mine = await world.client.services[PracticeService].current(acting(world, world.chloe))
    assert mine.position.to_move == mine.practice.seat
    assert mine.practice.moves[0].startswith("leaves ")
