"""``/leaderboard``, as people see it, and a list that stands in a channel."""

from typing import Any

import pytest

from bot.features.ratings import Rating
from tests.e2e.test_profile import match_of
from tests.kit.rated_crowd import add_crowd
from tests.kit.shown import file_of
from tests.kit.table import DAY, Shown, World, hide_elsewhere, look, pass_time, press

GAME = "apart"
OTHERS = ("Detach", "Halves", "Abande", "Glaisher", "The Daily")
"""The buttons to the lists of the other games."""


async def leaderboard(world: World, who: Any, kind: str | None = None) -> Any:
    message = (await who.slash(world.channel, "leaderboard", game=GAME)).response
    if kind is not None:
        await who.select(message, [kind])
    return message


def lines(shown: Shown) -> list[str]:
    return [line for line in shown.text.splitlines() if line.startswith("**")]


async def test_a_leaderboard_shows_the_players_and_ones_own_place(world: World) -> None:
    empty = look(await leaderboard(world, world.ada))
    assert empty.ephemeral
    assert "Nobody is listed yet" in empty.text
    assert "You have played no rated match of Apart here yet." in empty.text
    await match_of(world)
    shown = look(await leaderboard(world, world.ada))
    first, second = lines(shown)
    assert shown.pictures == 1
    assert "1. Ada (you) " in (shown.alt or "")
    for part in ("Ada", "1\u20130\u20130", "\u25b2"):
        assert part in first
    assert "Ben" in second
    assert "You: place **1** of 2" in shown.text
    chloe = look(await leaderboard(world, world.chloe, "everywhere all"))
    assert "Everywhere: all time" not in chloe.text.splitlines()[0]
    assert "Ada" in lines(chloe)[0]
    assert "You have played no rated match of Apart anywhere yet." in chloe.text


async def test_pages_are_turned_and_lead_to_ones_own(world: World) -> None:
    await match_of(world)
    # strangers with settled ratings below Ada's, in this server and everywhere
    ratings = [Rating(34 - number / 10, 2.0, world.client.now()) for number in range(25)]
    for scope in (world.server.id, 0):
        await world.client.services.database.write(add_crowd, GAME, scope, ratings)
    message = await leaderboard(world, world.ada)
    shown = look(message)
    assert len(lines(shown)) == 10
    assert "Page 1 of 3, 27 players" in shown.text
    assert shown.buttons == ("Down", "My place", *OTHERS)
    await world.ada.click(message, label="Down")
    assert look(message).buttons == ("Up", "Down", "My place", *OTHERS)
    await world.ada.click(message, label="My place")
    own = look(message)
    assert "Page 3 of 3" in own.text
    assert "Ada" in own.text
    assert "You: place **26** of 27" in own.text
    await world.restart()
    await world.ada.click(message, label="Up")
    assert "Page 2 of 3" in look(message).text
    await world.ada.select(message, ["everywhere month"])
    assert "Everywhere: this month" in look(message).text
    assert "change this month" in look(message).text


async def test_who_has_left_is_named_only_if_they_agreed(world: World) -> None:
    await match_of(world)
    world.env.backend.remove_member(world.server.id, world.ben.id)
    former = look(await leaderboard(world, world.ada))
    assert "former member" in lines(former)[1]
    assert "Ben" not in former.text
    elsewhere = look(await leaderboard(world, world.ada, "everywhere active"))
    assert "Ben" in lines(elsewhere)[1]
    await hide_elsewhere(world, world.ada)
    outside = look((await world.ben.user.slash("leaderboard", game=GAME)).response)
    assert "Everywhere: active players" in outside.text
    assert "hidden player" in lines(outside)[0]
    assert "Ben" in lines(outside)[1]


async def keep(world: World, keeper: Any) -> str:
    """Put the list into the channel; what the manager is told."""
    message = await leaderboard(world, keeper)
    await keeper.click(message, label="Keep it here")
    return look(message).text


def standing(world: World) -> list[Shown]:
    return [each for each in world.shown(world.channel) if "leaderboard" in each.text]


async def test_a_list_stands_in_a_channel_and_follows(world: World, keeper: Any) -> None:
    assert "It updates every two minutes at most." in await keep(world, keeper)
    (first,) = standing(world)
    assert "Nobody is listed yet" in first.text
    assert (first.pictures, first.buttons) == (0, ("My place",))
    await match_of(world)
    assert standing(world) == [first]  # posted less than two minutes ago
    await pass_time(world, 121)
    (after,) = standing(world)
    assert "Ada" in after.text
    assert (after.id, after.pinged, after.pictures) == (first.id, (), 1)
    assert ": 1. Ada " in (after.alt or "")
    drawn = await file_of(world.message(world.channel, after.id))
    await match_of(world)
    assert standing(world) == [after]
    await pass_time(world, 121)
    (later,) = standing(world)
    assert "2\u20130\u20130" in later.text
    assert later.alt != after.alt
    assert await file_of(world.message(world.channel, later.id)) != drawn
    world.forbid(world.channel, attach_files=True)
    await match_of(world)
    await pass_time(world, 121)
    (later,) = standing(world)
    assert (later.pictures, later.alt) == (0, None)
    assert "3\u20130\u20130" in later.text
    own = await world.ben.click(world.message(world.channel, later.id), label="My place")
    assert "You: place **2** of 2" in world.answer(own).text
    assert world.answer(own).ephemeral


@pytest.mark.night
async def test_who_plays_no_more_drops_out_of_a_list_that_stands(world: World, keeper: Any) -> None:
    await match_of(world)
    await keep(world, keeper)
    await pass_time(world, 61 * DAY)
    (empty,) = standing(world)
    assert "Nobody is listed yet" in empty.text
    assert (empty.pictures, empty.alt) == (0, None)


@pytest.mark.parametrize("deleted", [True, False])
async def test_a_list_that_is_deleted_or_taken_down_has_ended(
    world: World, keeper: Any, deleted: bool
) -> None:
    await keep(world, keeper)
    before = standing(world)
    message = await leaderboard(world, keeper)
    if deleted:
        world.env.backend.delete_message(world.channel.id, before[0].id)
    else:
        await keeper.click(message, label="Take it down")
        assert "no longer updates" in look(message).text
    await match_of(world)
    await pass_time(world, 121)
    assert standing(world) == ([] if deleted else before)
    assert "Keep it here" in look(await leaderboard(world, keeper)).buttons


async def test_only_managers_put_lists_into_channels(world: World, keeper: Any) -> None:
    message = await leaderboard(world, world.ada)
    assert look(message).buttons == OTHERS
    forged = await press(world, world.ada, message, "lb:apart:here:active:0:live")
    assert "Manage Server" in world.answer(forged).text
    await keep(world, keeper)
    again = await press(world, keeper, message, "lb:apart:here:active:0:live")
    assert "has this list already" in world.answer(again).text
    assert len(standing(world)) == 1


async def test_without_a_game_it_is_the_one_most_played(world: World) -> None:
    asked = await world.ada.slash(world.channel, "leaderboard")
    assert world.answer(asked).text.startswith("### Detach: leaderboard")
    await world.ada.select(asked.response, ["everywhere active"])
    await world.ada.click(asked.response, label="Halves")
    assert "You have played no rated match of Halves anywhere yet." in world.answer(asked).text
    assert "Detach" in world.answer(asked).buttons
    await match_of(world)
    asked = await world.ada.slash(world.channel, "leaderboard")
    assert world.answer(asked).text.startswith("### Apart: leaderboard")
