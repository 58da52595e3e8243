"""Reminders as they stand, in channels and in direct messages."""

from typing import Any

from tests.kit.people import pick
from tests.kit.shown import Shown, posted
from tests.kit.world import World


def reminders(world: World, channel: Any) -> list[Shown]:
    """The reminders that stand in a channel, oldest first."""
    marks = ("rm:",)
    return [
        each
        for each in world.shown(channel)
        if any(custom_id.startswith(marks) for custom_id in each.custom_ids)
    ]


def directs(world: World, who: Any) -> list[Shown]:
    """What stands in somebody's direct messages from the bot, oldest first."""
    channel_id = world.env.backend.dm_channels.get(who.id)
    return [] if channel_id is None else posted(world.env.backend, channel_id)


async def set_reminders(
    world: World,
    who: Any,
    way: str | None = None,
    *,
    quiet: str | None = None,
    city: str | None = None,
    daily: str | None = None,
) -> Any:
    """The panel on which somebody has chosen how they are reminded."""
    panel = (await who.slash(world.channel, "settings")).response
    await who.click(panel, label="Reminders")
    if way is not None:
        await pick(who, panel, "rs:way", [way])
    typed = {("Quiet hours",): quiet, ("Time zone", "Type a city"): city, ("Another time",): daily}
    for labels, text in typed.items():
        if text is not None:
            *_, form = [await who.click(panel, label=label) for label in labels]
            await who.submit_modal(form, {"typed": text})
    return panel
