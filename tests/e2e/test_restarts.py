"""Stopping the bot anywhere loses nothing and repeats nothing."""

from typing import Any

import pytest

from bot.chat.messenger.messenger import DiscordMessenger
from bot.services.delivery import Delivery
from bot.services.delivery.worker import LONGEST_PAUSE
from tests.kit.composing import open_composer
from tests.kit.discord_rules import forget_nonces
from tests.kit.play import begin, offer, play
from tests.kit.world import World, press


async def test_a_pending_challenge_outlives_the_bot(world: World) -> None:
    offered = await offer(world, world.ada, [world.ben])
    await world.restart()
    await world.ben.click(offered.response, label="Accept")
    await world.settle()
    (board,) = world.shown(world.thread())
    assert board.pinged == (world.ada.id,)


async def test_a_running_match_and_its_buttons_outlive_the_bot(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    await world.restart()
    assert len(world.shown(thread)) == 2
    composer = await open_composer(world, world.ben, thread)
    form = await world.ben.click(composer, label="Type instead")
    await world.restart()
    await world.ben.submit_modal(form, {"move": "b7-b5"})
    await world.settle()
    assert world.shown(thread)[-1].pinged == (world.ada.id,)
    old = world.answer(await press(world, world.ada, thread.last_message, "m:1:0:move"))
    assert "moved on since that board" in old.text


async def test_a_question_about_resigning_outlives_the_bot(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    asked = await world.ada.click(thread.last_message, label="More")
    await world.ada.click(asked.response, label="Resign")
    await world.restart()
    await world.ada.click(asked.response, label="Resign")
    await world.settle()
    assert f"<@{world.ben.id}> (Black) wins" in world.shown(thread)[-1].text


async def nothing_due(_: Delivery) -> None:
    """Delivery that never begins with anything."""


async def test_a_board_that_was_committed_and_not_posted_comes_after_the_restart(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await begin(world, world.ada, world.ben)
    with monkeypatch.context() as stopped:
        stopped.setattr(Delivery, "_start_workers", nothing_due)
        answer = await play(world, world.ada, thread, "b2-b4")
    assert answer.text.startswith("Played.")
    assert len(world.shown(thread)) == 1
    await world.restart()
    before, after = world.shown(thread)
    assert before.buttons == ()
    assert after.pinged == (world.ben.id,)


async def test_a_board_that_was_posted_and_not_noted_is_not_posted_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await begin(world, world.ada, world.ben)
    post = DiscordMessenger.post

    async def post_and_lose_power(self: DiscordMessenger, *board: Any) -> object:
        await post(self, *board)
        raise PowerCutError

    with monkeypatch.context() as cut:
        cut.setattr(DiscordMessenger, "post", post_and_lose_power)
        await play(world, world.ada, thread, "b2-b4")
    assert len(world.shown(thread)) == 2
    forget_nonces(world.env.backend)
    await world.restart()
    await world.env.advance_time(LONGEST_PAUSE.total_seconds())
    await world.settle()
    assert len(world.shown(thread)) == 2
    await play(world, world.ben, thread, "b7-b5")
    assert [board.buttons for board in world.shown(thread)[:2]] == [(), ()]


class PowerCutError(Exception):
    """The process ends here."""


async def test_a_challenge_that_came_too_late_is_not_made(world: World) -> None:
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    unseen = await offer(world, world.ada, [world.ben])
    assert unseen.response is None
    await offer(world, world.ada, [world.chloe])
    (card,) = world.shown(world.channel)
    assert card.pinged == (world.chloe.id,)
    world.env._errors.clear()  # Discord's 404, which was ours


async def test_restarting_between_all_turns_changes_nothing(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    for who, text in ((world.ada, "b2-b4"), (world.ben, "b7-b5"), (world.ada, "c2-c4")):
        await world.restart()
        assert (await play(world, who, thread, text)).text.startswith("Played.")
    assert len(world.shown(thread)) == 4


async def test_commands_are_told_to_discord_only_when_they_changed(world: World) -> None:
    def syncs() -> int:
        return sum(
            request.method == "PUT" and request.path.endswith("/commands")
            for request in world.env.http_requests
        )

    assert syncs() == 1
    await world.restart()
    assert syncs() == 1
