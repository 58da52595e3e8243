"""Translating the descriptions, choices and menus of commands, which Discord shows.

Names of commands stay English in every language, as in mentions and sentences.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

import discord
from discord import app_commands

from languages import code_of, languages
from rules.texts import Text, Words

LONGEST = 100
"""Limit of a description or a choice, in characters."""
_TEXT = "text"
Value = TypeVar("Value", str, int)


def locale_string(text: Text) -> app_commands.locale_str:
    """A text that Discord shows, for ``CommandTranslator``."""
    return app_commands.locale_str(str(text), **{_TEXT: text})


def describe(says: Words) -> app_commands.locale_str:
    """The same for a description in the declaration of a command."""
    return locale_string(says if isinstance(says, Text) else Text.of_file(says, "command"))


def choices(labels: Mapping[Value, Text]) -> list[app_commands.Choice[Value]]:
    """The choices of an option."""
    return [
        app_commands.Choice(name=locale_string(label), value=value)
        for value, label in labels.items()
    ]


class CommandTranslator(app_commands.Translator):
    """Translates ``locale_string`` values.

    A translation equal to the English text is None: Discord would drop it, and the commands would
    be sent again at each start.
    """

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        _: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        text, found = string.extras.get(_TEXT), languages().get(code_of(str(locale.value)))
        if found is None or not isinstance(text, Text):
            return None
        said = text.said(found)[:LONGEST]
        return None if said == string.message else said
