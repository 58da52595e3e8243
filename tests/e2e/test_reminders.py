"""Being reminded, and what becomes of matches without a clock in which nobody moves."""

import pytest

from tests.kit.passing_time import DAY, HOUR, pass_time
from tests.kit.people import chosen, pick
from tests.kit.play import begin, in_match, play
from tests.kit.reminding import directs, reminders, set_reminders
from tests.kit.shown import called, look
from tests.kit.world import World, press


async def test_direct_messages_are_for_those_who_press_the_button(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1d")
    await pass_time(world, DAY / 2 + 60)
    (half,) = reminders(world, thread)
    offer = world.message(thread, half.id)
    refused = world.answer(await world.ben.click(offer, label="Remind me by direct message"))
    assert refused.text == "This reminder is for somebody else; yours are in `/settings`."
    assert refused.ephemeral
    await world.restart()
    told = world.answer(await world.ada.click(offer, label="Remind me by direct message"))
    assert told.text.startswith("From now on I remind you of every match by direct message.")
    assert directs(world, world.ada) == []
    await pass_time(world, 9 * HOUR)
    (direct,) = directs(world, world.ada)
    assert len(reminders(world, thread)) == 1
    said = f"**Apart · match 1** against {called(world.ben)} waits for your move"
    assert direct.text.startswith(said)
    assert direct.buttons == ("Move", "Go to the board", "Reminders")
    board = world.message(world.ada.user.dm_channel, direct.id)
    shown = await world.ada.user.click(board, label="Move")
    assert world.answer(shown).pictures == 1
    await play(world, world.ada, thread, "b2-b4")
    assert directs(world, world.ada) == []
    assert reminders(world, thread) == []


async def test_how_one_is_reminded_is_chosen_typed_and_kept(world: World) -> None:
    panel = await set_reminders(world, world.ada)
    assert chosen(panel, "rs:way") == ["thread"]
    assert "not chosen: hours are meant in UTC" in look(panel).text
    others = ("Boards", "My name", "Vacation", "Language")
    assert look(panel).buttons == ("Quiet hours", "Time zone", *others)
    assert chosen(panel, "rs:last") == ["three_hours"]
    await pick(world.ada, panel, "rs:last", ["one_hour"])
    await pick(world.ada, panel, "rs:way", ["off"])
    assert "The last reminder" not in look(panel).text
    await world.ada.click(panel, label="Time zone")
    await pick(world.ada, panel, "rs:zone", ["America/Chicago"])
    assert "**Time zone** Chicago, where it is " in look(panel).text
    for typed, told in (("23-6:30", ""), ("25-7", "is not a valid hour.")):
        asked = await world.ada.click(panel, label="Quiet hours")
        await world.ada.submit_modal(asked, {"typed": typed})
        assert told in look(panel).text
        assert "**Quiet hours** 23:00 to 06:30" in look(panel).text
    panel = await set_reminders(world, world.ada, "digest", city="adelaide", daily="18:30")
    assert "**Time zone** Adelaide, where it is " in look(panel).text
    await world.restart()
    again = await set_reminders(world, world.ada)
    assert (chosen(again, "rs:way"), chosen(again, "rs:digest")) == (["digest"], ["18:30"])
    assert chosen(await set_reminders(world, world.ben), "rs:way") == ["thread"]
    again = await set_reminders(world, world.ada, "direct")
    assert chosen(again, "rs:last") == ["one_hour"]


async def test_a_digest_comes_once_a_day_instead_of_reminders(world: World) -> None:
    hour = world.env.now().hour
    panel = await set_reminders(world, world.ada, "digest", daily=f"{(hour + 2) % 24}")
    assert chosen(panel, "rs:way") == ["digest"]
    first = await begin(world, world.ada, world.ben, clock="3d")
    await begin(world, world.ada, world.chloe)
    await pass_time(world, 2 * HOUR)
    (digest,) = directs(world, world.ada)
    assert digest.text.startswith("### 2 matches wait for you\n[**Apart 1**](https:")
    assert digest.buttons[:2] == ("Move", "Move")
    assert digest.buttons[2:] == ("Next match", "All my matches", "Reminders")
    await pass_time(world, DAY)
    assert len(directs(world, world.ada)) == 2
    await play(world, world.ada, first, "b2-b4")
    await pass_time(world, DAY)
    assert directs(world, world.ada)[-1].text.startswith("### One match waits for you")
    assert reminders(world, first) == []
    await set_reminders(world, world.ada, "off")
    await pass_time(world, DAY)
    assert len(directs(world, world.ada)) == 3
    assert directs(world, world.ben) == []


@pytest.mark.night
async def test_quiet_hours_that_cover_a_whole_turn_say_so(world: World) -> None:
    async def told(quiet: str, way: str | None = None) -> str:
        return look(await set_reminders(world, world.ada, way, quiet=quiet)).text

    warning = "so you might get no reminder: **Apart"
    for clock in ("3d", "10h", "15m+30s"):
        await begin(world, world.ada, world.ben, clock=clock)
    assert warning not in await told("22-7")
    await begin(world, world.ben, world.ada, clock="9h")
    await begin(world, world.ben, world.ada, clock="2d+6h")
    assert (await told("22-7")).count("**Apart") == 2
    assert warning in await told("22-7")
    assert warning not in await told("23-4")
    assert warning not in await told("22-7", "off")


async def test_a_nudge_comes_after_two_weeks_and_goes_with_the_move(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    assert "Nudge" not in world.answer(await in_match(world.ben, thread)).buttons
    early = world.answer(await press(world, world.ben, thread.last_message, "m:1:0:nudge"))
    assert early.text.startswith("Give them a little more time: you can nudge <t:")
    own = world.answer(await press(world, world.ada, thread.last_message, "m:1:0:nudge"))
    assert own.text == "It is your own turn, so there is nobody to nudge."
    timed = await begin(world, world.ada, world.ben, clock="30d")
    needless = world.answer(await press(world, world.ben, timed.last_message, "m:2:0:nudge"))
    assert needless.text.startswith("This match has a clock")
    await pass_time(world, 14 * DAY + 60)
    menu = await in_match(world.ben, thread)
    assert "Nudge" in world.answer(menu).buttons
    await world.ben.click(menu.response, label="Nudge")
    reminded = f"I reminded <@{world.ada.id}> that Apart · match 1 is waiting."
    assert look(menu.response).text.startswith(reminded)
    (nudge,) = reminders(world, thread)
    assert nudge.pinged == (world.ada.id,)
    assert nudge.text == (
        f"<@{world.ada.id}>, **Apart · match 1** waits for your move. "
        f"{called(world.ben)} would like to continue."
    )
    await play(world, world.ada, thread, "b2-b4")
    assert reminders(world, thread) == []
