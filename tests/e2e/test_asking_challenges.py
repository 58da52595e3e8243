"""Challenges that buttons ask for, what is open, and matches for three."""

from typing import Any

import pytest

from tests.kit.people import pick
from tests.kit.play import offer
from tests.kit.shown import called, look
from tests.kit.world import World, press


async def asking(world: World, who: Any, game: str = "Apart") -> Any:
    """The message in which somebody chooses the opponent."""
    message = (await who.slash(world.channel, "challenge")).response
    assert "Which game?" in look(message).text
    await who.click(message, label=game)
    assert look(message).text.endswith("Who is your opponent?")
    return message


async def test_what_is_typed_without_a_game_is_kept_while_the_rest_is_asked(world: World) -> None:
    given = {"first_move": "second", "clock": "7 days", "rated": "rated"}
    message = (await world.ada.slash(world.channel, "challenge", **given)).response
    await world.ada.click(message, label="Apart")
    await world.ada.click(message, label="Anyone here")
    card = world.shown(world.channel)[-1].text
    assert f"{called(world.ada)} moves second." in card
    assert "**Time control:** 7 days for every move.\n**Rated.**" in card
    message = (await world.ada.slash(world.channel, "challenge", level=3)).response
    begun = await world.ada.click(message, label="Apart")
    assert "Your match against Quintet (level 3)" in world.answer(begun).text


@pytest.mark.parametrize("command", ["challenge", "play"])
async def test_a_variant_names_its_game(world: World, command: str) -> None:
    offered = await world.ada.autocomplete(world.channel, command, "variant", "hexagon")
    assert [(each["name"], each["value"]) for each in offered] == [("Abande · Hexagon", "hex")]
    told = world.answer(await world.ada.slash(world.channel, command, variant="hex")).text
    assert told.startswith("Your challenge is posted" if command == "challenge" else "Your match")
    wrong = world.answer(await world.ada.slash(world.channel, command, variant="chess")).text
    assert wrong.startswith("I do not know that game.")


async def test_open_challenges_are_a_page_with_accept(world: World) -> None:
    await offer(world, world.ada)
    await offer(world, world.ada, [world.chloe], clock="1d")
    message = (await world.ben.slash(world.channel, "challenge")).response
    await world.ben.click(message, label="Open challenges")
    shown = look(message)
    assert shown.buttons == ("Accept", "New challenge")
    assert f"**Apart** · <@{world.ada.id}>" in shown.text
    hidden = world.server.create_text_channel("hidden")
    world.hide(hidden, world.dan)
    await world.ada.slash(hidden, "challenge", game="detach")
    theirs = (await world.dan.slash(world.channel, "challenge")).response
    await world.dan.click(theirs, label="Open challenges")
    assert "Detach" not in look(theirs).text
    accepted = world.answer(await world.ben.click(message, label="Accept"))
    assert accepted.text == f"Accepted by <@{world.ben.id}>. The match begins."
    assert (await world.match()).players
    own = (await world.ada.slash(world.channel, "challenge")).response
    await world.ada.click(own, label="Open challenges")
    assert "There is none here that you can accept." in look(own).text
    await world.ada.click(own, label="New challenge")
    assert "Which game?" in look(own).text


async def test_games_and_people_that_cannot_be_are_refused(world: World) -> None:
    message = await asking(world, world.ada)
    for custom_id, values, told in (
        ("cq:person:apart:0:ask:random:usual", (str(world.ada.id),), "Which time control?"),
        ("cq:person:apart:0:ask:random:usual", ("77",), "This person is not in this server."),
        (f"cq:send:apart:{world.ada.id}:1d:random:usual", (), "You cannot challenge yourself."),
        ("cq:send:chess:0:1d:random:usual", (), "I do not know that game."),
        ("cq:send:apart:0:99:random:usual", (), "`99` needs a unit"),
        ("cq:send:apart:0:7d:rotated:rated", (), "Your challenge is posted"),
    ):
        answer = await press(world, world.ada, message, custom_id, *values)
        assert told in world.answer(answer).text, custom_id


async def test_clocks_are_completed_as_the_server_allows(world: World, keeper: Any) -> None:
    async def offered(typed: str) -> list[str]:
        found = await world.ada.autocomplete(world.channel, "challenge", "clock", typed)
        return [choice["value"] for choice in found]

    assert (await offered(""))[:3] == ["1d", "2d", "3d"]
    assert await offered("3d") == ["3d", "3d+1d/5d"]
    assert (await offered("90 min"))[0] == "1h30m"
    settings = (await keeper.slash(world.channel, "server")).response
    await pick(keeper, settings, "v:allowed_clocks", ["3d", "7d"])
    assert await offered("") == ["3d", "7d"]
    refused = world.answer(await offer(world, world.ada, [world.ben], clock="1d"))
    told = "This server does not allow this time control. Choose one of these: `3d` or `7d`."
    assert refused.text == told


async def test_a_place_is_given_up_and_the_challenge_stays_open(world: World) -> None:
    card = (await offer(world, world.ada, game="halves", variant="3p")).card
    for label, told, buttons in (
        ("Accept", "You have joined; waiting for 1 more player.", ("Accept", "Leave", "Cancel")),
        ("Leave", "You are not in this challenge. It stays open", ("Accept", "Cancel")),
    ):
        assert world.answer(await world.ben.click(card, label=label)).text.startswith(told)
        shown = world.shown(world.channel)[-1]
        assert shown.buttons == buttons
        assert ("Waiting for 1 more player." in shown.text) is (label == "Accept")


async def test_a_person_is_challenged_from_their_menu(world: World) -> None:
    asked = await world.ada.context_menu(world.channel, "Challenge to a match", world.ben)
    seen = look(asked.response)
    assert seen.ephemeral
    assert "To which game?" in seen.text
    await world.restart()
    await world.ada.click(asked.response, label="Glaisher")
    assert "Which time control?" in look(asked.response).text
    await world.ada.click(asked.response, label="3 days for every move")
    card = world.shown(world.channel)[-1]
    assert "Challenge: Glaisher" in card.text
    assert card.pinged == (world.ben.id,)
    assert "**Time control:** 3 days for every move.\n**Friendly.** No rating changes." in card.text
    await world.ben.click(world.message(world.channel, card.id), label="Accept")
    assert "it is your turn" in world.shown(world.thread())[-1].text
