"""How people choose how they are reminded, and what they are told who choose what is not."""

import pytest

from tests.kit.reminding import directs, reminders, set_reminders
from tests.kit.table import DAY, HOUR, World, begin, chosen, look, pass_time, pick, play


async def test_the_panel_keeps_what_is_chosen(world: World) -> None:
    panel = await set_reminders(world, world.ada)
    assert chosen(panel, "rs:way") == ["thread"]
    assert "not chosen: hours are meant in UTC" in look(panel).text
    assert look(panel).buttons == (
        "Quiet hours",
        "Time zone",
        "Boards",
        "My name",
        "Vacation",
        "Language",
    )
    assert look(panel).pictures == 0
    await pick(world.ada, panel, "rs:way", ["digest"])
    assert chosen(panel, "rs:digest") == ["08:00"]
    await pick(world.ada, panel, "rs:digest", ["21:00"])
    await world.restart()
    again = await set_reminders(world, world.ada)
    assert chosen(again, "rs:way") == ["digest"]
    assert chosen(again, "rs:digest") == ["21:00"]
    assert chosen(await set_reminders(world, world.ben), "rs:way") == ["thread"]
    await world.ada.click(again, label="Boards")
    assert look(again).pictures == 1


async def test_the_last_reminder_is_chosen_where_there_are_reminders(world: World) -> None:
    panel = await set_reminders(world, world.ada)
    assert chosen(panel, "rs:last") == ["three_hours"]
    await pick(world.ada, panel, "rs:last", ["one_hour"])
    assert chosen(panel, "rs:last") == ["one_hour"]
    await pick(world.ada, panel, "rs:way", ["off"])
    assert "The last reminder" not in look(panel).text
    await world.restart()
    again = await set_reminders(world, world.ada, "direct")
    assert chosen(again, "rs:last") == ["one_hour"]
    await pick(world.ada, again, "rs:last", ["three_hours"])
    assert chosen(again, "rs:last") == ["three_hours"]
    assert chosen(await set_reminders(world, world.ben), "rs:last") == ["three_hours"]


async def test_a_zone_is_found_by_its_city(world: World) -> None:
    panel = await set_reminders(world, world.ada, city="Zürich", quiet="22:30 to 7am")
    assert "Zurich, where it is" in look(panel).text
    assert "**Quiet hours** 22:30 to 07:00" in look(panel).text
    midnight = await set_reminders(world, world.ada, "digest", quiet="24-6", daily="24")
    assert "**Quiet hours** 00:00 to 06:00" in look(midnight).text
    assert chosen(midnight, "rs:digest") == ["00:00"]
    half_past = await set_reminders(world, world.ada, daily="18:30")
    assert chosen(half_past, "rs:digest") == ["18:30"]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"city": "Atlantis"}, "`Atlantis` is not a city or time zone that I know. Type a large"),
        ({"quiet": "🌙"}, "I cannot read `🌙` as a time. Type `22-7`, `22:30-07:15` or `off`."),
        ({"daily": "soon"}, "I cannot read `soon` as a time. Type `8` or `18:30`."),
    ],
)
async def test_what_cannot_be_meant_is_answered_with_what_can(
    world: World, typed: dict[str, str], says: str
) -> None:
    panel = await set_reminders(world, world.ada, "digest", **typed)
    assert says in look(panel).text
    assert look(panel).ephemeral
    assert "**Quiet hours** none" in look(panel).text
    assert chosen(panel, "rs:digest") == ["08:00"]


async def test_hours_and_zones_are_chosen_and_typed_into_forms(world: World) -> None:
    panel = await set_reminders(world, world.ada)
    await world.ada.click(panel, label="Time zone")
    assert look(panel).text.startswith("### Your time zone")
    await pick(world.ada, panel, "rs:zone", ["America/Chicago"])
    assert "**Time zone** Chicago, where it is " in look(panel).text
    asked = await world.ada.click(panel, label="Quiet hours")
    await world.ada.submit_modal(asked, {"typed": "23-6:30"})
    assert "**Quiet hours** 23:00 to 06:30" in look(panel).text
    asked = await world.ada.click(panel, label="Quiet hours")
    await world.ada.submit_modal(asked, {"typed": "25-7"})
    assert "is not a valid hour." in look(panel).text
    assert "**Quiet hours** 23:00 to 06:30" in look(panel).text
    await world.ada.click(panel, label="Time zone")
    asked = await world.ada.click(panel, label="Type a city")
    await world.ada.submit_modal(asked, {"typed": "adelaide"})
    assert "**Time zone** Adelaide, where it is " in look(panel).text


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


async def test_quiet_hours_that_cover_a_whole_turn_say_so(world: World) -> None:
    async def told(quiet: str, way: str | None = None) -> str:
        return look(await set_reminders(world, world.ada, way, quiet=quiet)).text

    warning = "Your quiet hours can last a whole turn, so no reminder may come: **Apart"
    for clock in ("3d", "10h", "15m+30s"):
        await begin(world, world.ada, world.ben, clock=clock)
    assert warning not in await told("22-7")
    await begin(world, world.ben, world.ada, clock="9h")
    await begin(world, world.ben, world.ada, clock="2d+6h")
    assert (await told("22-7")).count("**Apart") == 2
    assert warning in await told("22-7")
    assert warning not in await told("23-4")
    assert warning not in await told("22-7", "off")
