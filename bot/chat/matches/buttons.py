"""The buttons of a match's messages."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from bot.chat.challenges.rematch import offer_rematch
from bot.chat.common.text import KEPT, UNKNOWN_BUTTON
from bot.chat.composer.buttons import open_composer
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.interaction.guards import current_match
from bot.chat.messenger import layouts
from bot.chat.messenger.text import last_line
from bot.chat.requests import buttons as life
from data.ids import MatchId


async def on_match(interaction: Interaction, says: re.Match[str]) -> None:
    """Do what a button of a match's message says, however old it is."""
    action = ACTIONS.get(says["action"], unknown)
    await action(interaction, MatchId(int(says["match"])), int(says["ply"]))


async def move(interaction: Interaction, match: MatchId, ply: int) -> None:
    """Open the composer."""
    await answers.take_over(interaction)
    await current_match(interaction, match, ply)
    await open_composer(interaction, match)


async def board(interaction: Interaction, match: MatchId, ply: int) -> None:
    """Show the board as it is now."""
    del ply  # an old button shows the current board too
    await answers.think(interaction)
    await answers.show_board(interaction, await answers.services(interaction).matches.view(match))


async def resign(interaction: Interaction, match: MatchId, ply: int) -> None:
    """Ask before resigning."""
    await answers.take_over(interaction)
    view = await current_match(interaction, match, ply)
    await answers.show(interaction, layouts.resign(view))


async def resigned(interaction: Interaction, match: MatchId, ply: int) -> None:
    """Resign, having been asked."""
    await answers.take_over(interaction)
    view = await answers.services(interaction).matches.resign(
        match, answers.player(interaction), answers.once(interaction), ply
    )
    await answers.say(interaction, last_line(view))


async def keep(interaction: Interaction, match: MatchId, ply: int) -> None:
    """Do not resign."""
    del match, ply
    await answers.take_over(interaction)
    await answers.say(interaction, KEPT)


async def rematch(interaction: Interaction, match: MatchId, ply: int) -> None:
    """Ask for a rematch, or agree to one."""
    del ply
    await offer_rematch(interaction, match)


async def unknown(interaction: Interaction, match: MatchId, ply: int) -> None:
    """Say that there is no such button."""
    del match, ply
    await answers.say(interaction, UNKNOWN_BUTTON)


Action = Callable[[Interaction, MatchId, int], Awaitable[None]]

ACTIONS: dict[str, Action] = {
    "move": move,
    "board": board,
    "resign": resign,
    "resigned": resigned,
    "keep": keep,
    "rematch": rematch,
    "more": life.more,
    "undo": life.undo,
    "draw": life.draw,
    "abort": life.abort,
    "aborted": life.aborted,
}
