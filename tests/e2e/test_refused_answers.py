"""An answer that Discord refuses, in whatever way: what was done is done, and the bot goes on."""

from collections.abc import Iterator
from typing import Any

import discord
import pytest

from bot.app.command_sync import sync_if_changed
from bot.screen.interaction import boundary
from tests.kit.logs import captured
from tests.kit.play import begin
from tests.kit.strict.documented import (
    CALLBACK,
    CALLS,
    EDIT_ORIGINAL,
    FOLLOW_UP,
    READ_COMMANDS,
    REFUSALS,
    SET_COMMANDS,
    Call,
    refusals_of,
)
from tests.kit.world import World

NIGHT = pytest.mark.night
GAME = {"game": "apart"}
MOST = 8
"""How many requests one answer may cost: the answer, and what is told instead, each four times."""


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits here for what is told again."""
    monkeypatch.setattr(boundary, "PAUSES", (0.001,) * 3)


def chosen(call: Call) -> Iterator[str]:
    """The refusals to try: one of each status, and of each that ends an interaction."""
    known = set()
    for name in CALLS[call]:
        refusal = REFUSALS[name]
        kind = (refusal.about, refusal.status)
        if kind not in known:
            known.add(kind)
            yield name


def forget(world: World) -> None:
    """What Discord refuses is the test's own doing; whatever else the bot raised is not."""
    raised = [getattr(each, "original", each) for each in world.env._errors]
    assert [each for each in raised if not isinstance(each, discord.HTTPException)] == []
    world.env._errors.clear()


@pytest.mark.parametrize(
    "call",
    [CALLBACK, *(pytest.param(each, marks=NIGHT) for each in (EDIT_ORIGINAL, FOLLOW_UP))],
    ids="".join,
)
async def test_an_answer_is_given_up_and_the_next_one_comes(world: World, call: Call) -> None:
    thread = await begin(world, world.ada, world.ben)
    await world.ada.slash(world.channel, "challenge", game="apart", opponent=world.ben)
    card = world.card(world.channel)
    for name in chosen(call):
        answering = world.refuse(call, name)
        await world.ada.slash(thread, "matches")
        await world.dan.click(card, label="Accept")  # which is told beside the card
        await world.settle()
        assert 0 < answering.met <= 2 * MOST, name
        answering.lift()
        answered = await world.ada.slash(thread, "matches")
        assert "Apart" in world.answer(answered).text, name
    forget(world)


async def test_a_move_counts_once_however_its_answer_is_refused(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    for number, name in enumerate(chosen(EDIT_ORIGINAL)):
        match = await world.match()
        move: Any = next(iter(match.position.moves()))
        who = world.ada if match.to_move_player == world.ada.id else world.ben
        answering = world.refuse(EDIT_ORIGINAL, name)
        await who.slash(thread, "move", text=str(move))
        await world.settle()
        answering.lift()
        assert (await world.match()).position.ply == number + 1, name
    forget(world)


@pytest.mark.parametrize("call", [READ_COMMANDS, SET_COMMANDS], ids=["read", "set"])
async def test_a_refusal_is_told_to_the_operator_and_stops_nobody(world: World, call: Call) -> None:
    thread = await begin(world, world.ada, world.ben)
    world.env.backend.commands[None].clear()
    for each in refusals_of(call):
        answering = world.refuse(call, each.name)
        with captured() as told:
            try:
                assert not await sync_if_changed(world.client.tree)
            except discord.HTTPException:
                assert each.about.name in ("LATER", "BOT"), each
            else:
                (line,) = [every for every in told if every["event"] == "commands refused"]
                assert (line["code"], line["reason"]) == (each.code, each.message)
                assert "User Install" in line["hint"]
        answering.lift()
    refusing = world.refuse(SET_COMMANDS, "50035")
    await world.restart()
    assert refusing.met == 1
    answered = await world.ada.click(thread.last_message, label="View")
    assert world.answer(answered).pictures == 1
