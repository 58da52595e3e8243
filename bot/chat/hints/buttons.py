"""Hints on a board, for one person alone."""

import re
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from bot.chat.common.custom_id import CustomId
from bot.chat.common.custom_ids import MatchButton
from bot.chat.common.page import Accent, Button, Page, Picture, Row, Style
from bot.chat.composer.played import played
from bot.chat.hints import text as words
from bot.chat.interaction.acknowledging import defer_private, defer_update
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import own_picture, show
from bot.chat.interaction.click import Click, handles
from bot.chat.interaction.client import Interaction, services
from bot.services.opponents import Suggestion
from bot.services.practice import PracticeBoard
from data.ids import MatchId
from renderer import PictureRequest, alt_text

Written = Annotated[str, re.compile("[!-~]{1,60}")]
"""A move in notation, which may have a colon in it and so comes last."""


@dataclass(frozen=True, slots=True)
class SuggestedMove(CustomId):
    """Plays a move that was suggested in the match at ``ply``."""

    PREFIX: ClassVar[str] = "hm"
    match_id: MatchId
    ply: int
    move: Written


async def hint_in_match(click: Click[MatchButton]) -> None:
    """Suggest moves in a match against the bot."""
    await defer_private(click.interaction)
    hints = services(click.interaction).hints
    match, found = await hints.of_match(click.actor, click.id.match_id, click.id.ply)
    moves = [SuggestedMove(match.id, match.ply, str(each.move)) for each in found]
    plays = [
        Button(words.play(number), move, Style.SUCCESS) for number, move in enumerate(moves, 1)
    ]
    await _show(click.interaction, await own_picture(click.interaction, match), found, *plays)


async def on_suggested(click: Click[SuggestedMove]) -> None:
    """Play what was suggested."""
    await defer_update(click.interaction, counts=True)
    matches = services(click.interaction).matches
    made = await matches.submit(click.actor, click.id.move, click.id.match_id, click.id.ply)
    await played(click.interaction, made)


async def hint_alone(interaction: Interaction, board: PracticeBoard) -> None:
    """Suggest moves on the board of somebody who tries a game alone; acknowledged before."""
    found = await services(interaction).hints.of_position(actor_of(interaction), board.position)
    chosen = await services(interaction).settings.of_player(actor_of(interaction).id)
    await _show(interaction, PictureRequest(board.position, theme=chosen.theme), found)


async def _show(
    interaction: Interaction,
    request: PictureRequest,
    found: tuple[Suggestion, ...],
    *below: Button,
) -> None:
    marked = replace(request, events=(), suggested=tuple(each.events for each in found))
    picture = await services(interaction).pictures.still(marked)
    shown = Picture(alt_text(marked, None))
    page = Page(shown, words.suggestions(found), Row(*below), accent=Accent.TEAL)
    await show(interaction, page, picture)


HANDLERS = (handles(SuggestedMove, on_suggested),)
