"""Whatever people are shown while tests run: no bare numbers, and said in a language for trials.

It says each message at the length of the longest of all languages, so that what has room in it has
room in every one.
"""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache, cached_property
from typing import Any
from unittest.mock import patch
from zoneinfo import available_timezones

from bot.screen import components
from bot.screen.interaction import interaction
from bot.screen.messenger import messenger
from bot.screen.page import Form, Part
from languages import CATALOGS
from languages.known import CATALOG, read_language
from languages.pseudo import Pseudo
from rules.texts import ENGLISH, Message, Wording, Words, said
from tests.kit.bare_numbers import bare_ids, unexplained
from tests.kit.plain_english import plain, said_in, words_of

NAMES = words_of(
    *("Otters", "Herons", "Finn", "Hera", "Keeper"),
    *("Gus", "Hal", "@everyone @here", "**bold**", "evil", "Huge quote", "Hex", "Piet Hein"),
    *("Deutsch", "English", "Español", "Français", "Português do Brasil"),
    *(
        "Las Palmas",
        "level",
        "banana",
        "hello",
        "light",
        "dark",
        "grey",
        "pass",
        *available_timezones(),
    ),
)
"""People, languages and cities, notation, what tests bring along, and the bot's name in a chart."""


class Longest(Pseudo):
    """The language for trials, with each message as long as in the language that is longest."""

    @cached_property
    def others(self) -> tuple[Wording, ...]:
        return tuple(read_language(each)[0] for each in sorted(CATALOGS.glob(f"*/{CATALOG}")))

    @cache  # noqa: B019 - there is one of it, as long as tests run
    def template(self, message: Message, number: int | None) -> str:
        """What the language for trials says, drawn out where another one is longer."""
        strange = super().template(message, number)
        length = max(len(each.template(message, number)) for each in self.others)
        return f"{strange[:-1]}{'~' * (length - len(strange))}]"


LONGEST = Longest()


class Heard(set[str]):
    def hear(self, text: str) -> None:
        self.update((*plain(text, NAMES), *bare_ids(text)))

    def hear_all(self, parts: Any) -> None:
        for text in said_in(parts):
            self.hear(text)


@contextmanager
def overhearing() -> Iterator[set[str]]:
    """The English, the bare numbers, and what was cut, of all that is shown meanwhile."""
    found, known = Heard(), set[Any]()
    cut, items = components.cut, components._items
    modal, offer = interaction.modal, interaction.Interaction.offer

    def cut_if_too_long(text: Words, longest: int, wording: Wording) -> str:
        if wording is LONGEST and len(said(text, wording)) > longest:
            found.add(said(text, wording))
        return cut(text, longest, wording)

    def shown(parts: tuple[Part, ...], wording: Wording) -> Any:
        if parts not in known:
            known.add(parts)
            longest, plainly = (
                [each.to_component_dict() for each in items(parts, wording)]
                for wording in (LONGEST, ENGLISH)
            )
            found.hear_all(longest)
            found.update(unexplained(said_in(plainly)))
        return items(parts, wording)

    def asked(form: Form, wording: Wording) -> Any:
        told = modal(form, LONGEST).to_dict()
        found.hear_all([told, *told["components"]])
        return modal(form, wording)

    async def offered(self: Any, labels: Mapping[Any, Words], typed: object = "") -> Any:
        for each in labels.values():
            found.hear(cut_if_too_long(each, components.OPTION_LABEL, LONGEST))
        return await offer(self, labels, typed)

    def titled(title: Words, longest: int, wording: Wording) -> str:
        found.hear(cut_if_too_long(title, longest, LONGEST))
        return cut(title, longest, wording)

    with ExitStack() as patches:
        patches.enter_context(patch.object(messenger, "cut", titled))
        patches.enter_context(patch.object(components, "cut", cut_if_too_long))
        patches.enter_context(patch.object(components, "_items", shown))
        patches.enter_context(patch.object(interaction, "modal", asked))
        patches.enter_context(patch.object(interaction.Interaction, "offer", offered))
        yield found
