"""How people choose how they are reminded, and what they are told who choose what is not."""

from typing import Any

import pytest

from tests.kit.reminding import directs, reminders
from tests.kit.table import DAY, HOUR, World, begin, chosen, look, pass_time, pick, play


async def panel_of(world: World, who: Any) -> Any:
    """The panel about reminders, by the button on the first."""
    panel = (await who.slash(world.channel, "settings")).response
    await who.click(panel, label="Reminders")
    return panel


async def test_the_panel_keeps_what_is_chosen(world: World) -> None:
    panel = await panel_of(world, world.ada)
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
    again = await panel_of(world, world.ada)
    assert chosen(again, "rs:way") == ["digest"]
    assert chosen(again, "rs:digest") == ["21:00"]
    assert chosen(await panel_of(world, world.ben), "rs:way") == ["thread"]
    await world.ada.click(again, label="Boards")
    assert look(again).pictures == 1


async def test_a_zone_is_found_by_its_city(world: World) -> None:
    offered = await world.ada.autocomplete(world.channel, "settings", "time_zone", "kolk")
    assert [each["value"] for each in offered] == ["Asia/Kolkata"]
    assert offered[0]["name"].startswith("Kolkata · it is ")
    told = await world.ada.slash(
        world.channel, "settings", time_zone="Zürich", quiet_hours="22:30 to 7am"
    )
    assert "Zurich, where it is" in world.answer(told).text
    assert "**Quiet hours** 22:30 to 07:00" in world.answer(told).text
    midnight = await world.ada.slash(
        world.channel, "settings", quiet_hours="24-6", daily_message="24"
    )
    assert "**Quiet hours** 00:00 to 06:00" in world.answer(midnight).text
    assert chosen(midnight.response, "rs:digest") == ["00:00"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (
            {"time_zone": "Atlantis"},
            "`Atlantis` is not a city or time zone that I know. Type a large",
        ),
        (
            {"quiet_hours": "🌙"},
            "I cannot read `🌙` as a time. Type `22-7`, `22:30-07:15` or `off`.",
        ),
        ({"daily_message": "soon"}, "I cannot read `soon` as a time. Type `8` or `18:30`."),
    ],
)
async def test_what_cannot_be_meant_is_answered_with_what_can(
    world: World, options: dict[str, str], says: str
) -> None:
    told = world.answer(await world.ada.slash(world.channel, "settings", **options))
    assert says in told.text
    assert told.ephemeral
    panel = await panel_of(world, world.ada)
    assert "**Quiet hours** none" in look(panel).text
    assert chosen(panel, "rs:way") == ["thread"]


async def test_hours_and_zones_are_chosen_and_typed_into_forms(world: World) -> None:
    panel = await panel_of(world, world.ada)
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
    told = await world.ada.slash(world.channel, "settings", daily_message=f"{(hour + 2) % 24}")
    assert chosen(told.response, "rs:way") == ["digest"]
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
    await world.ada.slash(world.channel, "settings", reminders="off")
    await pass_time(world, DAY)
    assert len(directs(world, world.ada)) == 3
    assert directs(world, world.ben) == []


async def test_quiet_hours_that_cover_a_whole_turn_say_so(world: World) -> None:
    async def told(**wishes: str) -> str:
        answered = await world.ada.slash(world.channel, "settings", **wishes)
        return world.answer(answered).text

    warning = "Your quiet hours can last a whole turn, so no reminder may come: **Apart"
    for clock in ("3d", "10h", "15m+30s"):
        await begin(world, world.ada, world.ben, clock=clock)
    assert warning not in await told(quiet_hours="22-7")
    await begin(world, world.ben, world.ada, clock="9h")
    await begin(world, world.ben, world.ada, clock="2d+6h")
    assert (await told(quiet_hours="22-7")).count("**Apart") == 2
    assert warning in await told(quiet_hours="22-7")
    assert warning not in await told(quiet_hours="23-4")
    assert warning not in await told(quiet_hours="22-7", reminders="off")
