"""Matches with a clock, pauses and losses on time, as people see them."""

import re

import pytest
from discord.utils import snowflake_time

from tests.kit.table import DAY, World, begin, begin_three, pass_time, play

START, INCREMENT, HEAD_START = 15 * 60, 30, 60
THINKING = 50
MOVES = ("b2-b4", "b7-b5", "c2-c4", "c7-c5")


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


async def test_without_a_clock_no_time_is_told(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    assert "<t:" not in world.shown(thread)[-1].text
    told = world.answer(await world.ada.slash(thread, "match clock"))
    assert told.text == "This match has no clock: you can take as long as you like."


async def test_both_read_what_is_left_and_why(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="3d+1d/5d")
    await pass_time(world, DAY / 2)
    await play(world, world.ada, thread, "b2-b4")
    await pass_time(world, DAY)
    for who in (world.ada, world.ben):
        told = world.answer(await who.slash(thread, "match clock"))
        assert told.ephemeral
        assert f"**White** <@{world.ada.id}>: 3 days" in told.text
        assert re.search(rf"\*\*Black\*\* <@{world.ben.id}>: (2 days, until|1 day, 23)", told.text)
        assert "White: for the move +1d → 3d" in told.text
    stranger = world.answer(await world.chloe.slash(thread, "match clock", match=1))
    assert stranger.text.startswith("You do not play in this match.")


async def test_a_long_ledger_has_pages(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, "b2-b4", "b7-b5", clock="1h")
    shown = await world.ada.slash(thread, "match clock")
    assert world.answer(shown).buttons[-1] == "Older"
    assert "to begin with" not in world.answer(shown).text
    older = await world.ada.click(shown.response, label="Older")
    assert "White: to begin with +1h → 1h" in world.answer(shown).text, older
    assert world.answer(shown).buttons[-1] == "Newer"


async def test_a_match_goes_on_after_a_restart_by_the_same_clock(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="2d")
    before = until(world.shown(thread)[-1].text)
    await world.restart()
    shown = world.answer(await world.ada.slash(thread, "board"))
    assert abs(until(shown.text) - before) <= 2


async def test_the_list_begins_with_what_is_over_first(world: World) -> None:
    for clock in ("none", "7d", "2d"):
        await begin(world, world.ada, world.ben, clock=clock)
    listed = world.answer(await world.ada.slash(world.channel, "matches")).text
    assert [listed.index(f"Apart {number}**") for number in (3, 2, 1)] == sorted(
        listed.index(f"Apart {number}**") for number in (1, 2, 3)
    )
    assert len(re.findall(r"deadline: <t:\d+:R>", listed)) == 2


async def test_an_opponent_gives_time(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="3d")
    before = until(world.shown(thread)[-1].text)
    own = world.answer(await world.ada.slash(thread, "match clock"))
    assert own.buttons == ("Ask for a pause of 7 days", "Vacation")
    shown = await world.ben.slash(thread, "match clock")
    assert world.answer(shown).buttons[:2] == ("Give 3 days", "Give 1 day")
    await world.ben.click(shown.response, label="Give 1 day")
    assert "White: given by" in world.answer(shown).text
    news = world.shown(thread)[-1]
    assert f"<@{world.ben.id}> gives <@{world.ada.id}> 1 day more." in news.text
    assert abs(until(news.text) - before - DAY) <= 2
    assert news.pinged == ()
    told = world.answer(await world.ada.click(thread.last_message, label="Clocks"))
    assert told.ephemeral
    assert "+1d → 4d" in told.text
    assert news.buttons == ("Move", "Clocks")
    choosing = world.answer(await world.ada.click(thread.last_message, label="Move"))
    assert choosing.ephemeral
    assert "Which piece moves?" in choosing.text
    assert world.shown(thread)[-1] == news


async def test_a_live_match_is_played_in_one_sitting(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="15m+30s")
    left = [START + HEAD_START, START + HEAD_START]
    for number, text in enumerate(MOVES):
        board = world.shown(thread)[-1]
        posted = snowflake_time(board.id).timestamp()
        assert world.env.now().timestamp() - posted < 1
        (until,) = re.findall(r"until <t:(\d+):f>", board.text)
        assert abs(int(until) - posted - left[number % 2]) <= 1.5
        await pass_time(world, THINKING)
        who = (world.ada, world.ben)[number % 2]
        assert (await play(world, who, thread, text)).text.startswith("Played.")
        # the first move has a minute extra, and nobody ever has more than at the start
        left[number % 2] = min(left[number % 2] - HEAD_START * (number < 2), START)
        used = 0 if number < 2 else THINKING
        left[number % 2] = min(left[number % 2] - used + INCREMENT, START)
    told = world.answer(await world.ada.slash(thread, "match clock")).text
    # time runs from when the board stands there, which is a moment after it was sent
    left = "14 minutes and (39|40) seconds"
    assert re.search(rf"\*\*White\*\* <@{world.ada.id}>: {left}, until", told)
    assert re.search(rf"\*\*Black\*\* <@{world.ben.id}>: {left}\n", told)
    assert world.shown(thread)[-1].pinged == (world.ada.id,)


@pytest.mark.parametrize(
    ("clock", "seconds"), [("1d", DAY), ("2d+1d/3d", 2 * DAY), ("15m+30s", 16 * 60), ("1h", 3600)]
)
async def test_time_runs_out(world: World, clock: str, seconds: int) -> None:
    thread = await begin(world, world.ada, world.ben, clock=clock)
    await pass_time(world, seconds)
    assert [each.text for each in world.shown(thread) if "ran out of time" in each.text] == []
    await pass_time(world, 15)
    last = world.shown(thread)[-1]
    assert f"<@{world.ada.id}> ran out of time." in last.text
    assert f"<@{world.ben.id}> (Black) wins on time." in last.text
    assert "(out of time)" in last.text
    assert "(left)" not in last.text
    assert last.buttons == ("Let them play on", "Rematch", "Replay", "Share", "Poster", "Board")
    assert last.pinged == ()
    told = await play(world, world.ada, thread, "b2-b4")
    assert told.text.startswith("This match is over. ")


@pytest.mark.waits
async def test_time_runs_out_while_the_bot_is_being_started(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1h")
    await pass_time(world, 3600)
    await world.restart()
    await pass_time(world, 15)
    assert f"<@{world.ada.id}> ran out of time." in world.shown(thread)[-1].text


async def test_of_three_the_others_go_on(world: World) -> None:
    thread = await begin_three(world, clock="1d")
    await pass_time(world, DAY + 15)
    after = world.shown(thread)[-1]
    assert f"<@{world.ada.id}> ran out of time." in after.text
    assert "(left)" in after.text
    assert len(after.pinged) == 1
    assert after.pinged != (world.ada.id,)


async def test_both_agree_on_a_pause_and_it_ends_by_itself(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1d")
    await world.ada.slash(thread, "match pause", days=3)
    card = world.shown(thread)[-1]
    assert f"<@{world.ada.id}> asks for a pause of 3 days." in card.text
    assert card.pinged == (world.ben.id,)
    await world.ben.click(world.message(thread, card.id), label="Agree")
    board = world.shown(thread)[-1]
    assert f"agreed on the pause that <@{world.ada.id}> asked for." in board.text
    assert "The clocks are paused until <t:" in board.text
    assert ". `/match clock` has a button to end the pause early." in board.text
    assert board.pinged == ()
    await pass_time(world, 3 * DAY - 60)
    assert world.shown(thread)[-1].id == board.id
    await pass_time(world, 120)
    after = world.shown(thread)[-1]
    assert "The pause is over." in after.text
    assert "until <t:" in after.text
    assert after.pinged == (world.ada.id,)
    assert "are paused" not in world.shown(thread)[-2].text
    await pass_time(world, DAY + 15)
    assert "ran out of time" in world.shown(thread)[-1].text


@pytest.mark.parametrize("by_button", [True, False])
async def test_either_ends_it(world: World, by_button: bool) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1d")
    panel = await world.ada.slash(thread, "match clock")
    await world.ada.click(panel.response, label="Ask for a pause of 7 days")
    await world.ben.click(thread.last_message, label="Agree")
    if by_button:
        panel = await world.ben.slash(thread, "match clock")
        assert "White** " in world.answer(panel).text
        assert ", paused" in world.answer(panel).text
        await world.ben.click(panel.response, label="End the pause")
    else:
        panel = await world.ben.slash(thread, "match resume")
    assert world.answer(panel).text == "The pause is over, and the clock is running again."
    board = world.shown(thread)[-1]
    assert f"<@{world.ben.id}> ended the pause." in board.text
    assert "until <t:" in board.text
