"""The Daily, from the manager who wants it to the solution, and what people share of it."""

from typing import Any

import pytest

from bot.features.daily import storage
from bot.features.daily.calendar import day_of
from bot.screen.names import unformatted
from bot.screen.words import NOT_KEPT
from rules.puzzles import Puzzle, explained
from tests.kit.passing_time import DAY, pass_time
from tests.kit.people import pick, server_panel
from tests.kit.shown import Shown, look, message_of
from tests.kit.strict.channels import Sort
from tests.kit.world import World, press


async def want(world: World, keeper: Any, channel: Any = None) -> Any:
    """Choose the channel of the Daily, this one if none is named; the panel."""
    panel = await server_panel(keeper, world.channel)
    await pick(keeper, panel, "ds:channel", [channel or world.channel])
    return panel


def standing(world: World) -> list[Shown]:
    return [each for each in world.shown(world.channel) if "### Daily" in each.text]


async def todays(world: World) -> tuple[int, Puzzle]:
    day = day_of(world.now())
    return day, await world.client.services.database.write(storage.choose, day)


def wrong(puzzle: Puzzle) -> str:
    return next(str(each) for each in puzzle.position.moves() if not puzzle.accepts(each))


async def answer(who: Any, board: Any, move: str) -> Shown:
    if "Try again" in look(board).buttons:
        await who.click(board, label="Try again")
    form = await who.click(board, label="Type instead")
    await who.submit_modal(form, {"move": move})
    return look(board)


async def solve_it(world: World, who: Any, post: Shown) -> Any:
    return message_of(await who.click(world.message(world.channel, post.id), label="Solve it"))


async def test_a_day_with_a_daily(world: World, keeper: Any) -> None:
    assert "I post the Daily in" in look(await want(world, keeper)).text
    (first,) = standing(world)
    day, puzzle = await todays(world)
    assert (first.pictures, first.pinged, first.buttons) == (1, (), ("Solve it",))
    assert f"### Daily {day}: {puzzle.position.info.name} ★" in first.text
    assert "Nobody has solved it yet." in first.text
    board = await solve_it(world, world.ben, first)
    for left in ("2 tries left", "1 try left"):
        refuted = await answer(world.ben, board, wrong(puzzle))
        assert "**Not that one.**" in refuted.text
        assert refuted.buttons == ("Try again",)
        await world.ben.click(board, label="Try again")
        assert left in look(board).text
    missed = await answer(world.ben, board, wrong(puzzle))
    assert "nswer is" in missed.text
    right = await answer(world.ada, await solve_it(world, world.ada, first), str(puzzle.answer()))
    assert "**Right!**" in right.text
    told = explained(puzzle)
    assert right.pictures == missed.pictures == 1 + len(told.scenes)
    for text in (told.said, *(each.said for each in told.scenes)):
        assert str(text) in right.text
        assert str(text) in missed.text
    ways = ("See it again", "Share", "This month", "Last 30 days", "Next puzzle ▶")
    assert right.buttons == missed.buttons == ways
    assert world.shown(world.channel) == [first]  # what people try is nobody else's business
    await pass_time(world, 121)
    (counted,) = standing(world)
    assert counted.id == first.id
    assert "1 person solved it, at the first try." in counted.text
    await world.restart()
    await pass_time(world, 1.5 * DAY)
    before, now = standing(world)
    assert (before.buttons, now.buttons, now.pictures) == (("Try it",), ("Solve it",), 2)
    assert f"Solution of Daily {day}" in now.text
    assert f"The answer was `{puzzle.answer().written}`" in now.text
    assert "Here 1 of 2 solved it, everywhere 50 %." in now.text
    (thread,) = world.channel.threads
    assert (thread.name, thread.id) == ("Talk about it", before.id)


async def test_what_is_shared_tells_nothing_of_the_solution(world: World) -> None:
    day, puzzle = await todays(world)
    opened = await world.ada.slash(world.channel, "daily")
    assert f"**Daily {day}.** Everybody gets this puzzle." in world.answer(opened).text
    await answer(world.ada, opened.response, wrong(puzzle))
    await answer(world.ada, opened.response, str(puzzle.answer()))
    for _ in range(2):
        await world.ada.click(opened.response, label="Share")
    (shared,) = world.shown(world.channel)
    assert unformatted(shared.text).startswith(f"Ada: Daily {day} · {puzzle.position.info.name} ★")
    assert shared.text.endswith("· ✕ ✓ (at the second try) · 1 day this month")
    assert shared.pinged == ()
    told = await press(world, world.ben, opened.response, f"dy:{day}:share")
    assert "You can share the Daily when you have solved it" in world.answer(told).text
    world.forbid(world.channel, send_messages=True)
    told = world.answer(await world.ada.click(opened.response, label="Share")).text
    assert "I may not post in" in told
    assert f"Copy this line:\n```\nDaily {day} · " in told


async def test_the_month_is_on_leaderboards_and_profiles(world: World) -> None:
    _, puzzle = await todays(world)
    for who in (world.ada, world.ben):
        opened = await who.slash(world.channel, "daily")
        await answer(who, opened.response, str(puzzle.answer()))
    page = (await world.ada.slash(world.channel, "leaderboard")).response
    await world.ada.click(page, label="The Daily")
    told = unformatted(look(page).text)
    assert "__Ada__ · 1 day, 1 at the first try" in told
    assert "Ben · 1 day" in told
    profile = await world.ben.slash(world.channel, "profile")
    assert "The Daily: 1 day solved, 1 this month" in world.answer(profile).text
    asked = (await world.ben.slash(world.channel, "privacy")).response
    for label in ("Delete everything", "Delete my data", "Yes, delete it for ever"):
        await world.ben.click(asked, label=label)
    await world.ada.click(
        (page := await world.ada.slash(world.channel, "leaderboard")).response, label="The Daily"
    )
    assert "Ben" not in look(page.response).text


async def test_past_days_and_the_row_go_on(world: World) -> None:
    opened = (await world.ada.slash(world.channel, "daily")).response
    _, puzzle = await todays(world)
    await answer(world.ada, opened, str(puzzle.answer()))
    await pass_time(world, 2 * DAY)
    opened = (await world.ada.slash(world.channel, "daily")).response
    _, puzzle = await todays(world)
    await answer(world.ada, opened, str(puzzle.answer()))
    await world.ada.click(opened, label="Last 30 days")
    assert "Solve what you missed. These do not count." in look(opened).text
    await world.ada.select(opened, [str(day_of(world.now()) - 1)], custom_id="dp:0")
    assert "3 tries left" in look(opened).text
    page = (await world.ada.slash(world.channel, "rules", game="apart")).response
    course = await press(world, world.ada, page, "dn:apart")
    assert "3 tries left · nobody else sees this" in world.answer(course).text


@pytest.mark.parametrize("setting", ["rhythm", "hour"])
async def test_a_manager_chooses_how_often_and_when(
    world: World, keeper: Any, setting: str
) -> None:
    panel = await server_panel(keeper, world.channel)
    refused = await press(world, world.ada, panel, "ds:channel", str(world.channel.id))
    assert "Only people with the Manage Server permission" in world.answer(refused).text
    silent = world.server.create_text_channel("announcements")
    world.forbid(silent, send_messages=True)
    assert f"I may not post in <#{silent.id}>" in look(await want(world, keeper, silent)).text
    panel = await server_panel(keeper, world.channel)
    await pick(keeper, panel, "ds:rhythm", ["week" if setting == "rhythm" else "day"])
    assert "I post the Daily in" in look(panel).text
    await pick(keeper, panel, "ds:hour", ["18"])
    await press(world, keeper, panel, "ds:hour", "24")
    assert str(NOT_KEPT) in look(panel).text
    await pick(keeper, panel, "ds:rhythm", ["off"])
    assert "The Daily is off in this server." in look(panel).text
    await pass_time(world, 2 * DAY)
    assert len(standing(world)) == 1


async def test_a_voice_channel_has_no_thread_to_talk_in(world: World, keeper: Any) -> None:
    place = world.place(Sort.VOICE)
    await want(world, keeper, place)
    await pass_time(world, 1.5 * DAY)
    assert [each.buttons for each in world.shown(place)] == [("Try it",), ("Solve it",)]
    assert place.threads == []
