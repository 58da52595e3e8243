from __future__ import annotations

from tests.kit.world import World


async def test_two_friends_begin_a_match_and_move(world: World) -> None:
    offered = await world.ada.slash(
        world.channel, "challenge", game="apart", opponent=world.ben, seat="first"
    )
    await world.ben.click(offered.response, label="Accept")
    await world.settle()
    (first,) = world.shown(world.thread())
    assert first.pictures == 1
    assert f"<@{world.ada.id}>" in first.text
    assert first.buttons == ("Move", "Board", "Resign")
    moved = await world.ada.slash(world.thread(), "move", text="b2-b4")
    await world.settle()
    assert world.answer(moved).text.startswith("Played.")
    before, after = world.shown(world.thread())
    assert before.buttons == ()
    assert f"<@{world.ben.id}>" in after.text
    assert after.pinged == (world.ben.id,)
    assert f"<@{world.ada.id}>" not in after.text
