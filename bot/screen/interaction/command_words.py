"""What Discord itself shows of commands: their descriptions, choices and menus.

Names stay English, as sentences name them, and as a mention shows the English name in every
language.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

import discord
from discord import app_commands

from languages import code_of, languages
from rules.texts import Text, Words

LONGEST = 100
"""Characters of a description or a choice."""
_TEXT = "text"
Value = TypeVar("Value", str, int)


def told(text: Text) -> app_commands.locale_str:
    """A text that Discord shows; ``CommandTranslator`` says it in the other languages."""
    return app_commands.locale_str(str(text), **{_TEXT: text})


def described(says: Words) -> app_commands.locale_str:
    """The same of a description that stands where a command is declared."""
    return told(says if isinstance(says, Text) else Text.of_file(says, "command"))


def choices(labels: Mapping[Value, Text]) -> list[app_commands.Choice[Value]]:
    """What can be chosen for an option, by its value."""
    return [app_commands.Choice(name=told(label), value=value) for value, label in labels.items()]


class CommandTranslator(app_commands.Translator):
    """Says what was ``told`` in each language of Discord's that is here.

    Nothing is said where it is as in English: Discord drops it, and the commands would be sent
    again at each start.
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
