"""Rated and friendly matches, and what people are told when they are over."""

import re
from typing import Any

from tests.kit.people import with_role
from tests.kit.play import SHORT_APART, begin, offer, play, play_all
from tests.kit.shown import Shown, look
from tests.kit.world import World

RATED = "It moves the ratings of its players."
FOUR_MOVES = ("b2-b4", "b7-b5", "c2-c4", "c7-c5")


async def resigned(world: World, thread: Any, who: Any) -> Shown:
    """The result after somebody has given up."""
    asked = await who.slash(thread, "resign")
    await who.click(asked.response, label="Resign")
    await world.settle()
    return world.shown(thread)[-1]


async def match_of(world: World, **options: Any) -> Shown:
    """The result of a match in which Ben gives up after both have moved twice."""
    thread = await begin(world, world.ada, world.ben, **options)
    for who, text in zip((world.ada, world.ben) * 2, FOUR_MOVES, strict=True):
        await play(world, who, thread, text)
    return await resigned(world, thread, world.ben)


async def test_a_rated_match_from_its_card_to_its_result(world: World) -> None:
    offered = await offer(world, world.ada, [world.ben])
    assert RATED in world.shown(world.channel)[-1].text
    await world.ben.click(offered.response, label="Accept")
    await world.settle()
    thread = world.thread()
    assert "-# Rated" in world.shown(thread)[-1].text
    await play_all(world, thread, (world.ada, world.ben), SHORT_APART)
    result = world.shown(thread)[-1]
    won, record = result.text.splitlines()[-2:]
    assert re.search(r"Ada.* 1500\? → \*\*(\d+)\?\*\*, \+\d+ · .*Ben.* 1500\? → ", won)
    assert re.search(r"Apart so far: .*Ada.* 1, .*Ben.* 0$", record)
    assert f"<@{world.ada.id}> (White) wins: " in result.text
    assert result.buttons[:2] == ("Rematch", "Replay")


async def test_a_second_match_goes_on_from_the_first(world: World) -> None:
    first = await match_of(world)
    second = await match_of(world)
    (after,) = re.findall(r"Ada\S* 1500\? → \*\*(\d+)\?\*\*", first.text)
    assert re.search(rf"Ada\S* {after}\? → ", second.text)
    assert re.search(r"Ada\S* 2, \S*Ben\S* 0$", second.text)


async def test_a_friendly_match_says_so_everywhere(world: World) -> None:
    offered = await offer(world, world.ada, [world.ben], rated="friendly")
    assert "**Friendly.** It moves no rating." in world.shown(world.channel)[-1].text
    await world.ben.click(offered.response, label="Accept")
    await world.settle()
    thread = world.thread()
    assert "-# Friendly" in world.shown(thread)[-1].text
    await play_all(world, thread, (world.ada, world.ben), SHORT_APART)
    result = world.shown(thread)[-1]
    assert "Not rated: it was a friendly match." in result.text
    assert "Ada" in result.text.splitlines()[-1]
    await world.ben.click(thread.last_message, label="Rematch")
    await world.settle()
    assert "**Friendly.** It moves no rating." in world.shown(world.channel)[-1].text


async def test_a_match_that_was_too_short_says_why_it_is_not_rated(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    result = await resigned(world, thread, world.ben)
    assert "Not rated: not everybody had moved twice." in result.text


async def test_the_card_of_the_sixth_match_in_a_week_says_why_it_is_friendly(
    world: World,
) -> None:
    for _ in range(5):
        await begin(world, world.ada, world.ben)
    await offer(world, world.ada, [world.ben])
    card = world.shown(world.channel)[-1]
    assert (
        "**Friendly.** It moves no rating: the same players had five rated matches of it within "
        "a week." in card.text
    )


async def test_a_ruling_tells_the_ratings_as_they_are_then(world: World) -> None:
    result = await match_of(world)
    assert re.search(r"Ada\S* 1500\? → \*\*15", result.text)
    keeper, _ = with_role(world, "Keeper", "Keepers", manage_guild=True)
    thread = world.thread()
    form = await keeper.slash(world.channel, "manage annul", match=1)
    await keeper.submit_modal(form, {"reason": "They tried the bot out"})
    await world.settle()
    after = world.shown(thread)[-1]
    assert "annulled the match" in after.text
    assert "\u2192" not in after.text


async def test_a_server_begins_with_friendly_matches_if_it_likes(world: World) -> None:
    keeper, _ = with_role(world, "Keeper", "Keepers", manage_guild=True)
    panel = (await keeper.slash(world.channel, "server settings")).response
    await keeper.click(panel, label="Friendly as usual")
    await world.settle()
    assert "challenges are friendly where nothing else is said" in look(panel).text
    await offer(world, world.ada, [world.ben])
    assert "**Friendly.**" in world.shown(world.channel)[-1].text
    await offer(world, world.ada, [world.chloe], rated="rated")
    assert RATED in world.shown(world.channel)[-1].text
