"""``/leaderboard``, as people see it."""

from typing import Any

import pytest

from bot.services.ratings import Rating
from tests.e2e.test_rated import match_of
from tests.kit.rated_crowd import add_crowd
from tests.kit.shown import Shown, look
from tests.kit.world import World, press

GAME = "apart"


async def leaderboard(world: World, who: Any, **options: Any) -> Any:
    return (await who.slash(world.channel, "leaderboard", game=GAME, **options)).response


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
    assert "Nobody is listed now" in empty.text
    assert "You have played no rated match of Apart here yet." in empty.text
    await match_of(world)
    shown = look(await leaderboard(world, world.ada))
    first, second = lines(shown)
    assert "Ada" in first
    assert "1\u20130\u20130" in first
    assert "\u25b2" in first
    assert "Ben" in second
    assert "You: **1.** of 2" in shown.text
    chloe = look(await leaderboard(world, world.chloe, scope="everywhere", period="all"))
    assert "Everywhere: all time" not in chloe.text.splitlines()[0]
    assert "Ada" in lines(chloe)[0]
    assert "You have played no rated match of Apart anywhere yet." in chloe.text


async def test_pages_are_turned_and_lead_to_ones_own(world: World) -> None:
    await match_of(world)
    await crowd(world, 25)
    message = await leaderboard(world, world.ada)
    shown = look(message)
    assert len(lines(shown)) == 10
    assert "Page 1 of 3, 27 players" in shown.text
    assert shown.buttons == ("Down", "My place")
    await world.ada.click(message, label="Down")
    assert look(message).buttons == ("Up", "Down", "My place")
    await world.ada.click(message, label="My place")
    own = look(message)
    assert "Page 3 of 3" in own.text
    assert "Ada" in own.text
    assert "You: **26.** of 27" in own.text
    await world.restart()
    await world.ada.click(message, label="Up")
    assert "Page 2 of 3" in look(message).text


async def test_other_lists_are_chosen_from_the_list(world: World) -> None:
    await match_of(world)
    message = await leaderboard(world, world.ada)
    await world.ada.select(message, ["everywhere month"])
    assert "Everywhere: this month" in look(message).text
    assert "change this month" in look(message).text
    forged = await press(world, world.ada, message, "lb:chess:here:active:0:page")
    assert "I do not know that game." in world.answer(forged).text
    nothing = await press(world, world.ada, message, "lb:apart:here:all:0:kind")
    assert "This server: all time" in world.answer(nothing).text


async def test_who_has_left_is_named_only_if_they_agreed(world: World) -> None:
    await match_of(world)
    world.env.backend.remove_member(world.server.id, world.ben.id)
    former = look(await leaderboard(world, world.ada))
    assert "former member" in lines(former)[1]
    assert "Ben" not in former.text
    elsewhere = look(await leaderboard(world, world.ada, scope="everywhere"))
    assert "Ben" in lines(elsewhere)[1]


@pytest.mark.parametrize("here", [True, False])
async def test_whoever_hides_is_not_named_where_they_are_not(world: World, here: bool) -> None:
    await match_of(world)
    panel = (await world.ben.slash(world.channel, "settings")).response
    await world.ben.click(panel, label="My name")
    await world.ben.select(panel, ["True"], custom_id="u:hidden_elsewhere")
    if not here:
        world.env.backend.remove_member(world.server.id, world.ben.id)
    shown = look(await leaderboard(world, world.ada, scope="everywhere"))
    assert ("Ben" in shown.text) is here
    assert ("hidden player" in shown.text) is not here


async def test_direct_messages_have_the_list_of_everywhere(world: World) -> None:
    await match_of(world)
    result = await world.ada.user.slash("leaderboard", game=GAME, scope="here")
    shown = look(result.response)
    assert "Everywhere: active players" in shown.text
    assert "Ada" in shown.text


@pytest.mark.parametrize(
    "name", ["W" * 32, "\u202eevil", "@everyone", "**bold** `code`", "\U0001f600" * 32]
)
async def test_no_name_breaks_the_list(world: World, name: str) -> None:
    await match_of(world)
    world.env.backend.users[world.ada.id].global_name = name
    result = await world.ben.slash(world.channel, "leaderboard", game=GAME)
    shown = look(result.response)
    assert len(lines(shown)) == 2
    assert shown.pinged == ()
