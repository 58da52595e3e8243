"""Limits that a friendly person never meets, as the one who meets them sees them."""

from bot.services.challenges import checks
from tests.kit.play import begin, offer, play
from tests.kit.world import World


async def test_one_person_cannot_fill_a_channel_with_challenges(world: World) -> None:
    for _ in range(checks.MOST_OPEN):
        offered = await offer(world, world.ada, [world.ben])
    refused = await offer(world, world.ada, [world.chloe])
    assert world.answer(refused).text == (
        "You have 30 open challenges. Wait for answers, or take some back."
    )
    assert len(world.shown(world.channel)) == checks.MOST_OPEN
    await world.ada.click(offered.response, label="Cancel")
    await offer(world, world.ada, [world.chloe])
    assert world.shown(world.channel)[-1].pinged == (world.chloe.id,)


async def test_an_undo_that_was_withdrawn_is_not_asked_for_without_end(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    posted = len(world.shown(thread))
    for _ in range(5):
        asked = await world.ada.slash(thread, "match undo")
        await world.settle()
        if "three times" in world.answer(asked).text:
            break
        await world.ada.click(asked.response, label="Withdraw request")
        await world.settle()
    assert world.answer(asked).text == (
        "You have asked for this three times since the last move. Wait for the next one."
    )
    assert len(world.shown(thread)) == posted + 3


async def test_one_export_at_a_time(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    exports = world.client.services.exports
    with exports.for_(world.ada.id):
        for command in ("export", "privacy export"):
            refused = await world.ada.slash(thread, command)
            assert world.answer(refused).text == (
                "What you asked for before is still being worked out. It comes in a moment."
            )
        others = await world.ben.slash(thread, "export")
        assert "still being worked out" not in world.answer(others).text
    after = await world.ada.slash(thread, "export")
    assert "still being worked out" not in world.answer(after).text
