"""``/profile``, **Head to head**, and the rated matches that they count."""

import re
from typing import Any

from tests.kit.shown import called
from tests.kit.table import (
    FOUR_MOVES,
    SHORT_APART,
    Shown,
    begin,
    hide_elsewhere,
    look,
    offer,
    play_all,
    press,
    resign,
)
from tests.kit.world import World


async def profile(world: World, who: Any, **options: Any) -> Any:
    return (await who.slash(world.channel, "profile", **options)).response


async def match_of(world: World, **options: Any) -> Shown:
    """The result of a match in which Ben gives up after both have moved twice."""
    thread = await begin(world, world.ada, world.ben, *FOUR_MOVES, **options)
    return await resign(world, world.ben, thread)


async def test_a_profile_tells_what_somebody_has_played(world: World) -> None:
    await begin(world, world.ada, world.ben, "b2-b4")  # what goes on is in no profile
    empty = look(await profile(world, world.ada))
    assert "No match finished yet. `/challenge` begins a match" in empty.text
    assert empty.pictures == 0
    await match_of(world)
    await match_of(world, rated="friendly")
    own = await profile(world, world.ada)
    shown = look(own)
    assert shown.ephemeral
    assert "2 matches: 2 won, 0 drawn, 0 lost." in shown.text
    assert "in this server, **" in shown.text
    assert shown.alt is not None
    assert "2 matches in 26 weeks" in shown.alt
    assert shown.buttons == ()
    await world.ada.select(own, ["apart"])
    game = look(own)
    assert "Record: 2\u20130\u20130" in game.text
    assert "moving first 2\u20130\u20130" in game.text
    assert "W W (2 wins in a row)" in game.text
    assert f"<@{world.ben.id}> 2\u20130\u20130" in game.text
    assert game.alt is not None
    assert "Apart rating in this server: " in game.alt
    assert "after one match" in game.alt
    assert game.pinged == ()
    theirs = look(await profile(world, world.chloe, player=world.ben, game="apart"))
    assert "Record: 0\u20130\u20132" in theirs.text
    assert theirs.buttons == ("Head to head", "Follow")
    menu = await world.chloe.context_menu(world.channel, "Show profile", world.ada)
    assert "2 matches: 2 won" in world.answer(menu).text


async def test_two_against_each_other_and_a_rematch(world: World) -> None:
    await match_of(world)
    await match_of(world)
    message = await profile(world, world.ben, player=world.ada)
    told = world.answer(await world.ben.click(message, label="Head to head"))
    assert "**Apart**: \u2068Ben\u2069 0, \u2068Ada\u2069 2" in told.text
    assert told.text.count("wins") == 2
    assert "Rematch" in told.buttons
    opened = await world.ben.context_menu(world.channel, "Head to head", world.ada)
    await world.ben.click(opened.response, label="Rematch")
    assert "Rematch: Apart" in world.shown(world.thread())[-1].text
    nothing = await world.chloe.context_menu(world.channel, "Head to head", world.ada)
    assert "no match against each other yet" in world.answer(nothing).text
    own = await world.ada.context_menu(world.channel, "Head to head", world.ada)
    assert "That is you." in world.answer(own).text


async def test_who_hides_is_seen_only_where_they_are(world: World) -> None:
    await match_of(world)
    await hide_elsewhere(world, world.ben)
    assert "1 match" in look(await profile(world, world.ada, player=world.ben)).text
    elsewhere = await world.ada.user.slash("profile", player=world.ben.user)
    told = world.answer(elsewhere)
    assert told.text == "This player shows their profile only in servers that they are in."
    compare = f"pf:{world.ben.id}:all:versus"
    met = await press(world, world.ada.user, elsewhere.response, compare)
    assert "wins" in world.answer(met).text
    theirs = await world.chloe.user.slash("profile", player=world.ben.user)
    unknown = await press(world, world.chloe.user, theirs.response, compare)
    assert world.answer(unknown).text == told.text
    assert "1 match" in world.answer(await world.ben.user.slash("profile")).text
    named = f"Most often against: <@{world.ben.id}>"
    assert named in look(await profile(world, world.chloe, player=world.ada, game="apart")).text
    outside = await world.chloe.user.slash("profile", player=world.ada.user, game="apart")
    assert "Most often against: *hidden player* 1\u20130\u20130" in world.answer(outside).text
    assert str(world.ben.id) not in world.answer(outside).text
    own = await world.ben.user.slash("profile", player=world.ada.user, game="apart")
    assert named in world.answer(own).text


async def test_a_rated_match_from_its_card_to_its_result(world: World) -> None:
    offered = await offer(world, world.ada, [world.ben])
    assert "It changes the players' ratings." in world.shown(world.channel)[-1].text
    await world.ben.click(offered.response, label="Accept")
    thread = world.thread()
    assert "-# Rated" in world.shown(thread)[-1].text
    await play_all(world, thread, (world.ada, world.ben), SHORT_APART)
    result = world.shown(thread)[-1]
    won, record = result.text.splitlines()[-2:]
    assert re.search(r"Ada.* 1500\? → \*\*(\d+)\?\*\*, \+\d+ · .*Ben.* 1500\? → ", won)
    assert re.search(r"Apart so far: .*Ada.* 1, .*Ben.* 0$", record)
    assert f"{called(world.ada)} (White) wins: " in result.text
    assert result.buttons[:2] == ("Rematch", "Replay")


async def test_a_friendly_match_says_so_everywhere(world: World) -> None:
    result = await match_of(world, rated="friendly")
    (card,) = world.shown(world.channel)
    assert "**Friendly.** No rating changes." in card.text
    assert "-# Friendly" in world.shown(world.thread())[0].text
    assert "Not rated. It was a friendly match." in result.text
    assert "Ada" in result.text.splitlines()[-1]
    await world.ben.click(world.thread().last_message, label="Rematch")
    assert "**Friendly.** No rating changes." in world.shown(world.thread())[-1].text
    short = await begin(world, world.ada, world.ben, "b2-b4")
    result = await resign(world, world.ben, short)
    assert "Not rated. Not everybody had made two moves." in result.text
