"""Everybody is answered in their own language, and posts are in the server's."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

from bot.core.people import SettingsService
from bot.features.reminders import Wishes
from bot.features.reminders.service import ReminderService
from data.ids import PlayerId, ServerId
from data.states import ReminderWay
from languages import Language, read_catalog
from languages.known import Known
from languages.pseudo import Pseudo
from tests.core.delivery.test_cost import counting
from tests.e2e.test_practice_matches import thinker
from tests.kit.by_day import mostly_at_night
from tests.kit.logs import captured
from tests.kit.passing_time import DAY, pass_time
from tests.kit.people import acting, pick, server_panel, with_role
from tests.kit.play import SHORT_APART, begin, in_match, play, resign
from tests.kit.reminding import directs
from tests.kit.shown import Shown, file_of, look, message_of
from tests.kit.speaking import Drawn, Tagged, known, make_community, post_in, speak, tongues
from tests.kit.world import World, press

OWN, ENGLISH = "[### Ýóúŕ", "### Your"


@pytest.fixture(autouse=True)
def _a_language_for_trials() -> Iterator[None]:
    with known(pseudo=Pseudo(), de=Pseudo()):
        yield


async def heading(world: World, who: Any) -> str:
    """What somebody's settings begin with, as they are told."""
    return look((await who.slash(world.channel, "settings")).response).text


async def test_an_answer_is_in_the_readers_language_or_as_chosen(world: World) -> None:
    speak(world, {world.ada.id: "pseudo", world.ben.id: "ar", world.chloe.id: "xx"})
    for other in (world.ben, world.chloe, world.dan):
        assert (await heading(world, other)).startswith(ENGLISH)
    panel = (await world.ada.slash(world.channel, "settings")).response
    assert look(panel).text.startswith(OWN)
    settings = world.client.services[SettingsService]
    assert await settings.known(PlayerId(world.ada.id)) is None  # who has done nothing to keep
    panel = (await press(world, world.ada, panel, "a:language")).response
    assert look(panel).text.startswith(OWN)
    await pick(world.ada, panel, "u:language", ["en"])
    assert look(panel).text.startswith("### Your language")
    await world.restart()
    assert (await heading(world, world.ada)).startswith(ENGLISH)


async def test_commands_are_sent_with_what_they_say_in_each_language_once(world: World) -> None:
    backend = world.env.backend
    told = {each["name"]: each for each in backend.commands[None].values()}
    assert told["settings"]["description_localizations"]["de"].startswith("[Hów ")
    assert told["Head to head"]["name_localizations"]["de"].startswith("[Héád")
    assert "fr" not in told["settings"]["description_localizations"]
    with patch.object(backend, "register_commands", side_effect=AssertionError("sent again")):
        await world.restart()
    with known(de=Language("de", read_catalog(""))):
        await world.restart()
    assert '"de"' not in json.dumps([*backend.commands[None].values()])


GERMAN, FRENCH = Tagged("de"), Tagged("fr")
UNREADABLE = "de/quintet.po: line 3 is no text"
NO_LANGUAGE = patch("languages.known.all_known", lambda: Known({}, {}, (UNREADABLE,)))
SETTINGS_OF_PEOPLE = "SELECT players.id, players.settings"


async def test_a_catalog_that_cannot_be_read_costs_its_language_alone(world: World) -> None:
    await post_in(world, "de")
    with known(de=GERMAN):
        thread = await begin(world, world.ada, world.ben)
        assert world.shown(thread)[-1].text.startswith("### \u27e6de|")
    with NO_LANGUAGE, captured() as logged:
        await world.restart()
        found = [each["reason"] for each in logged if each["event"] == "language not offered"]
        assert found == [UNREADABLE]
        told = await play(world, world.ada, thread, SHORT_APART[0])
        assert told.text.startswith("Played.")
        assert world.shown(thread)[-1].text.startswith("### Apart")


async def costs(world: World, doing: Any) -> Counter[str]:
    """What the database is asked from an interaction until all is posted that it leads to."""
    with counting() as ledger:
        await doing
        await world.settle()
    return Counter(each.split("\n")[0].rstrip() for each in ledger.statements)


async def test_languages_cost_an_interaction_one_read_at_most(world: World) -> None:
    """Whether they are on trial or offered; what Discord told is noted once before."""
    ada, thread = world.ada, await begin(world, world.ada, world.ben, clock="1d")

    async def all_ways(move: str, answer: str) -> list[Counter[str]]:
        board, ply = thread.last_message, (await world.match()).ply
        asked = [
            await costs(world, each)
            for each in (
                ada.slash(thread, "move", text="a1-b2"),
                ada.autocomplete(thread, "move", "text", "f2-"),
                press(world, ada, board, f"m:1:{ply}:move"),
                press(world, ada, board, f"m:1:{ply}:board"),
                ada.slash(thread, "settings"),
                in_match(ada, thread, "Clocks"),
                ada.slash(thread, "move", text=move),
            )
        ]
        await world.ben.slash(thread, "move", text=answer)
        return asked

    await all_ways(*SHORT_APART[:2])
    with NO_LANGUAGE:
        alone = await all_ways(*SHORT_APART[2:4])
    with known(on_trial={"de": Language("de", read_catalog(""))}):
        tried = await all_ways(*SHORT_APART[4:6])
    offered = await all_ways(*SHORT_APART[6:8])
    assert alone[-1].total() > 5
    for without, *others in zip(alone, tried, offered, strict=True):
        for each in others:
            assert each - without <= Counter({SETTINGS_OF_PEOPLE: 1})
            assert not without - each


@pytest.fixture
def drawer() -> Drawn:
    return Drawn()


CASES = (
    ("", "", ("de", "de"), "de"),
    ("", "", ("de", "fr"), "en"),
    ("", "", ("de", "en-US"), "en"),
    ("", "fr", ("de", "de"), "fr"),
    ("", "ja", ("de", "de"), "en"),
    ("de", "fr", ("fr", "fr"), "de"),
)
"""What a server has chosen for posts and in Discord, what people speak, and what follows."""


@pytest.mark.parametrize(
    ("server", "community", "spoken", "code"), mostly_at_night(CASES, [CASES[0]])
)
async def test_a_match_keeps_the_language_in_which_it_began(
    world: World, server: str, community: str, spoken: tuple[str, str], code: str
) -> None:
    with known(de=GERMAN, fr=FRENCH):
        speak(world, dict(zip((world.ada.id, world.ben.id), spoken, strict=True)))
        if server:
            await post_in(world, server)
        if community:
            make_community(world, community)
        thread = await begin(world, world.ada, world.ben)
        speak(world, dict.fromkeys((world.ada.id, world.ben.id), "fr"))
        await post_in(world, None)
        await world.restart()
        await play(world, world.ada, thread, SHORT_APART[0])
        last = world.shown(thread)[-1].text
        assert last.startswith("### Apart" if code == "en" else f"### \u27e6{code}|Apart")


OFFER = "I can post here in the language of your Discord"


async def test_a_manager_is_offered_a_language_once(world: World, keeper: Any) -> None:
    other, _ = with_role(world, "Other", "Others", manage_guild=True)
    with known(de=Pseudo(), fr=FRENCH):
        speak(world, {keeper.id: "ja", other.id: "fr"})
        offered = list[bool]()
        for who in (keeper, other, other):  # nobody has Japanese to offer
            panel = (await who.slash(world.channel, "server")).response
            offered.append(OFFER in look(panel).text)
        assert offered == [False, True, False]
        refused = await press(world, other, panel, "vl:xx")
        assert "That cannot be chosen" in world.answer(refused).text
        await press(world, other, panel, "vl:fr")
        settings = world.client.services[SettingsService]
        assert (await settings.of_server(ServerId(world.server.id))).language == "fr"


async def test_what_is_offered_while_typing_is_in_the_readers_language(world: World) -> None:
    with known(de=GERMAN):
        speak(world, {world.ada.id: "de"})
        thread = await begin(world, world.ada, world.ben)
        for typed, is_english in (("3d", True), ("de|", False)):
            clocks = await world.ada.autocomplete(world.channel, "challenge", "clock", typed)
            assert clocks
            assert all("\u27e6de|" in each["name"] for each in clocks)
            english = await world.ben.autocomplete(world.channel, "challenge", "clock", typed)
            assert bool(english) is is_english
        matches = await world.ada.autocomplete(thread, "match", "match", "1")
        assert [each["name"] for each in matches] == [
            "\u27e6de|\u27e6de|Apart \u00b7 match 1\u27e7 against Ben\u27e7"
        ]


@pytest.mark.night
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


PRIVATE = 64


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
        assert thread.name.startswith("\u27e6ja|Apart \u00b7")
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
        thinker(world).judge(first, 0.5, -0.5, is_mistake=True)
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
        poster = message_of(await press(world, ada, thread.last_message, "m:1:4:share"))
        assert await file_of(poster) == b"poster de"
        await press(world, ada, poster, "m:1:4:post")
        assert await file_of(channel.last_message) == b"poster ja"
        await hears(ben, await press(world, ben, thread.last_message, "m:1:4:rematch"))
        await press(world, ada, channel.last_message, "c:2:accept")
        assert world.thread().id != thread.id
        posted = {
            (place, *tongues(message))
            for place, there in world.env.backend.messages.items()
            for message in there.values()
            if message.components and not message.flags & PRIVATE
        }
        assert posted == {(each.id, "ja") for each in (channel, thread, world.thread())}
        drawn = {f"{what} {who}" for what in ("board", "chart") for who in ("de", "fr")}
        assert set(drawer.asked) == {*drawn, "board ja", "poster de", "poster ja"}


@pytest.fixture
def german_and_french() -> Iterator[None]:
    with known(de=GERMAN, fr=FRENCH):
        yield


def tongues_of(world: World, channel: Any, shown: Shown) -> set[str]:
    return tongues(world.env.backend.get_message(channel.id, shown.id))


@pytest.mark.night
@pytest.mark.usefixtures("german_and_french")
async def test_what_is_edited_is_in_the_language_of_that_moment(
    world: World, keeper: Any, drawer: Drawn
) -> None:
    make_community(world, "fr")
    panel = await server_panel(keeper, world.channel)
    await pick(keeper, panel, "ds:channel", [world.channel])
    (puzzle,) = world.shown(world.channel)
    assert tongues_of(world, world.channel, puzzle) == {"fr"}
    assert drawer.asked == ["board fr"]
    await post_in(world, "de")
    shown = await keeper.slash(world.channel, "leaderboard", game="apart")
    await press(world, keeper, shown.response, "lb:apart:here:active:0:live")
    (posted,) = [each for each in world.shown(world.channel) if "leaderboard" in each.text]
    assert tongues_of(world, world.channel, posted) == {"de"}
    await post_in(world, "fr")
    thread = await begin(world, world.ada, world.ben, *SHORT_APART[:4])
    await resign(world, world.ben, thread)
    drawer.asked.clear()
    await pass_time(world, 121)
    assert tongues_of(world, world.channel, posted) == {"fr"}
    assert drawer.asked == ["chart fr"]
