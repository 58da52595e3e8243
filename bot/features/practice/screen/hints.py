"""Hints: suggested moves on a board, for one reader, in a match or on a practice board."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import Annotated, TypeVar

from bot.core.matches import MatchService
from bot.features.moves.screen.played import played
from bot.features.practice.opponents import HintService, Suggestion
from bot.features.practice.service import PracticeBoard
from bot.screen.ids import CustomId, MatchButton
from bot.screen.interaction import Click, Handler, Interaction, Screen
from bot.screen.page import Accent, Button, Page, Picture, Row, Style
from bot.screen.words import quoted
from data.ids import MatchId
from renderer import PictureRequest, alt_text
from rules.texts import Plain, Text, lines, listed, sentences

Found = TypeVar("Found")

HEADING = Text("### Moves to consider\n-# With your chance to win after each.")


def suggestions(found: Sequence[Suggestion]) -> Text:
    """The suggestions with their reasons, by their letters on the board."""
    told = Plain("{letter}. {told}")
    return lines(HEADING, *(told.of(letter=at, told=_one(each)) for at, each in lettered(found)))


def lettered(found: Sequence[Found]) -> Iterator[tuple[str, Found]]:
    """Each suggestion with its letter: A, B, C."""
    return zip(ascii_uppercase, found, strict=False)


def _one(each: Suggestion) -> Text:
    """A suggestion: its chance to win, the reason, and the answers that this assumes."""
    said = Text("**{move}** · {chance} %:")
    if 0 < each.chance < 100:
        said = Text("**{move}** · about {chance} %:")
    told = [said.of(move=quoted(each.move.written), chance=each.chance), each.sentence]
    if each.reason is not None:
        told.append(each.reason)
    if each.answers:
        answer = RECKONS if each.reason else EXPECTS
        told.append(answer.of(move=listed(list(map(quoted, each.answers)))))
    return sentences(*told)


EXPECTS = Text("I expect {move} in answer.")
RECKONS = Text("This assumes the answer {move}.")


Written = Annotated[str, re.compile("[!-~]{1,60}")]
"""A move in notation. It may have a colon in it, so it must be the last part of an id."""


class SuggestedMove(CustomId, prefix="hm"):
    """The button that plays a move suggested in the match at ``ply``."""

    match_id: MatchId
    ply: int
    move: Written


async def hint_in_match(click: Click[MatchButton]) -> None:
    hints = click.services[HintService]
    match, found = await hints.of_match(click.actor, click.id.match_id, click.id.ply)
    moves = [SuggestedMove(match.id, match.ply, str(each.move)) for each in found]
    label, green = Text("Play {letter}", "button"), Style.SUCCESS
    plays = [Button(label.of(letter=letter), move, green) for letter, move in lettered(moves)]
    await _show(click, await click.own_picture(match), found, *plays)


async def on_suggested(click: Click[SuggestedMove]) -> None:
    matches = click.services[MatchService]
    made = await matches.submit(click.actor, click.id.move, click.id.match_id, click.id.ply)
    await played(click, made)


async def hint_alone(interaction: Interaction, board: PracticeBoard) -> None:
    """Suggest moves on a practice board; acknowledged before."""
    found = await interaction.services[HintService].of_position(interaction.actor, board.position)
    theme = await interaction.theme()
    await _show(interaction, PictureRequest(board.position, theme=theme), found)


async def _show(
    interaction: Interaction, request: PictureRequest, found: tuple[Suggestion, ...], *below: Button
) -> None:
    marked = replace(request, events=(), suggested=tuple(each.events for each in found))
    picture = await interaction.draw(marked)
    shown = Picture(alt_text(marked, None))
    page = Page(shown, suggestions(found), Row(*below), accent=Accent.TEAL)
    await interaction.show(page, picture)


SCREEN = Screen(
    handlers=(Handler(SuggestedMove, on_suggested, counts=True),),
)
