"""Stopping the bot loses and repeats nothing, and what an earlier one left is put right."""

from typing import Any

import pytest

from bot.core.delivery import Delivery
from tests.kit.composing import open_composer
from tests.kit.overlooked import END, begin_before_the_end, earlier_version
from tests.kit.shown import called
from tests.kit.table import World, begin, offer, play


async def test_challenge_match_and_questions_outlive_the_bot(world: World) -> None:
    offered = await offer(world, world.ada, [world.ben])
    await world.restart()
    await world.ben.click(offered.response, label="Accept")
    thread = world.thread()
    composer = await open_composer(world, world.ada, thread)
    form = await world.ada.click(composer, label="Type instead")
    await world.restart()
    assert len(world.shown(thread)) == 1
    await world.ada.submit_modal(form, {"move": "b2-b4"})
    assert world.shown(thread)[-1].pinged == (world.ben.id,)
    asked = await world.ben.click(thread.last_message, label="More")
    await world.ben.click(asked.response, label="Resign")
    await world.restart()
    await world.ben.click(asked.response, label="Resign")
    assert f"{called(world.ada)} (White) wins" in world.shown(thread)[-1].text


async def nothing_due(_: Delivery) -> None:
    """Delivery that never begins with anything."""


async def test_a_board_that_was_committed_and_not_posted_comes_after_the_restart(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await begin(world, world.ada, world.ben)
    with monkeypatch.context() as stopped:
        stopped.setattr(Delivery, "_start_workers", nothing_due)
        answer = await play(world, world.ada, thread, "b2-b4")
    assert answer.text.startswith("Played.")
    assert len(world.shown(thread)) == 1
    await world.restart()
    before, after = world.shown(thread)
    assert before.buttons == ()
    assert after.pinged == (world.ben.id,)


async def test_a_challenge_that_came_too_late_is_not_made(world: World) -> None:
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    unseen = await offer(world, world.ada, [world.ben])
    assert unseen.response is None
    await offer(world, world.ada, [world.chloe])
    (card,) = world.shown(world.channel)
    assert card.pinged == (world.chloe.id,)
    world.env._errors.clear()  # Discord's 404, which was ours


Commands = dict[tuple[str, int], dict[str, Any]]


def syncs(world: World) -> int:
    """How often the commands were sent."""
    return sum(
        request.method == "PUT" and request.path.endswith("/commands")
        for request in world.env.http_requests
    )


def described(known: Commands) -> None:
    known["move", 1]["description"] = "Make a move"


def elsewhere(known: Commands) -> None:
    known["rules", 1]["contexts"] = [0]


def installed(known: Commands) -> None:
    known["rules", 1]["integration_types"] = [0]


def for_everybody(known: Commands) -> None:
    known["server", 1]["default_member_permissions"] = None


def gone(known: Commands) -> None:
    del known["Show this match", 3]


@pytest.mark.parametrize("other", [described, elsewhere, installed, for_everybody, gone])
async def test_a_difference_is_made_good_once(world: World, other) -> None:
    other(world.env.backend.commands[None])
    before = syncs(world)
    for _ in range(2):
        await world.restart()
        assert syncs(world) == before + 1


@pytest.mark.parametrize("press", [True, False], ids=["Move", "typed"])
async def test_it_ends_where_it_is_played(world: World, monkeypatch, press: bool) -> None:
    begin_before_the_end(monkeypatch)
    with earlier_version(monkeypatch):
        thread = await begin(world, world.ada, world.ben, END, clock="2d")
        assert "to move" in world.shown(thread)[-1].text
    before = len(world.shown(thread))
    await world.restart()
    assert len(world.shown(thread)) == before
    if press:
        told = world.answer(await world.ben.click(thread.last_message, label="Move"))
    else:
        told = await play(world, world.ben, thread, "f8-g8")
    assert "over" in told.text
    board = world.shown(thread)[-1]
    assert len(world.shown(thread)) == before + 1
    assert "The game was already over at this position; the bot had missed it." in board.text
    assert "wins: no two of their pieces touch" in board.text
    await world.restart()
    await play(world, world.ben, thread, "f8-g8")
    assert len(world.shown(thread)) == before + 1
