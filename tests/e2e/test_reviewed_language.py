"""A language that a machine has reviewed: people are told of it once, and say what reads wrong."""

import functools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.screen.interaction.declaring import CommandTranslator
from languages import CATALOGS, Language, find
from languages.known import CATALOG, read_language, template_of
from languages.upkeep import folders
from rules.texts import Message
from tests.kit.by_day import at_night
from tests.kit.limits import beyond_limits, components
from tests.kit.people import fill
from tests.kit.shown import look, message_of
from tests.kit.speaking import Tagged, known, speak
from tests.kit.world import World

TOLD = "### Ich kann dir auf Deutsch antworten"
USE, STAY, WRONG = "Deutsch verwenden", "Bei Englisch bleiben", "Etwas klingt falsch"
SUPPORT = "https://help.example/?from=bot"
MENUS = (2, 3)
"""Discord's numbers of the menus on people and messages."""


@functools.cache
def reviewed(code: str) -> Language:
    language, _ = read_language(CATALOGS / code / CATALOG)
    return replace(language, is_draft=False, is_reviewed=True)


@pytest.fixture(autouse=True)
def _they_are_reviewed() -> Iterator[None]:
    with known(on_trial={each.name: reviewed(each.name) for each in folders(CATALOGS)}):
        yield


async def told(world: World, who: Any) -> Any:
    """What a person is shown last after a command."""
    return message_of(await who.slash(world.channel, "rules"))


async def offered(world: World) -> Any:
    """What Ada, whose Discord is German, is told below the answer to her first command."""
    speak(world, {world.ada.id: "de", world.ben.id: "pt-PT"})
    answer = await world.ada.slash(world.channel, "rules")
    assert "Rules" in look(answer.response).text  # which is English until she chooses
    message = message_of(answer)
    shown = look(message)
    assert shown.text.startswith(TOLD)
    assert shown.ephemeral
    assert shown.buttons == (USE, STAY, WRONG)
    assert look(await told(world, world.ben)).buttons != shown.buttons
    return message


async def is_told_again(world: World) -> bool:
    await world.restart()
    return look(await told(world, world.ada)).text.startswith(TOLD)


@pytest.mark.parametrize(
    ("label", "heading"), [(USE, "### Deine Sprache"), at_night(STAY, "### Your language")]
)
async def test_a_person_whose_discord_has_it_chooses_once(
    world: World, label: str, heading: str
) -> None:
    pressed = await world.ada.click(await offered(world), label=label)
    assert look(pressed.response).text.startswith(heading)
    assert not await is_told_again(world)
    settings = (await world.ada.slash(world.channel, "settings")).response
    assert look(settings).text.startswith(heading[:8])


@pytest.mark.parametrize("support", [at_night(None), SUPPORT])
async def test_what_reads_wrong_has_an_id_to_report(world: World, support: str | None) -> None:
    world.client.support_url = support
    form = await world.ada.click(await offered(world), label=WRONG)
    answer = message_of(await fill(world.ada, form, words="kann dir auf Deutsch antworten"))
    reported = look(answer).text.split("`")[1]
    english = {each: (each.english,) for each in template_of(CATALOGS)}
    (found,) = find(reported, english)
    assert found.said.startswith("### I can answer you in {language}")
    links = [each["url"] for each in components(answer._message.components) if "url" in each]
    assert links == ([] if support is None else [f"{support}&title={reported}"])
    assert not await is_told_again(world)


async def test_settings_ask_what_reads_wrong_in_the_chosen_language(world: World) -> None:
    await world.ada.click(await offered(world), label=USE)
    panel = (await world.ada.slash(world.channel, "settings")).response
    panel = (await world.ada.click(panel, label="Sprache")).response
    assert "Diese Übersetzung hat eine Maschine durchgesehen" in look(panel).text
    form = await world.ada.click(panel, label=WRONG)
    nothing = message_of(await fill(world.ada, form, words="Donaudampfschiff"))
    assert look(nothing).text.startswith("Das steht so in keinem meiner Sätze.")
    assert WRONG in look(panel).buttons


@pytest.mark.night
async def test_who_has_chosen_a_language_is_told_of_none(world: World) -> None:
    speak(world, {world.ada.id: "de"})
    panel = (await world.ada.slash(world.channel, "settings")).followups[-1]
    await world.ada.click(panel, label=STAY)
    assert not await is_told_again(world)


async def described(world: World) -> list[dict[str, Any]]:
    """The commands, as Discord is sent them."""
    tree, translator = world.client.tree, CommandTranslator()
    return [await each.get_translated_payload(tree, translator) for each in tree.get_commands()]


class LongWinded(Tagged):
    """Says everything at length."""

    def template(self, message: Message, number: int | None) -> str:
        return super().template(message, number) * 20


async def test_commands_are_described_in_it_within_discords_limits(world: World) -> None:
    sent = await described(world)
    settings = next(each for each in sent if each["name"] == "settings")
    assert {"de", "fr", "ja", "pt-BR", "es-ES"} <= settings["description_localizations"].keys()
    assert beyond_limits("/commands", sent) == []
    assert not any(text.endswith("…") for each in sent for text in localised(each))
    with known(de=LongWinded("de")):
        cut = [text for each in await described(world) for text in localised(each)]
        assert all(text.endswith("…") for text in cut)


def localised(part: dict[str, Any]) -> Iterator[str]:
    """What a command and its parts say in other languages; each has at most Discord's length."""
    is_menu = part.get("type") in MENUS and not part.get("description")
    for key, most in (("name", 32 if is_menu else 100), ("description", 100)):
        for text in (part.get(f"{key}_localizations") or {}).values():
            assert 0 < len(text) <= most
            yield text
    for each in (*part.get("options", ()), *part.get("choices", ())):
        yield from localised(each)
