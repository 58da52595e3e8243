"""A replay opened while its match is being looked back at shows by itself what was found."""

from typing import Any

import pytest

from bot.core.pictures import PictureService
from bot.features.replays import Reviews
from bot.features.replays.screen import WaitingPages
from data.errors import StorageError
from tests.e2e.test_led_to_the_review import give_up, played
from tests.e2e.test_looking_back import looking_back
from tests.e2e.test_practice_matches import thinker
from tests.kit.table import World, look, message_of, pass_time

WAITING = "I am still reviewing this match"
ITSELF = "My review appears here in a few minutes."


async def opened_early(world: World, mistakes: int = 1, seconds: float = 60) -> Any:
    """Ada has lost to the bot and looks back at once; what she is shown."""
    thread = await played(world, mistakes)
    thinker(world).judging = seconds
    board = await give_up(world, thread)
    message = message_of(await world.ada.click(board, label="Replay"))
    assert WAITING in look(message).text
    assert ITSELF in look(message).text
    assert "The match begins." in look(message).text
    return message


async def judged(world: World) -> None:
    for _ in range(4):
        await pass_time(world, thinker(world).judging)
    review = await world.client.services[Reviews].of(await world.match())
    assert review is not None
    assert review.is_whole


async def test_it_leads_to_the_move_that_cost_most_without_a_press(world: World) -> None:
    message = await opened_early(world)
    await judged(world)
    shown = look(message)
    assert WAITING not in shown.text
    assert "Move 1 of " in shown.text
    assert "` cost you most.** With " in shown.text
    assert shown.pictures == 2


async def test_whoever_has_turned_on_stays_where_they_are(world: World) -> None:
    message = await opened_early(world)
    await world.ada.click(message, label="⏭")
    assert WAITING in look(message).text
    await judged(world)
    shown = look(message)
    assert "Move 5 of 5" in shown.text
    assert "**Where a better move was missed**" in shown.text
    assert "Go to move 1" in shown.buttons


async def test_what_cannot_be_changed_any_more_is_left_alone(world: World) -> None:
    message = await opened_early(world, seconds=300)
    await judged(world)
    assert WAITING in look(message).text
    assert not world.client.services[WaitingPages].changeable


async def test_a_page_turned_in_that_instant_is_not_turned_back(world: World, monkeypatch) -> None:
    message = await opened_early(world)
    drawn = PictureService.chart

    async def turned_meanwhile(self: PictureService, *asked: Any) -> bytes:
        world.client.services[WaitingPages].forget(message.id)  # as a press does first of all
        return await drawn(self, *asked)

    monkeypatch.setattr(PictureService, "chart", turned_meanwhile)
    await judged(world)
    assert WAITING in look(message).text


async def test_a_press_comes_before_what_is_shown_by_itself(world: World, monkeypatch) -> None:
    message = await opened_early(world)
    drawn, waiting = PictureService.still, list[int]()

    async def looked(self: PictureService, *asked: Any) -> bytes:
        waiting.append(len(world.client.services[WaitingPages].changeable))
        return await drawn(self, *asked)

    monkeypatch.setattr(PictureService, "still", looked)
    await world.ada.click(message, label="▶")
    assert waiting == [0]  # while it is drawn, nothing is shown there by itself
    assert len(world.client.services[WaitingPages].changeable) == 1


async def test_a_page_that_cannot_be_shown_holds_up_nobody(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await opened_early(world)
    second = await looking_back(world, world.ben)
    assert WAITING in look(second).text
    drawn, failed = PictureService.chart, list[Exception]()

    async def fails_once(self: PictureService, *asked: Any) -> bytes:
        if not failed:
            failed.append(StorageError("away"))
            raise failed[0]
        return await drawn(self, *asked)

    monkeypatch.setattr(PictureService, "chart", fails_once)
    await judged(world)
    await pass_time(world, 10)  # the job went on: one that ends begins again, and shows them
    assert sorted(WAITING in look(page).text for page in (first, second)) == [False, True]
    late = first if WAITING in look(first).text else second
    await (world.ada if late is first else world.ben).click(late, label="⏭")
    assert WAITING not in look(late).text
