"""Matches with a clock, as people see them: pauses, vacations, outages, losses on time."""

import re
from datetime import timedelta
from typing import Any

import pytest

from bot.features.timekeeping import storage
from data.operating import open_database
from tests.kit.by_day import at_night
from tests.kit.composing import compose, open_composer
from tests.kit.passing_time import DAY, HOUR, pass_time
from tests.kit.people import ruling
from tests.kit.play import begin, in_match, play, play_all
from tests.kit.shown import called, look
from tests.kit.world import World, press


def until(text: str) -> int:
    """The deadline that a text tells, twice."""
    (told,) = re.findall(r"until <t:(\d+):f> \(<t:\1:R>\)", text)
    return int(told)


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
    assert stranger.text.startswith("You are not playing in this match.")
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
    says = "Clocks are on hold while an operator finds out why so many ran out at once."
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


IN_TIME, HEARD_AFTER = timedelta(seconds=1.5), timedelta(seconds=6)
"""How long before the deadline Discord dates the move, and how much later the bot hears of it."""


@pytest.mark.parametrize("typed", [at_night(True), False], ids=["typed", "chosen"])
@pytest.mark.parametrize("before", [IN_TIME, timedelta()], ids=["in time", "too late"])
async def test_a_move_in_time_is_made_and_shown(
    world: World, typed: bool, before: timedelta
) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1m+5s")
    match = await world.match()
    composer = await open_composer(world, world.ada, thread)
    await compose(world.ada, composer, match.position, match.position.parse("b2-b4"))
    assert match.match.deadline is not None
    await world.env.advance_time((match.match.deadline - before - world.env.now()).total_seconds())
    world.ahead = HEARD_AFTER if before else timedelta()
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    if typed:
        await world.ada.slash(thread, "move", text="b2-b4")
    else:
        await world.ada.click(composer, label="Play this move")
    await world.settle()
    world.env._errors.clear()  # Discord's 404, which was ours
    match = await world.match()
    assert [str(made.move) for made in match.moves] == (["b2-b4"] if before else [])
    if before:
        _, board = world.shown(thread)
        assert "White jumps b2 to b4" in board.text
        assert board.pinged == (world.ben.id,)


async def test_the_opponent_or_a_manager_lets_a_player_play_on(world: World, keeper: Any) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1h")
    await pass_time(world, HOUR + 15)
    over = world.shown(thread)[-1]
    assert over.buttons == ("Let them play on", "Rematch", "Replay", "Share")
    question = await world.ben.click(thread.last_message, label="Let them play on")
    await world.ben.click(question.response, label="Keep the result")
    assert "wins on time." in world.answer(question).text
    question = await world.ben.click(question.response, label="Let them play on")
    asked = world.answer(question)
    assert asked.ephemeral
    assert asked.text == (
        f"Let <@{world.ada.id}> play on? It will be their turn again. They have 1 hour for "
        "this move. The result is taken back."
    )
    answered = await world.ben.click(question.response, label="Let them play on")
    assert world.answer(answered or question).text == "Done. The match continues."
    earlier, board = world.shown(thread)[-2:]
    assert earlier.buttons == ()
    assert (
        f"{called(world.ben)} lets <@{world.ada.id}> play on. They have 1 hour for this move."
        in board.text
    )
    assert "until <t:" in board.text
    assert board.pinged == (world.ada.id,)
    assert (await play(world, world.ada, thread, "b2-b4")).text.startswith("Played.")
    told = world.answer(await in_match(world.ada, thread, "Clocks"))
    assert f"White: may play on, by <@{world.ben.id}> +1h → 1h" in told.text
    await pass_time(world, HOUR + 15)
    form = await ruling(keeper, world.channel, 1, "Let them play on")
    await keeper.submit_modal(form, {"reason": "the power was cut"})
    board = world.shown(thread)[-1]
    manager = f"{called(keeper)}, who manages matches here, lets <@{world.ben.id}> play on"
    assert f"{manager}: `the power was cut` They have 1 hour for this move." in board.text
    assert board.pinged == (world.ben.id,)
    again = await press(world, keeper, thread.last_message, "mg:1:forgive")
    assert world.answer(again).text == "Nobody's time ran out just now."


async def test_opponents_see_until_when_somebody_is_away(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="2d")
    told = world.answer(await world.ada.slash(world.channel, "vacation", days=1))
    assert told.ephemeral
    stands = (
        r"Have a good time! Your vacation lasts until <t:\d+:f>. "
        "Your clock is paused in 1 match. "
    )
    assert re.match(stands, told.text)
    assert "29 days left of 30 in" in told.text
    assert told.buttons == ("End my vacation",)
    news = world.shown(thread)[-1]
    assert f"{called(world.ada)} goes on vacation. Their clocks are paused until <t:" in news.text
    assert news.pinged == ()
    clocks = world.answer(await in_match(world.ben, thread, "Clocks"))
    assert re.search(rf"<@{world.ada.id}>: .*, on vacation until <t:\d+:f>", clocks.text)
    assert "White: vacation begins" in clocks.text
    await play_all(world, thread, (world.ada, world.ben), ("b2-b4", "b7-b5"))
    board = world.shown(thread)[-1]
    away = f"-# <@{world.ada.id}> is on vacation until <t:"
    assert away in board.text
    assert board.text.count("until <t:") == 1
    assert board.pinged == (world.ada.id,)
    await world.restart()
    await pass_time(world, DAY + 15)
    back = world.shown(thread)[-1]
    assert (
        f"{called(world.ada)} is back from vacation. {called(world.ada)} has time until"
        in back.text
    )


async def test_from_the_clocks_and_back_again(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="2d")
    panel = await in_match(world.ada, thread, "Clocks")
    await world.ada.click(panel.response, label="Vacation")
    assert "You are not on vacation." in world.answer(panel).text
    assert world.answer(panel).buttons == ("3 days", "7 days", "14 days")
    await world.ada.click(panel.response, label="14 days")
    assert "16 days left of 30 in" in world.answer(panel).text
    for who, named in ((world.ada, "you"), (world.ben, f"<@{world.ada.id}>")):
        listed = world.answer(await who.slash(world.channel, "matches"))
        assert re.search(rf" · {named} on vacation until <t:\d+:f>", listed.text)
    await pass_time(world, 60)
    await world.ada.click(panel.response, label="End my vacation")
    back = "Welcome back! Your clock is running again in 1 match; to see it, use `/matches`."
    assert world.answer(panel).text.startswith(back)
    assert "29 days left" in world.answer(panel).text
    await world.ada.click(panel.response, label="All matches")
    assert "Apart" in world.answer(panel).text
    again = world.answer(await press(world, world.ada, thread.last_message, "j:end:0"))
    assert again.text == "You are not on vacation. To begin one, use `/vacation`."
    await begin(world, world.ada, world.chloe, clock="1h")
    near = world.answer(await world.ada.slash(world.channel, "vacation", days=3))
    assert re.fullmatch(
        r"Your time in Apart · match 2 runs out too soon: until <t:\d+:f> \(<t:\d+:R>\)\. "
        r"Move there first, then go on vacation\.",
        near.text,
    )
