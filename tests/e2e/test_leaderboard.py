"""``/leaderboard``, as people see it, and a list that stands in a channel."""

from typing import Any

import pytest

from bot.features.ratings import Rating
from tests.e2e.test_profile import match_of
from tests.kit.rated_crowd import add_crowd
from tests.kit.shown import file_of
from tests.kit.table import DAY, Shown, World, hide_elsewhere, look, pass_time, press

GAME = "apart"
OTHERS = ("Detach", "Halves", "Abande", "Glaisher")
"""The buttons to the lists of the other games."""


async def leaderboard(world: World, who: Any, kind: str | None = None) -> Any:
    message = (await who.slash(world.channel, "leaderboard", game=GAME)).response
    if kind is not None:
        await who.select(message, [kind])
    return message


async def crowd(world: World, size: int, first: int = 1000) -> None:
    """Strangers with settled ratings below Ada's, in this server and everywhere."""
    now = world.client.now()
    ratings = [Rating(34 - number / 10, 2.0, now) for number in range(size)]
    for scope in (world.server.id, 0):
        await world.client.services.database.write(add_crowd, GAME, scope, ratings, first)


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
    assert "Ada" in first
    assert "1\u20130\u20130" in first
    assert "\u25b2" in first
    assert "Ben" in second
    assert "You: place **1** of 2" in shown.text
    chloe = look(await leaderboard(world, world.chloe, "everywhere all"))
    assert "Everywhere: all time" not in chloe.text.splitlines()[0]
    assert "Ada" in lines(chloe)[0]
    assert "You have played no rated match of Apart anywhere yet." in chloe.text


async def test_without_a_game_one_is_shown_and_leads_to_the_others(world: World) -> None:
    asked = await world.ada.slash(world.channel, "leaderboard")
    assert "You have played no rated match of Detach here yet." in world.answer(asked).text
    await world.ada.select(asked.response, ["everywhere active"])
    assert "You have played no rated match of Detach anywhere yet." in world.answer(asked).text
    await world.ada.click(asked.response, label="Halves")
    assert "You have played no rated match of Halves anywhere yet." in world.answer(asked).text
    assert "Detach" in world.answer(asked).buttons


async def test_pages_are_turned_and_lead_to_ones_own(world: World) -> None:
    await match_of(world)
    await crowd(world, 25)
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


async def test_other_lists_are_chosen_from_the_list(world: World) -> None:
    await match_of(world)
    message = await leaderboard(world, world.ada)
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


KEEP = "lb:apart:here:active:0:live"


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
    assert (first.pictures, first.alt, first.buttons) == (0, None, ("My place",))
    await match_of(world)
    assert standing(world) == [first]  # posted less than two minutes ago
    await pass_time(world, 121)
    (after,) = standing(world)
    assert after.id == first.id
    assert "Ada" in after.text
    assert "Ben" in after.text
    assert after.pinged == ()
    assert after.pictures == 1
    assert ": 1. Ada " in (after.alt or "")
    drawn = await file_of(world.message(world.channel, after.id))
    await match_of(world)
    await match_of(world)
    assert standing(world) == [after]
    await pass_time(world, 121)
    (later,) = standing(world)
    assert "3\u20130\u20130" in later.text
    assert later.alt != after.alt
    assert await file_of(world.message(world.channel, later.id)) != drawn
    await pass_time(world, 2 * DAY)
    assert standing(world) == [later]  # nothing has changed
    own = await world.ben.click(world.message(world.channel, later.id), label="My place")
    assert "You: place **2** of 2" in world.answer(own).text
    assert world.answer(own).ephemeral
    await pass_time(world, 60 * DAY)  # who plays no more drops out
    (empty,) = standing(world)
    assert "Nobody is listed yet" in empty.text
    assert (empty.pictures, empty.alt) == (0, None)


async def test_a_list_stands_without_its_picture_where_none_may_be_sent(
    world: World, keeper: Any
) -> None:
    world.forbid(world.channel, attach_files=True)
    await keep(world, keeper)
    await match_of(world)
    await pass_time(world, 121)
    (shown,) = standing(world)
    assert (shown.pictures, shown.alt) == (0, None)
    assert "Ada" in shown.text


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
    forged = await press(world, world.ada, message, KEEP)
    assert "Manage Server" in world.answer(forged).text
    await keep(world, keeper)
    again = await press(world, keeper, await leaderboard(world, keeper), KEEP)
    assert "has this list already" in world.answer(again).text
    assert len(standing(world)) == 1


async def test_without_a_game_it_is_the_one_most_played(world: World) -> None:
    first = look((await world.ada.slash(world.channel, "leaderboard")).response)
    assert first.text.startswith("### Detach: leaderboard")
    await match_of(world)
    message = (await world.ada.slash(world.channel, "leaderboard")).response
    assert look(message).text.startswith("### Apart: leaderboard")
    await world.ada.click(message, label="Halves")
    assert look(message).text.startswith("### Halves: leaderboard")
