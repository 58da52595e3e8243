"""What the composer looks like: choosing the next step, and looking before one plays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import discord
from discord import ui

from bot.chat.common.components import Button, Identify, button, choices
from bot.chat.common.custom_ids import ComposerAction, ComposerButton
from bot.chat.composer import text as words
from bot.chat.messenger import layouts
from bot.chat.messenger.text import own_title
from bot.services.composer import Composition
from bot.services.matches import MatchState
from rules.game import Position, Seat

Make = Callable[..., ComposerButton]
"""Gives the id for an action, and a number where it needs one."""


def choosing(
    view: MatchState,
    seat: Seat,
    composition: Composition,
    alt: str,
    *,
    page: int = 0,
    remark: str | None = None,
) -> ui.LayoutView:
    """The board with what can come next, to choose from."""
    identify = _identify(view, composition)
    items: list[layouts.Item] = [] if remark is None else [ui.TextDisplay(remark)]
    items += [
        ui.TextDisplay(f"{own_title(view, seat)}\n{words.prompt(composition)}"),
        layouts.picture(alt),
        *choices(composition.menu.options, page, _choosing(identify)),
        ui.ActionRow(*_ways(composition, identify)),
    ]
    return layouts.layout(*items, accent=discord.Colour.blurple())


def confirming(
    view: MatchState, seat: Seat, composition: Composition, after: Position, alt: str, sentence: str
) -> ui.LayoutView:
    """The board as the move would leave it, and whether to play it."""
    identify = _identify(view, composition)
    return layouts.layout(
        ui.TextDisplay(f"{own_title(view, seat)}\n{words.preview(sentence, after, seat)}"),
        layouts.picture(alt),
        ui.ActionRow(
            button(words.PLAY, identify(ComposerAction.PLAY), discord.ButtonStyle.success),
            button(words.CHANGE, identify(ComposerAction.CHANGE)),
            button(words.START_OVER, identify(ComposerAction.OVER)),
        ),
        accent=discord.Colour.green(),
    )


def _ways(composition: Composition, identify: Make) -> list[Button]:
    """The buttons below the choices: to stop here, to go back, to type."""
    ways = []
    if composition.menu.complete is not None:
        label = words.stop(str(composition.menu.complete))
        ways.append(button(label, identify(ComposerAction.STOP), discord.ButtonStyle.success))
    if composition.taken:
        ways.append(button(words.BACK, identify(ComposerAction.BACK)))
        ways.append(button(words.START_OVER, identify(ComposerAction.OVER)))
    ways.append(button(words.TYPE, identify(ComposerAction.TYPE)))
    return ways


def _identify(view: MatchState, composition: Composition) -> Make:
    return partial(ComposerButton, view.id, view.ply, composition.stage)


def _choosing(identify: Make) -> Identify:
    return Identify(
        take=partial(identify, ComposerAction.TAKE),
        pick=partial(identify, ComposerAction.PICK),
        page=partial(identify, ComposerAction.PAGE),
    )
