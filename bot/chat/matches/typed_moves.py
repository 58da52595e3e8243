"""Moves typed into the composer's form."""

from __future__ import annotations

import re

from bot.chat.composer.buttons import choose, resume
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.interaction.refusals import refusal
from bot.chat.matches.move_form import typed
from bot.chat.matches.played import played
from bot.services.matches.errors import IllegalText
from data.ids import MatchId


async def on_move_form(interaction: Interaction, says: re.Match[str]) -> None:
    """Make the move that was typed, or say why not beside the choices there are."""
    await answers.take_over(interaction)
    try:
        view = await answers.services(interaction).matches.submit(
            MatchId(int(says["match"])),
            answers.player(interaction),
            typed(interaction.data),
            answers.once(interaction),
            int(says["ply"]),
        )
    except IllegalText as error:
        now = await resume(interaction, error.view)
        await choose(interaction, now, remark=refusal(error))
    else:
        await played(interaction, view)
