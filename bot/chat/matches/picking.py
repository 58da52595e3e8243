"""Which match a command is about: the one named, the thread's, or the only one."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.chat.common.text import match_title
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.services.matches.errors import UnknownMatch
from bot.services.matches.models import MatchView
from data.ids import ChannelId, MatchId

CHOICES = 25
LARGEST = 2**53 - 1


class MatchNumber(app_commands.Transformer):
    """A match by its number, offered from those the person plays."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.integer

    @property
    def min_value(self) -> int:
        return 1

    @property
    def max_value(self) -> int:
        return LARGEST

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> int:
        del interaction
        return int(value)

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[str | int | float]]:
        ours = answers.quintet(interaction)
        lines = await answers.services(ours).matches.running_of(answers.player(ours))
        found = (line for line in lines if str(value) in match_title(line))
        choices: list[app_commands.Choice[str | int | float]] = [
            app_commands.Choice(name=match_title(line), value=line.id) for line in found
        ]
        return choices[:CHOICES]


MatchOption = app_commands.Transform[int | None, MatchNumber]


def named(value: Any) -> int | None:
    """The match option of a command that is still being typed."""
    return int(value) if str(value).isdecimal() else None


async def pick(interaction: Interaction, match: int | None) -> MatchView:
    """The match that is meant; raises NoMatchHere, SeveralMatches, UnknownMatch, NotYourMatch."""
    if match is not None and match > LARGEST:
        raise UnknownMatch(MatchId(match))
    return await answers.services(interaction).matches.pick(
        answers.player(interaction),
        ChannelId(interaction.channel_id or 0),
        None if match is None else MatchId(match),
    )
