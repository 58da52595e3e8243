"""Matches with a clock, pauses and losses on time, as people see them."""

import re
from typing import Any

from bot.features.timekeeping import storage
from data.operating import open_database
from tests.kit.shown import called
from tests.kit.table import DAY, World, begin, in_match, look, pass_time, play, press


def until(text: str) -> int:
    """The deadline that a text tells, twice."""
    (told,) = re.findall(r"until <t:(\d+):f> \(<t:\1:R>\)", text)
    return int(told)


async def test_the_board_says_until_when(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="3d")
    now = world.env.now().timestamp()
    first = world.shown(thread)[-1]
    assert abs(until(first.text) - now - 3 * DAY) < 5
    assert first.text.count("<@") == 1
    assert "<t:" not in first.alt
    await pass_time(world, DAY)
    await play(world, world.ada, thread, "b2-b4")
    earlier, newer = world.shown(thread)[-2:]
    assert "until" not in earlier.text
    assert abs(until(newer.text) - now - 4 * DAY) < 10


async def test_both_read_what_is_left_and_why(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="3d+1d/5d")
    await pass_time(world, DAY / 2)
    await play(world, world.ada, thread, "b2-b4")
    await pass_time(world, DAY)
    for who in (world.ada, world.ben):
        told = world.answer(await in_match(who, thread, "Clocks"))
        assert told.ephemeral
        assert f"**White** <@{world.ada.id}>: 3 days" in told.text
        assert re.search(rf"\*\*Black\*\* <@{world.ben.id}>: (2 days, until|1 day, 23)", told.text)
        assert "White: for the move +1d → 3d" in told.text
    stranger = world.answer(await press(world, world.chloe, thread.last_message, "k:1:look:0"))
    assert stranger.text.startswith("You do not play in this match.")
    await play(world, world.ben, thread, "b7-b5")
    shown = await in_match(world.ada, thread, "Clocks")
    assert "to begin with" not in world.answer(shown).text
    for label, begins in (("Older", True), ("Newer", False)):
        await world.ada.click(shown.response, label=label)
        assert ("White: to begin with +3d → 3d" in world.answer(shown).text) is begins


async def test_matches_are_listed_by_what_is_over_first(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    assert "<t:" not in world.shown(thread)[-1].text
    told = world.answer(await press(world, world.ada, thread.last_message, "k:1:look:0"))
    assert told.text == "This match has no clock: you can take as long as you like."
    for clock in ("7d", "2d"):
        await begin(world, world.ada, world.ben, clock=clock)
    listed = world.answer(await world.ada.slash(world.channel, "matches")).text
    assert re.findall(r"Apart (\d)\*\*", listed) == ["3", "2", "1"]
    assert len(re.findall(r"deadline: <t:\d+:R>", listed)) == 2


async def test_an_opponent_gives_time(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="3d")
    before = until(world.shown(thread)[-1].text)
    own = world.answer(await in_match(world.ada, thread, "Clocks"))
    assert own.buttons == ("Pause 3 days", "Pause 7 days", "Pause 14 days", "Vacation")
    shown = await in_match(world.ben, thread, "Clocks")
    assert world.answer(shown).buttons[:2] == ("Give 3 days", "Give 1 day")
    await world.ben.click(shown.response, label="Give 1 day")
    assert "White: given by" in world.answer(shown).text
    news = world.shown(thread)[-1]
    assert f"{called(world.ben)} gives {called(world.ada)} 1 day more." in news.text
    assert abs(until(news.text) - before - DAY) <= 2
    assert news.pinged == ()
    told = world.answer(await world.ada.click(thread.last_message, label="Clocks"))
    assert told.ephemeral
    assert "+1d → 4d" in told.text
    assert news.buttons == ("Move", "Clocks")


async def test_time_runs_out(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="15m+30s")
    await pass_time(world, 16 * 60)
    assert not any("ran out of time" in each.text for each in world.shown(thread))
    await pass_time(world, 15)
    last = world.shown(thread)[-1]
    assert f"{called(world.ada)} ran out of time." in last.text
    assert f"{called(world.ben)} (Black) wins on time." in last.text
    assert "(out of time)" in last.text
    assert "(left)" not in last.text
    assert last.buttons == ("Let them play on", "Rematch", "Replay", "Share")
    assert last.pinged == ()
    told = await play(world, world.ada, thread, "b2-b4")
    assert told.text.startswith("This match is over. ")


async def test_both_agree_on_a_pause_which_ends_by_itself_or_by_either(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1d")
    await in_match(world.ada, thread, "Clocks", "Pause 3 days")
    card = world.shown(thread)[-1]
    assert f"{called(world.ada)} asks for a pause of 3 days." in card.text
    assert card.pinged == (world.ben.id,)
    await world.ben.click(world.message(thread, card.id), label="Agree")
    board = world.shown(thread)[-1]
    assert f"agreed on the pause that {called(world.ada)} asked for." in board.text
    assert "The clocks are paused until <t:" in board.text
    assert ". To end the pause early, press **More**, then **Clocks**." in board.text
    assert board.pinged == ()
    await pass_time(world, 3 * DAY - 60)
    assert world.shown(thread)[-1].id == board.id
    await pass_time(world, 120)
    after = world.shown(thread)[-1]
    assert "The pause is over." in after.text
    assert "until <t:" in after.text
    assert after.pinged == (world.ada.id,)
    assert "are paused" not in world.shown(thread)[-2].text
    await in_match(world.ada, thread, "Clocks", "Pause 7 days")
    await world.ben.click(thread.last_message, label="Agree")
    panel = await in_match(world.ben, thread, "Clocks")
    assert ", paused" in world.answer(panel).text
    await world.ben.click(panel.response, label="End the pause")
    assert world.answer(panel).text == "The pause is over, and the clock is running again."
    assert f"{called(world.ben)} ended the pause." in world.shown(thread)[-1].text


async def test_everybody_is_told_that_timeouts_are_held(world: World, keeper: Any) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1d")
    says = "Clocks are on hold while an operator looks why so many ran out at once."
    for held in (False, True):
        clocks = world.answer(await in_match(world.ada, thread, "Clocks"))
        assert (says in clocks.text) is held
        board = await world.ada.slash(thread, "match")
        assert (says in world.answer(board).text) is held
        await world.ada.click(board.response, label="Text")
        assert "```" in look(board.response).text
        assert (says in look(board.response).text) is held
        for who, command in ((world.ben, "matches"), (keeper, "server")):
            told = world.answer(await who.slash(world.channel, command))
            assert (says in told.text) is held, command
        async with await open_database(f"sqlite+aiosqlite:///{world.database}") as database:
            await database.write(storage.stop_timeouts, world.env.now(), 6, 9)
    assert says not in world.shown(thread)[-1].text
    await world.ada.slash(thread, "move", text="b2-b4")
    assert says in world.shown(thread)[-1].text, "the board that is posted meanwhile says so"
