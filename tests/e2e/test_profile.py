"""``/profile`` and ``/versus``, and the same from the menu on a person."""

from typing import Any

from tests.e2e.test_rated import match_of
from tests.kit.play import begin, play
from tests.kit.shown import look
from tests.kit.world import World, press


async def profile(world: World, who: Any, **options: Any) -> Any:
    return (await who.slash(world.channel, "profile", **options)).response


async def test_a_profile_tells_what_somebody_has_played(world: World) -> None:
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
    assert "Apart, in this server: " in game.alt
    assert "after one match" in game.alt
    assert game.pinged == ()


async def test_anothers_profile_and_from_the_menu(world: World) -> None:
    await match_of(world)
    shown = look(await profile(world, world.chloe, player=world.ben, game="apart"))
    assert "Ben" in shown.text
    assert "Record: 0\u20130\u20131" in shown.text
    assert shown.buttons == ("Head to head", "Tell me their results")
    menu = await world.chloe.context_menu(world.channel, "Show profile", world.ada)
    assert "1 match: 1 won" in world.answer(menu).text
    never = look(await profile(world, world.chloe, player=world.ben, game="detach"))
    assert "No match of it finished yet." in never.text


async def test_two_against_each_other_and_a_rematch(world: World) -> None:
    await match_of(world)
    await match_of(world)
    message = await profile(world, world.ben, player=world.ada)
    told = world.answer(await world.ben.click(message, label="Head to head"))
    assert "**Apart:** 0\u20130\u20132" in told.text
    assert told.text.count("wins") == 2
    assert "Rematch" in told.buttons
    opened = await world.ben.context_menu(world.channel, "Head to head", world.ada)
    await world.ben.click(opened.response, label="Rematch")
    await world.settle()
    assert "Rematch: Apart" in world.shown(world.channel)[-1].text
    nothing = await world.chloe.slash(world.channel, "versus", player=world.ada)
    assert "no match against each other yet" in world.answer(nothing).text
    own = await world.ada.slash(world.channel, "versus", player=world.ada)
    assert "That is you." in world.answer(own).text


async def test_a_match_that_goes_on_is_in_no_profile(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    assert "No match finished yet." in look(await profile(world, world.ada)).text


async def test_who_hides_is_seen_only_where_they_are(world: World) -> None:
    await match_of(world)
    panel = (await world.ben.slash(world.channel, "settings")).response
    await world.ben.click(panel, label="My name")
    await world.ben.select(panel, ["True"], custom_id="u:hidden_elsewhere")
    assert "1 match" in look(await profile(world, world.ada, player=world.ben)).text
    elsewhere = await world.ada.user.slash("profile", player=world.ben.user)
    told = world.answer(elsewhere)
    assert told.text == "This player shows their profile only in servers that they are in."
    met = await world.ada.user.slash("versus", player=world.ben.user)
    assert "wins" in world.answer(met).text
    unknown = await world.chloe.user.slash("versus", player=world.ben.user)
    assert world.answer(unknown).text == told.text
    assert "1 match" in world.answer(await world.ben.user.slash("profile")).text


async def test_nonsense_is_answered_in_a_sentence(world: World) -> None:
    await match_of(world)
    message = await profile(world, world.ada)
    forged = await press(world, world.ada, message, f"pf:{world.ben.id}:chess:show")
    assert "I do not know that game." in world.answer(forged).text
    nobody = await press(world, world.ada, message, "pf:5:apart:show")
    assert "No match of it finished yet." in world.answer(nobody).text


async def test_who_hides_elsewhere_is_not_named_as_an_opponent_there(world: World) -> None:
    await match_of(world)
    panel = (await world.ben.slash(world.channel, "settings")).response
    await world.ben.click(panel, label="My name")
    await world.ben.select(panel, ["True"], custom_id="u:hidden_elsewhere")
    named = f"Most often against: <@{world.ben.id}>"
    assert named in look(await profile(world, world.chloe, player=world.ada, game="apart")).text
    outside = await world.chloe.user.slash("profile", player=world.ada.user, game="apart")
    told = world.answer(outside).text
    assert "Most often against: *hidden player* 2\u20130\u20130" in told or (
        "Most often against: *hidden player* 1\u20130\u20130" in told
    )
    assert str(world.ben.id) not in told
    own = await world.ben.user.slash("profile", player=world.ada.user, game="apart")
    assert named in world.answer(own).text
