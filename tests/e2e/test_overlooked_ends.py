"""A match of Apart whose end was overlooked ends with the next thing that somebody does in it."""

import pytest

from tests.kit.overlooked import END, begin_before_the_end, earlier_version
from tests.kit.play import begin, play
from tests.kit.world import World


@pytest.mark.parametrize("press", [True, False], ids=["Move", "typed"])
async def test_it_ends_where_it_is_played(
    world: World, monkeypatch: pytest.MonkeyPatch, press: bool
) -> None:
    begin_before_the_end(monkeypatch)
    with earlier_version(monkeypatch):
        thread = await begin(world, world.ada, world.ben, clock="2d")
        await play(world, world.ada, thread, END)
        assert "to move" in world.shown(thread)[-1].text
    before = len(world.shown(thread))
    await world.restart()
    assert len(world.shown(thread)) == before
    if press:
        told = world.answer(await world.ben.click(thread.last_message, label="Move"))
        await world.settle()
    else:
        told = await play(world, world.ben, thread, "f8-g8")
    assert "over" in told.text
    board = world.shown(thread)[-1]
    assert len(world.shown(thread)) == before + 1
    assert "The game was over here already, which the bot had not seen." in board.text
    assert "wins: no two of their pieces touch" in board.text
    await world.restart()
    await play(world, world.ben, thread, "f8-g8")
    assert len(world.shown(thread)) == before + 1
