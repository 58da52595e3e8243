"""Stopping the bot loses and repeats nothing, and what an earlier one left is put right."""

import pytest

from tests.kit.by_day import at_night
from tests.kit.composing import open_composer
from tests.kit.play import offer
from tests.kit.shown import called
from tests.kit.world import World


async def test_challenge_match_and_questions_outlive_the_bot(world: World) -> None:
    offered = await offer(world, world.ada, [world.ben])
    await world.restart()
    await world.ben.click(offered.response, label="Accept")
    thread = world.thread()
    composer = await open_composer(world, world.ada, thread)
    form = await world.ada.click(composer, label="Type instead")
    await world.restart()
    assert len(world.shown(thread)) == 1
    await world.ada.submit_modal(form, {"move": "b2-b4"})
    assert world.shown(thread)[-1].pinged == (world.ben.id,)
    asked = await world.ben.click(thread.last_message, label="More")
    await world.ben.click(asked.response, label="Resign")
    await world.restart()
    await world.ben.click(asked.response, label="Resign")
    assert f"{called(world.ada)} (White) wins" in world.shown(thread)[-1].text


async def test_a_challenge_that_came_too_late_is_not_made(world: World) -> None:
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    unseen = await offer(world, world.ada, [world.ben])
    assert unseen.response is None
    await offer(world, world.ada, [world.chloe])
    (card,) = world.shown(world.channel)
    assert card.pinged == (world.chloe.id,)
    world.env._errors.clear()  # Discord's 404, which was ours


def syncs(world: World) -> int:
    """How often the commands were sent."""
    return sum(
        request.method == "PUT" and request.path.endswith("/commands")
        for request in world.env.http_requests
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda known: known["move", 1].update(description="Make a move"),
        at_night(lambda known: known["server", 1].update(default_member_permissions=None)),
        at_night(lambda known: known.pop(("Show this match", 3))),
    ],
    ids=["described otherwise", "for everybody", "gone"],
)
async def test_a_difference_of_commands_is_made_good_once(world: World, change) -> None:
    change(world.env.backend.commands[None])
    before = syncs(world)
    for _ in range(2):
        await world.restart()
        assert syncs(world) == before + 1
