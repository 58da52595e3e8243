"""``/leaderboard`` as people see it, a list that stands in a channel, and the role of the first."""

from typing import Any

import discord
import pytest

from bot.features.ratings import Rating
from bot.screen.messenger.channels import INVITE
from tests.e2e.test_profile import match_of
from tests.kit.passing_time import pass_time
from tests.kit.people import fill, hide_elsewhere, keeper_of, server_panel, with_role
from tests.kit.play import FOUR_MOVES, begin, resign
from tests.kit.rated_crowd import add_crowd
from tests.kit.shown import Shown, file_of, look
from tests.kit.world import World, press

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


LIST, FORGED = "leaderboard", "ch:apart:board"
GIVING = INVITE | discord.Permissions(manage_roles=True)


@pytest.fixture
def keeper(world: World) -> Any:
    """Somebody who manages the server and its roles, which the bot may give."""
    world.allow(GIVING)
    return keeper_of(world, manage_roles=True)


def low_role(world: World, name: str = "Champion") -> Any:
    """A role below everybody's."""
    role = world.server.create_role(name)
    backend = world.env.backend
    roles = backend.get_guild(world.server.id).roles
    roles[role.id].position = 1
    for each in roles.values():
        if each.id not in (role.id, world.server.id):
            each.position = max(each.position, 2)
    return role


async def champion(world: World, keeper: Any, role: Any = None, command: str = LIST) -> str:
    """Choose the role on a list of Apart, or none; what the manager is told."""
    shown = await keeper.slash(world.channel, command, game="apart")
    form = await keeper.click(shown.response, label="Champion's role")
    return world.answer(await fill(keeper, form, **({"role": role} if role else {}))).text


async def listed_roles(world: World, keeper: Any) -> str:
    """What ``/server`` says of champions."""
    return look(await server_panel(keeper, world.channel)).text


def has(world: World, who: Any, role: Any) -> bool:
    return role.id in world.env.backend.get_guild(world.server.id).members[who.id].role_ids


async def beat(world: World, winner: Any, loser: Any) -> None:
    """A rated match that ``winner`` wins."""
    thread = await begin(world, winner, loser, *FOUR_MOVES)
    await resign(world, loser, thread)


async def test_the_role_goes_to_the_first_and_moves_on(world: World, keeper: Any) -> None:
    role = low_role(world)
    await beat(world, world.ada, world.ben)
    said = await champion(world, keeper, role)
    assert said == f"From now on, <@&{role.id}> goes to the leader of the Apart leaderboard."
    assert has(world, world.ada, role)
    listed = await listed_roles(world, keeper)
    assert f"<@{world.ada.id}>" in listed
    for _ in range(2):
        await beat(world, world.ben, world.ada)
    assert has(world, world.ben, role)
    assert not has(world, world.ada, role)
    off = await champion(world, keeper)
    assert f"<@{world.ben.id}> keeps <@&{role.id}>" in off


async def test_what_is_missing_is_told(world: World, keeper: Any) -> None:
    role = low_role(world)
    world.allow(INVITE)
    said = await champion(world, keeper, role)
    assert "I need the **Manage Roles** permission" in said
    world.allow(GIVING)
    high = world.server.create_role("Owners")
    world.env.backend.edit_role(world.server.id, high.id, {"position": 99})
    assert "above my own role" in await champion(world, keeper, high)
    modest = with_role(world, "Modest", "Hosts", manage_guild=True)[0]
    assert "You cannot give" in await champion(world, modest, role)
    assert "of the Apart leaderboard" not in await listed_roles(world, keeper)
    nothing = "No role goes to the leader of the Apart leaderboard."
    assert await champion(world, keeper) == nothing
    await champion(world, keeper, role)
    assert "the leader of the Apart leaderboard, nobody yet" in await listed_roles(world, keeper)
    assert await champion(world, keeper) == nothing
    players = world.answer(await world.ada.slash(world.channel, LIST, game="apart"))
    assert "Champion's role" not in players.buttons
    forged = await press(world, world.ada, await server_panel(keeper, world.channel), FORGED)
    assert "Only people with the Manage Server permission" in world.answer(forged).text


async def test_a_person_or_role_that_is_gone(world: World, keeper: Any) -> None:
    role = low_role(world)
    await champion(world, keeper, role)
    await beat(world, world.ada, world.ben)
    assert has(world, world.ada, role)
    world.env.backend.remove_member(world.server.id, world.ada.id)
    await world.settle()
    for _ in range(3):
        await beat(world, world.ben, world.chloe)
    assert has(world, world.ben, role)
    world.env.backend.delete_role(world.server.id, role.id)
    await world.settle()
    await beat(world, world.chloe, world.ben)
    lost = "The role for the first in **Apart** was deleted"
    assert lost in world.answer(await keeper.slash(world.channel, "server")).text
    await champion(world, keeper, low_role(world))
    assert lost not in world.answer(await keeper.slash(world.channel, "server")).text


async def test_the_servers_owner_needs_no_role_of_their_own(world: World) -> None:
    """Without the members intent the owner is not in the cache, so only their number tells."""
    world.allow(GIVING)
    backend, role = world.env.backend, low_role(world)
    known = world.client.get_guild(world.server.id)
    assert known is not None
    backend.get_guild(world.server.id).owner_id = known.owner_id = world.dan.id
    known._members.pop(world.dan.id, None)
    assert known.owner is None
    said = await champion(world, world.dan, role)
    assert said == f"From now on, <@&{role.id}> goes to the leader of the Apart leaderboard."
