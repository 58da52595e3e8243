"""Looking back at a match: position by position, or as an animation."""

import asyncio
from typing import Any

import pytest

from rules import GAMES
from tests.e2e.test_looking_back import submit
from tests.kit.play import SHORT_APART, begin
from tests.kit.shown import lists, look, message_of
from tests.kit.world import World

MOVES = len(SHORT_APART)
WON = "<@{}> (White) wins"
"""How that match ends, with who plays White."""


async def ended(world: World) -> Any:
    """A whole match between Ada and Ben; its thread."""
    thread = await begin(world, world.ada, world.ben)
    for text in SHORT_APART:
        await submit(world, text)
    async with asyncio.timeout(60):
        while len(world.shown(thread)) <= MOVES:  # each board is drawn and posted in its turn
            await world.settle()
    return thread


async def looking_back(who: Any, where: Any, **options: Any) -> Any:
    """The private message that /replay answers with."""
    return message_of(await who.slash(where, "replay", **options))


def jumps(message: Any) -> tuple[str, list[dict[str, Any]]]:
    """The list's custom_id and its options."""
    (found,) = lists(message)
    return found["custom_id"], found["options"]


async def test_stepping_through_a_match_from_its_start(world: World) -> None:
    thread = await ended(world)
    position, message = GAMES["apart"].start(), await looking_back(world.ada, thread)
    assert look(message).ephemeral
    assert "The match begins." in look(message).text
    for number, text in enumerate(SHORT_APART, start=1):
        sentence = str(position.describe(position.parse(text)))
        position = position.play(text)
        await world.ada.click(message, label="▶")
        seen = look(message)
        assert f"Move {number} of {MOVES}" in seen.text
        assert sentence in seen.text
        assert sentence in (seen.alt or "")
        assert seen.pictures == 2  # the board, and who was ahead
    assert WON.format(world.ada.id) in look(message).text
    await world.ada.click(message, label="◀")
    assert "wins" not in look(message).text
    assert f"Move {MOVES - 1} of" in look(message).text
    await world.ada.click(message, label="⏮")
    assert "The match begins." in look(message).text
    await world.ada.click(message, label="⏭")
    assert WON.format(world.ada.id) in look(message).text
    custom_id, options = jumps(message)
    assert [option["label"] for option in options[:2]] == ["Start", f"1. {SHORT_APART[0]}"]
    await world.ada.select(message, ["4"], custom_id=custom_id)
    assert f"Move 4 of {MOVES}" in look(message).text


@pytest.mark.night
async def test_long_matches_are_listed_in_parts(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    for number in range(26):
        moves = (await world.match()).position.moves()
        await submit(world, sorted(map(str, moves))[number % 7])
    await world.settle()
    message = await looking_back(world.ada, thread)
    custom_id, options = jumps(message)
    assert len(options) == 24
    assert options[-1]["label"] == "Later moves ▶"
    await world.ada.select(message, [options[-1]["value"]], custom_id=custom_id)
    assert "Move 23 of 26" in look(message).text
    custom_id, options = jumps(message)
    assert options[0]["label"] == "◀ Earlier moves"
    assert options[1]["label"].startswith("23. ")
    await world.ada.click(message, label="▶")
    custom_id, options = jumps(message)
    assert options[1]["label"].startswith("23. ")
    assert [option["value"] for option in options if option.get("default")] == ["24"]
    await world.ada.select(message, [options[0]["value"]], custom_id=custom_id)
    assert "Move 22 of 26" in look(message).text
