"""What the composer looks like: choosing the next step, and looking before one plays."""

from __future__ import annotations

import discord
from discord import ui

from bot.chat.common.components import Button, Identify, button, choices
from bot.chat.common.custom_ids import composer_id
from bot.chat.composer import text as words
from bot.chat.messenger import layouts
from bot.chat.messenger.text import own_title
from bot.services.composer.composition import Composition
from bot.services.matches.models import MatchView
from rules.game import Position, Seat


def choosing(
    view: MatchView,
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
        *choices(composition.menu.options, page, identify),
        ui.ActionRow(*_ways(composition, identify)),
    ]
    return layouts.layout(*items, accent=discord.Colour.blurple())


def confirming(
    view: MatchView, seat: Seat, composition: Composition, after: Position, alt: str, sentence: str
) -> ui.LayoutView:
    """The board as the move would leave it, and whether to play it."""
    identify = _identify(view, composition)
    return layouts.layout(
        ui.TextDisplay(f"{own_title(view, seat)}\n{words.preview(sentence, after, seat)}"),
        layouts.picture(alt),
        ui.ActionRow(
            button(words.PLAY, identify("play", 0), discord.ButtonStyle.success),
            button(words.CHANGE, identify("change", 0)),
            button(words.START_OVER, identify("over", 0)),
        ),
        accent=discord.Colour.green(),
    )


def _ways(composition: Composition, identify: Identify) -> list[Button]:
    """The buttons below the choices: to stop here, to go back, to type."""
    ways = []
    if composition.menu.complete is not None:
        label = words.stop(str(composition.menu.complete))
        ways.append(button(label, identify("stop", 0), discord.ButtonStyle.success))
    if composition.taken:
        ways.append(button(words.BACK, identify("back", 0)))
        ways.append(button(words.START_OVER, identify("over", 0)))
    ways.append(button(words.TYPE, identify("type", 0)))
    return ways


def _identify(view: MatchView, composition: Composition) -> Identify:
    return lambda action, number: composer_id(view.id, view.ply, composition.stage, action, number)
