"""Reading rules: every page of every game, turned by buttons that need no memory."""

from typing import Any

import pytest

from bot.services import rulebook as handbook
from bot.services.rulebook import rules_pages
from rules import GAMES
from tests.kit.limits import components
from tests.kit.play import SHORT_APART, begin, play, play_all
from tests.kit.shown import look
from tests.kit.world import World, press

LIST = 3


async def read(world: World, who: Any, game: str = "apart") -> Any:
    """The private message with the first page."""
    result = await who.slash(world.channel, "rules", game=game)
    return result.followups[-1] if result.followups else result.response


def list_id(message: Any) -> str:
    stored = getattr(message, "_message", message)
    found = [each for each in components(stored.components) if each.get("type") == LIST]
    return str(found[0]["custom_id"])


@pytest.mark.parametrize("game", GAMES)
async def test_every_page_is_reached_by_next(world: World, game: str) -> None:
    message = await read(world, world.ada, game)
    pages = rules_pages(game)
    for number, page in enumerate(pages, start=1):
        seen = look(message)
        assert seen.ephemeral
        assert f"{GAMES[game].info.name}: {page.title}" in seen.text
        assert f"Page {number} of {len(pages)}" in seen.text
        assert seen.pictures == (page.illustration is not None)
        if page.illustration is not None:
            assert page.illustration.caption in seen.text
            assert seen.alt == page.illustration.alt
        if number < len(pages):
            await world.ada.click(message, label="Next ▶")
    assert "Next ▶" not in look(message).buttons
    await world.ada.click(message, label="◀ Previous")
    assert f"Page {len(pages) - 1} of" in look(message).text


async def test_the_rules_open_beside_a_first_board(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    board = thread.last_message
    clicked = await world.ben.click(board, label="Rules")
    assert "Apart: In short" in world.answer(clicked).text
    assert world.answer(clicked).ephemeral
    assert "The match begins." in world.shown(thread)[-1].text
    await play_all(world, thread, (world.ada, world.ben), SHORT_APART[:2])
    assert "Rules" not in world.shown(thread)[-1].buttons


async def test_who_practises_has_the_rules_at_hand_from_the_first_answer_on(world: World) -> None:
    begun = await world.ada.slash(world.channel, "practice", game="halves")
    await world.settle()
    answer = begun.followups[-1] if begun.followups else begun.response
    clicked = await world.ada.click(answer, label="Rules")
    assert "Halves: In short" in world.answer(clicked).text
    assert "has begun" in look(answer).text  # it stands as it stood
    thread = world.thread()
    await play(world, world.ada, thread, "n50")
    again = await world.ada.click(thread.last_message, label="Rules")
    assert "Halves: In short" in world.answer(again).text
    await world.restart()
    later = await world.ada.click(thread.last_message, label="Rules")
    assert "Halves: In short" in world.answer(later).text


async def test_a_page_is_chosen_from_the_list(world: World) -> None:
    message = await read(world, world.ada)
    last = len(rules_pages("apart")) - 1
    await world.ada.select(message, [str(last)], custom_id=list_id(message))
    assert "Apart: Rulings" in look(message).text
    assert look(message).pictures == 0


async def test_pages_turn_after_a_restart(world: World) -> None:
    message = await read(world, world.ada)
    await world.restart()
    await world.ada.click(message, label="Next ▶")
    assert "Page 2 of" in look(message).text


async def test_pages_that_are_not_there(world: World) -> None:
    message = await read(world, world.ada)
    beyond = await press(world, world.ada, message, "g:apart:999:show")
    assert "Apart: Rulings" in world.answer(beyond).text
    unknown = await press(world, world.ada, message, "g:chess:0:show")
    assert "I do not know that game" in world.answer(unknown).text
    odd = await press(world, world.ada, message, "g:apart:1:fly")
    assert "not in use any more" in world.answer(odd).text


async def test_texts_that_were_not_installed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    handbook._pages.cache_clear()
    monkeypatch.setattr(GAMES["apart"], "package", "tests.kit")
    result = await world.ada.slash(world.channel, "rules", game="apart")
    assert "The rules of Apart were not installed" in world.answer(result).text
