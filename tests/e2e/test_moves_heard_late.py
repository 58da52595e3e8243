"""Moves that reached Discord in time count, although nobody can be answered any more."""

from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any, TypeAlias

import pytest

from tests.e2e.test_practice_matches import practise
from tests.kit.composing import choose, compose, open_composer
from tests.kit.table import World, begin, look, message_of

IN_TIME, HEARD_AFTER = timedelta(seconds=1.5), timedelta(seconds=6)
"""How long before the deadline Discord dates the move, and how much later the bot hears of it."""

Way: TypeAlias = Callable[[World, Any], AsyncIterator[None]]
"""A way to move: everything up to the last click, and after the yield that."""


async def by_command(world: World, thread: Any) -> AsyncIterator[None]:
    yield
    await world.ada.slash(thread, "move", text="b2-b4")


async def by_composer(world: World, thread: Any) -> AsyncIterator[None]:
    position = (await world.match()).position
    composer = await open_composer(world, world.ada, thread)
    await compose(world.ada, composer, position, position.parse("b2-b4"))
    yield
    await world.ada.click(composer, label="Play this move")


async def by_form(world: World, thread: Any) -> AsyncIterator[None]:
    composer = await open_composer(world, world.ada, thread)
    await choose(world.ada, composer, 1)
    form = await world.ada.click(composer, label="Type instead")
    yield
    await world.ada.submit_modal(form, {"move": "b2-b4"})


WAYS: tuple[Way, ...] = (by_command, by_composer, by_form)


@pytest.fixture
async def unanswerable(world: World) -> AsyncIterator[Callable[[], None]]:
    """Lets Discord take no answer to what is done from now on, until the test ends."""

    def refuse() -> None:
        world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)

    yield refuse
    world.env._errors.clear()  # Discord's 404, which was ours


async def moved_at(world: World, way: Way, before: timedelta, refuse: Callable[[], None]) -> Any:
    """The thread of a match in which Ada moves so long before her deadline, and is not answered."""
    thread = await begin(world, world.ada, world.ben, clock="1m+5s")
    doing = way(world, thread)
    await anext(doing)
    deadline = (await world.match()).match.deadline
    assert deadline is not None
    await world.env.advance_time((deadline - before - world.env.now()).total_seconds())
    world.ahead = HEARD_AFTER if before else timedelta()
    refuse()
    await anext(doing, None)
    await world.settle()
    return thread


every_way = pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)


@every_way
async def test_a_move_in_time_is_made_and_shown(world: World, way: Way, unanswerable) -> None:
    thread = await moved_at(world, way, IN_TIME, unanswerable)
    match = await world.match()
    assert match.is_running
    assert [str(made.move) for made in match.moves] == ["b2-b4"]
    boards = world.shown(thread)
    assert len(boards) == 2
    assert "White jumps b2 to b4" in boards[-1].text
    assert boards[-1].pinged == (world.ben.id,)


@every_way
async def test_a_move_after_the_deadline_is_none(world: World, way: Way, unanswerable) -> None:
    await moved_at(world, way, timedelta(), unanswerable)
    assert (await world.match()).moves == ()


async def test_a_suggested_move_is_made_and_the_board_shows_it(world: World, unanswerable) -> None:
    await practise(world, world.ada)
    thread = world.thread()
    asked = await world.ada.click(thread.last_message, label="Hint")
    hints = message_of(asked)
    suggested = look(hints).text.split("`")[1]
    unanswerable()
    await world.ada.click(hints, label="Play A")
    match = await world.match()
    assert [made.move.written for made in match.moves][:1] == [suggested]
    assert len(match.moves) == 2  # the bot has answered
    assert str(match.moves[0].sentence) in world.shown(thread)[-2].text
