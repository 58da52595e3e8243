"""Profiles, rated matches that they count, and following people and matches."""

import re
from typing import Any

from bot.features.watching import WatchService
from data.ids import PlayerId
from tests.kit.people import acting, hide_elsewhere
from tests.kit.play import FOUR_MOVES, SHORT_APART, begin, offer, play_all, resign
from tests.kit.reminding import directs
from tests.kit.shown import Shown, called, lists, look
from tests.kit.world import World, press


async def profile(world: World, who: Any, **options: Any) -> Any:
    return (await who.slash(world.channel, "profile", **options)).response


async def match_of(world: World, **options: Any) -> Shown:
    """The result of a match in which Ben gives up after both have moved twice."""
    thread = await begin(world, world.ada, world.ben, *FOUR_MOVES, **options)
    return await resign(world, world.ben, thread)


async def test_a_profile_tells_what_somebody_has_played(world: World) -> None:
    await begin(world, world.ada, world.ben, "b2-b4")  # what goes on is in no profile
    empty = look(await profile(world, world.ada))
    assert "No match finished yet. Use `/challenge` to begin a match" in empty.text
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


async def watched(who: Any, where: Any) -> Any:
    return (await who.slash(where, "watch")).response


async def followed(world: World, who: Any) -> Any:
    """Somebody finds the first match and asks how it ends; what they are shown."""
    listed = await watched(who, world.channel)
    await who.select(listed, ["1"], custom_id="l:board")
    await who.click(listed, label="Follow")
    return listed


async def test_a_running_match_is_found_and_looked_at_by_anybody(world: World) -> None:
    assert "No match is played here now." in look(await watched(world.dan, world.channel)).text
    await begin(world, world.ada, world.ben, "b2-b4")
    listed = await watched(world.dan, world.channel)
    seen = look(listed)
    assert seen.ephemeral
    assert f"<@{world.ada.id}> and <@{world.ben.id}>" in seen.text
    await world.dan.select(listed, ["1"], custom_id="l:board")
    seen = look(listed)
    assert "White jumps b2 to b4." in seen.text
    assert seen.buttons == ("Replay", "Follow", "Last move", "Touching", "Text")
    await world.dan.click(listed, label="Replay")
    assert "Start · 1 move in all" in look(listed).text


async def test_whoever_asks_is_told_how_it_ends(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    listed = await followed(world, world.dan)
    assert "I will send you a direct message" in look(listed).text
    other = await followed(world, world.chloe)
    await world.chloe.click(other, label="Stop following")
    assert look(other).text == "I will not notify you about this match."
    await resign(world, world.ben, thread)
    (news,) = told(world, world.dan)
    assert told(world, world.chloe) == []
    assert f"between {called(world.ada)} and {called(world.ben)} is over." in news
    assert f"{called(world.ada)} (White) wins by resignation." in news
    late = await press(world, world.dan, listed, "m:1:0:follow")
    assert "This match is over." in world.answer(late).text


async def profile_of(world: World, who: Any, person: Any) -> Any:
    return (await who.slash(world.channel, "profile", player=person)).response


async def follow(world: World, who: Any, person: Any) -> Any:
    shown = await profile_of(world, who, person)
    await who.click(shown, label="Follow")
    return shown


def told(world: World, who: Any) -> list[str]:
    """What somebody was told in direct messages about matches that are over."""
    return [each.text for each in directs(world, who) if "is over" in each.text]


async def test_a_friends_results_come_once_each(world: World) -> None:
    shown = await follow(world, world.dan, world.ada)
    assert "I send you a direct message" in look(shown).text
    assert look(shown).buttons == ("Head to head", "Stop following")
    await follow(world, world.dan, world.ben)
    await follow(world, world.ada, world.ben)
    thread = await begin(world, world.ada, world.ben)
    listed = await watched(world.dan, world.channel)
    assert f"You follow <@{world.ada.id}> and <@{world.ben.id}>." in look(listed).text
    await resign(world, world.ben, thread)
    (news,) = told(world, world.dan)
    assert f"between {called(world.ada)} and {called(world.ben)} is over." in news
    assert f"{called(world.ada)} (White) wins by resignation." in news
    assert f"You follow {called(world.ada)} and {called(world.ben)} in another server." in news
    assert told(world, world.ada) == []  # who plays knows
    assert told(world, world.chloe) == []
    thread = await begin(world, world.ada, world.ben)
    await press(world, world.dan, thread.last_message, "m:2:0:follow")
    await resign(world, world.ben, thread)
    assert len(told(world, world.dan)) == 2
    await world.ben.slash(world.channel, "play", game="apart", level=1)
    await resign(world, world.ben, world.thread())  # a match against the bot is no news
    thread = await begin(world, world.ada, world.ben)
    world.hide(world.channel, world.dan)
    listed = await watched(world.dan, world.server.create_text_channel("open"))
    assert "No match is played here now." in look(listed).text
    forged = await press(world, world.dan, listed, "m:4:0:follow")
    assert "You can look back at your own matches" in world.answer(forged).text
    await resign(world, world.ben, thread)
    assert len(told(world, world.dan)) == 2
    alone = (await world.dan.user.slash("profile", player=world.chloe)).response
    assert "Follow" not in look(alone).buttons


async def test_one_list_has_all_that_somebody_follows(world: World) -> None:
    await begin(world, world.ada, world.ben)
    await followed(world, world.dan)
    shown = await follow(world, world.dan, world.ben)
    await world.dan.click(shown, label="Stop following")
    assert look(shown).buttons == ("Head to head", "Follow")
    await follow(world, world.dan, world.chloe)
    listed = await watched(world.dan, world.channel)
    assert f"You follow Apart · match 1 and <@{world.chloe.id}>." in look(listed).text
    assert [each["label"] for each in lists(listed)[1]["options"]] == ["Apart · match 1", "Chloe"]
    await world.dan.select(listed, [f"p{world.chloe.id}"], custom_id="wf")
    assert "You follow Apart · match 1." in look(listed).text
    await world.dan.select(listed, ["m1"], custom_id="wf")
    assert "**Follow** a match" in look(listed).text
    await resign(world, world.ben, world.thread())
    assert told(world, world.dan) == []


async def test_a_block_parts_both_ways(world: World) -> None:
    await follow(world, world.dan, world.ada)
    await world.ada.slash(world.channel, "block", person=world.dan)
    await resign(world, world.ben, await begin(world, world.ada, world.ben))
    assert told(world, world.dan) == []
    shown = await profile_of(world, world.ben, world.ada)
    forged = await press(world, world.ben, shown, f"pf:{world.ben.id}:all:follow")
    assert "You cannot follow yourself." in world.answer(forged).text
    again = await profile_of(world, world.dan, world.ben)
    refused = await press(world, world.dan, again, f"pf:{world.ada.id}:all:follow")
    assert world.answer(refused).text == f"<@{world.ada.id}> cannot be followed right now."
    shown = await profile_of(world, world.ada, world.dan)
    own = await world.ada.click(shown, label="Follow")
    assert world.answer(own).text.startswith(f"You have blocked <@{world.dan.id}>.")


async def test_fifty_people_are_followed_at_most(world: World) -> None:
    watching, dan = world.client.services[WatchService], acting(world, world.dan)
    for number in range(50):
        await watching.follow_person(dan, PlayerId(10_000 + number))
    await watching.follow_person(dan, PlayerId(10_007))  # whoever is followed already may be again
    shown = await profile_of(world, world.dan, world.ada)
    full = await world.dan.click(shown, label="Follow")
    assert world.answer(full).text == (
        "You follow 50 already, which is the limit. Stop following one of them first."
    )
