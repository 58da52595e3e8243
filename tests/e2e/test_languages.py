"""Everybody is answered in their own language, and posts are in the server's."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

from bot.app.command_sync import sync_if_changed
from bot.core.people import SettingsService
from bot.features.reminders import Wishes
from bot.features.reminders.service import ReminderService
from data.ids import PlayerId, ServerId
from data.states import ReminderWay
from languages import Language, read_catalog
from languages.pseudo import Pseudo
from tests.e2e.test_led_to_the_review import judged
from tests.e2e.test_practice_matches import thinker
from tests.kit.reminding import directs
from tests.kit.speaking import Drawn, Tagged, known, make_community, post_in, speak, tongues
from tests.kit.table import (
    DAY,
    SHORT_APART,
    World,
    acting,
    begin,
    file_of,
    look,
    message_of,
    pass_time,
    pick,
    play,
    press,
    resign,
    server_panel,
    with_role,
)

OWN, ENGLISH = "[### Ýóúŕ", "### Your"


@pytest.fixture(autouse=True)
def _a_language_for_trials() -> Iterator[None]:
    with known(pseudo=Pseudo(), de=Pseudo()):
        yield


async def heading(world: World, who: Any) -> str:
    """What somebody's settings begin with, as they are told."""
    return look((await who.slash(world.channel, "settings")).response).text


async def test_an_answer_is_in_the_language_of_the_readers_discord(world: World) -> None:
    speak(world, {world.ada.id: "pseudo", world.ben.id: "ar", world.chloe.id: "xx"})
    assert (await heading(world, world.ada)).startswith(OWN)
    for other in (world.ben, world.chloe, world.dan):
        assert (await heading(world, other)).startswith(ENGLISH)


async def test_a_language_that_was_chosen_counts_at_once_and_stays(world: World) -> None:
    speak(world, {world.ada.id: "pseudo"})
    panel = (await world.ada.slash(world.channel, "settings")).response
    panel = (await press(world, world.ada, panel, "a:language")).response
    assert look(panel).text.startswith(OWN)
    await pick(world.ada, panel, "u:language", ["en"])
    assert look(panel).text.startswith("### Your language")
    await world.restart()
    assert (await heading(world, world.ada)).startswith(ENGLISH)


async def test_what_discord_said_last_is_kept_of_people_who_are_known(world: World) -> None:
    await begin(world, world.ada, world.ben)
    speak(world, dict.fromkeys((world.ada.id, world.chloe.id), "pseudo"))
    for who in (world.ada, world.chloe):
        await heading(world, who)
    settings = world.client.services[SettingsService]
    seen = [await settings.of_player(PlayerId(who.id)) for who in (world.ada, world.ben)]
    assert [each.locale for each in seen] == ["pseudo", "en-US"]
    assert await settings.known(PlayerId(world.chloe.id)) is None


async def test_commands_are_sent_with_what_they_say_in_each_language_once(world: World) -> None:
    backend = world.env.backend
    told = {each["name"]: each for each in backend.commands[None].values()}
    assert told["settings"]["description_localizations"]["de"].startswith("[Hów ")
    assert told["Head to head"]["name_localizations"]["de"].startswith("[Héád")
    assert "fr" not in told["settings"]["description_localizations"]
    with patch.object(backend, "register_commands", side_effect=AssertionError("sent again")):
        await world.restart()
    again = patch.object(backend, "register_commands", side_effect=AssertionError)
    with known(de=Language("de", read_catalog(""))), again, pytest.raises(AssertionError):
        await sync_if_changed(world.client.tree)


GERMAN, FRENCH = Tagged("de"), Tagged("fr")


@pytest.fixture
def drawer() -> Drawn:
    return Drawn()


async def test_each_sees_a_board_in_the_language_of_its_message(
    world: World, drawer: Drawn
) -> None:
    with known(de=GERMAN, fr=FRENCH):
        speak(world, {world.ada.id: "fr"})
        await post_in(world, "de")
        thread = await begin(world, world.ada, world.ben)
        assert thread.name.startswith("\u27e6de|Apart \u00b7")
        board = thread.last_message
        for who, code in ((world.ada, "fr"), (world.ben, "en"), (world.chloe, "en")):
            shown = (await press(world, who, board, "m:1:0:board")).response
            assert await file_of(shown) == f"board {code}".encode()
        assert drawer.asked == ["board de", "board fr", "board en"]
        await resign(world, world.ben, thread)
        seen = message_of(await press(world, world.ada, thread.last_message, "m:1:1:share"))
        assert await file_of(seen) == b"card fr"
        await press(world, world.ada, seen, "m:1:1:post")
        assert await file_of(world.channel.last_message) == b"card de"


async def test_lists_and_puzzles_are_posted_in_the_language_of_the_server(
    world: World, keeper: Any, drawer: Drawn
) -> None:
    with known(de=GERMAN, fr=FRENCH):
        thread = await begin(world, world.ada, world.ben, *SHORT_APART)
        assert world.shown(thread)[-1].pictures == 1
        make_community(world, "fr")
        panel = await server_panel(keeper, world.channel)
        await pick(keeper, panel, "v:weekly", [world.channel])
        assert "board fr" in drawer.asked
        await post_in(world, "de")
        shown = await keeper.slash(world.channel, "leaderboard", game="apart")
        await press(world, keeper, shown.response, "lb:apart:here:active:0:live")
        assert drawer.asked[-2:] == ["chart en", "chart de"]


@pytest.mark.parametrize(
    ("server", "community", "spoken", "language"),
    [
        (None, None, ("de", "de"), "de"),
        (None, None, ("de", "fr"), "en"),
        (None, None, ("de", "en-US"), "en"),
        (None, "fr", ("de", "de"), "fr"),
        (None, "ja", ("de", "de"), "en"),
        ("de", "fr", ("fr", "fr"), "de"),
    ],
)
async def test_a_match_keeps_the_language_in_which_it_began(
    world: World,
    server: str | None,
    community: str | None,
    spoken: tuple[str, str],
    language: str,
) -> None:
    with known(de=GERMAN, fr=FRENCH):
        speak(world, dict(zip((world.ada.id, world.ben.id), spoken, strict=True)))
        if server is not None:
            await post_in(world, server)
        if community is not None:
            make_community(world, community)
        await begin(world, world.ada, world.ben)
        assert (await world.match()).match.language == language
        speak(world, dict.fromkeys((world.ada.id, world.ben.id), "fr"))
        await post_in(world, None)
        await world.restart()
        await play(world, world.ada, world.thread(), SHORT_APART[0])
        assert (await world.match()).match.language == language
        last = world.shown(world.thread())[-1].text
        assert last.startswith("### Apart" if language == "en" else f"### \u27e6{language}|Apart")


OFFER = "I can post here in the language of your Discord"


async def test_a_manager_is_offered_a_language_once(world: World, keeper: Any) -> None:
    other, _ = with_role(world, "Other", "Others", manage_guild=True)
    with known(de=Pseudo(), fr=FRENCH):
        speak(world, {keeper.id: "fr", other.id: "fr", world.ada.id: "ja"})
        panel = (await keeper.slash(world.channel, "server")).response
        assert OFFER in look(panel).text
        for who in (keeper, other):
            again = (await who.slash(world.channel, "server")).response
            assert OFFER not in look(again).text
        await press(world, keeper, panel, "vl:fr")
        settings = world.client.services[SettingsService]
        assert (await settings.of_server(ServerId(world.server.id))).language == "fr"


@pytest.mark.parametrize("chosen", [None, "de"])
async def test_nothing_is_offered_where_there_is_nothing_to_offer(
    world: World, keeper: Any, chosen: str | None
) -> None:
    with known(de=GERMAN):
        speak(world, {keeper.id: "de" if chosen else "ja"})
        await post_in(world, chosen)
        panel = (await keeper.slash(world.channel, "server")).response
        assert OFFER not in look(panel).text
        refused = await press(world, keeper, panel, "vl:xx")
        assert "That cannot be chosen" in world.answer(refused).text


async def test_a_draft_is_chosen_by_hand_alone_and_says_that_it_is_one(world: World) -> None:
    draft = Language("nl", read_catalog(""), is_draft=True)
    with known(on_trial={"nl": draft}):
        speak(world, {world.ada.id: "nl", world.ben.id: "nl"})
        panel = (await world.ada.slash(world.channel, "settings")).response
        panel = (await press(world, world.ada, panel, "a:language")).response
        assert "draft" not in look(panel).text
        await pick(world.ada, panel, "u:language", ["nl"])
        assert look(panel).text.endswith("no native player has read it yet.")
        await begin(world, world.ada, world.ben)
        assert (await world.match()).match.language == "en"


async def test_what_is_offered_while_typing_is_in_the_readers_language(world: World) -> None:
    with known(de=GERMAN):
        speak(world, {world.ada.id: "de"})
        thread = await begin(world, world.ada, world.ben)
        parts = await world.ada.autocomplete(thread, "move", "text", "f2-")
        assert [each["value"] for each in parts]
        assert all(each["name"].startswith(each["value"]) for each in parts)
        for typed in ("3d", "de|"):
            clocks = await world.ada.autocomplete(world.channel, "challenge", "clock", typed)
            assert clocks
            assert all("\u27e6de|" in each["name"] for each in clocks)
        for typed, found in (("3d", True), ("de|", False)):
            english = await world.ben.autocomplete(world.channel, "challenge", "clock", typed)
            assert bool(english) is found
        matches = await world.ada.autocomplete(thread, "match", "match", "1")
        assert [each["name"] for each in matches] == [
            "\u27e6de|\u27e6de|Apart \u00b7 match 1\u27e7 against Ben\u27e7"
        ]


PRIVATE = 64


def everything_posted(world: World) -> Iterator[tuple[int, set[str]]]:
    """Every message that is not for one person alone: its channel, and the languages in it."""
    for channel, messages in world.env.backend.messages.items():
        for message in messages.values():
            if not message.flags & PRIVATE and message.components:
                yield channel, tongues(message)


async def test_two_people_and_a_server_of_three_languages_play_a_match(
    world: World, drawer: Drawn
) -> None:
    ada, ben, channel = world.ada, world.ben, world.channel
    with known(de=GERMAN, fr=FRENCH, ja=Tagged("ja")):
        speak(world, {ada.id: "de", ben.id: "fr"})
        await post_in(world, "ja")

        async def hears(who: Any, result: Any) -> None:
            assert tongues(message_of(result)) == {"de" if who is ada else "fr"}

        asked = {"game": "apart", "opponent": ben, "first_move": "first", "clock": "1d"}
        await hears(ada, await ada.slash(channel, "challenge", **asked))
        await press(world, ben, channel.last_message, "c:1:accept")
        thread = world.thread()
        for who, move in zip((ada, ben, ada), SHORT_APART, strict=False):
            for text in ("a1-b2", move):
                await hears(who, await who.slash(thread, "move", text=text))
            await world.restart()
        await hears(ada, await press(world, ada, thread.last_message, "m:1:3:undo"))
        await press(world, ben, thread.last_message, "r:undo:1:refuse")
        await world.client.services[ReminderService].choose(
            acting(world, ben), Wishes(way=ReminderWay.DIRECT)
        )
        await world.restart()
        first = (await world.match()).moves[0]
        better = next(each for each in first.before.moves() if each != first.move)
        thinker(world).verdicts[first.before.encode()] = judged(first.seat, better)
        await hears(ben, await ben.slash(thread, "match"))
        await pass_time(world, DAY / 2 + 60)
        (reminded,) = directs(world, ben)
        assert "\u27e6fr|" in reminded.text
        await pass_time(world, DAY)
        assert "ran out of time" in world.shown(thread)[-1].text
        for who in (ada, ben):
            replay = await who.slash(channel, "replay", match=1)
            await hears(who, replay)
            review = await press(world, who, message_of(replay), "h:1:0:look")
            await world.restart()
            await world.settle()
            assert "Better was" in look(message_of(review)).text
            await hears(who, review)
            await hears(who, await who.slash(channel, "settings"))
        await hears(ben, await press(world, ben, thread.last_message, "m:1:4:rematch"))
        await press(world, ada, channel.last_message, "c:2:accept")
        assert world.thread().id != thread.id
        posted = list(everything_posted(world))
        places = {place for place, _ in posted}
        assert {channel.id, thread.id, world.thread().id} == places
        assert all(found == {"ja"} for _, found in posted)
        drawn = {f"{what} {who}" for what in ("board", "chart") for who in ("de", "fr")}
        assert set(drawer.asked) == {*drawn, "board ja"}
