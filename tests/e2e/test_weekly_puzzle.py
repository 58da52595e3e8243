"""A puzzle of the week, from the manager who wants it to the solution."""

from typing import Any

from bot.features.practice import weekly
from data.ids import ServerId
from rules.puzzles import Puzzle, weekly_puzzles
from tests.kit.table import (
    DAY,
    Shown,
    World,
    look,
    message_of,
    pass_time,
    pick,
    press,
    server_panel,
)


async def want(world: World, keeper: Any, channel: Any = None) -> str:
    """Choose the channel of the puzzle, this one if none is named; what is told."""
    panel = await server_panel(keeper, world.channel)
    await pick(keeper, panel, "v:weekly", [channel or world.channel])
    return look(panel).text


def standing(world: World) -> list[Shown]:
    return [each for each in world.shown(world.channel) if "Puzzle of the week" in each.text]


async def puzzle_of(world: World) -> Puzzle:
    """The puzzle that stands in the channel."""
    services = world.client.services
    posts = await services.database.read(weekly.posts_of, ServerId(world.server.id))
    return next(each for each in weekly_puzzles() if each.id == posts[0].puzzle)


async def solve(world: World, who: Any, message: Shown, move: str) -> Shown:
    opened = await who.click(world.message(world.channel, message.id), label="Solve it")
    board = message_of(opened)
    assert look(board).ephemeral
    form = await who.click(board, label="Type instead")
    await who.submit_modal(form, {"move": move})
    return look(board)


async def test_a_week_with_a_puzzle(world: World, keeper: Any) -> None:
    assert "I post a puzzle in" in await want(world, keeper)
    (first,) = standing(world)
    puzzle = await puzzle_of(world)
    assert (first.pictures, first.pinged, first.buttons) == (1, (), ("Solve it",))
    assert "Nobody has solved it yet. The solution comes <t:" in first.text
    wrong = next(str(each) for each in puzzle.position.moves() if not puzzle.accepts(each))
    assert "**Not that one.**" in (await solve(world, world.ben, first, wrong)).text
    right = await solve(world, world.ada, first, str(puzzle.answer()))
    assert "**Right!**" in right.text
    assert world.shown(world.channel) == [first]  # what people try is nobody else's business
    await pass_time(world, 121)
    (counted,) = standing(world)
    assert counted.id == first.id
    assert "1 person has solved it." in counted.text
    await world.restart()
    await pass_time(world, 7 * DAY)
    before, now = standing(world)
    assert f"The answer was `{puzzle.answer().written}`" in before.text
    assert before.buttons == ("Try it",)
    assert f"Previous puzzle ({puzzle.position.info.name}): The answer was" in now.text
    assert "1 person has solved it." in now.text
    assert now.buttons == ("Solve it",)


async def test_a_manager_turns_it_off(world: World, keeper: Any) -> None:
    panel = await server_panel(keeper, world.channel)
    refused = await press(world, world.ada, panel, "v:weekly", str(world.channel.id))
    assert "Only people with the Manage Server permission" in world.answer(refused).text
    silent = world.server.create_text_channel("announcements")
    world.forbid(silent, send_messages=True)
    assert f"I may not post in <#{silent.id}>" in await want(world, keeper, silent)
    assert "every week, the first one now" in await want(world, keeper)
    panel = await server_panel(keeper, world.channel)
    await pick(keeper, panel, "v:weekly", [])
    assert "The weekly puzzle is off." in look(panel).text
    (only,) = standing(world)
    assert "Nobody solved it." in only.text
