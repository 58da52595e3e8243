"""Commands that Discord refuses: the bot runs on with those that it knows."""

import discord
import pytest

from bot.app.command_sync import sync_if_changed
from tests.kit.logs import captured
from tests.kit.strict.documented import READ_COMMANDS, SET_COMMANDS, Call, refusals_of
from tests.kit.table import World, begin


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
    answered = await world.ada.click(thread.last_message, label="Look")
    assert world.answer(answered).pictures == 1
