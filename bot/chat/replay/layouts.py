"""What looking back at a match looks like: a position with ways to the others, the animation."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import ui

from bot.chat.common.components import OPTION_LABEL, Button, button
from bot.chat.common.custom_ids import ReplayAction, ReplayButton
from bot.chat.messenger import layouts
from bot.chat.replay import review_text as review_words
from bot.chat.replay import strip as strip_of
from bot.chat.replay import text as words
from bot.chat.replay.views import View
from bot.services.replay import MatchReplay
from bot.services.reviews import MatchReview
from data.ids import MatchId
from rules.game import Seat

ANIMATION = "replay.gif"
STRIP = "strip.png"
ON_PAGE = 23
"""How many positions a list offers, besides those that lead to its neighbours."""


def step(
    replay: MatchReplay,
    view: View,
    alt: str,
    review: MatchReview | None,
    strip: str | None,
    reader: Seat | None,
) -> ui.LayoutView:
    """A position of the match, with what leads to the others, and what was found looking back.

    ``strip`` is the text of the picture that shows who was ahead, None where there is none;
    ``reader`` is the seat of whoever looks back, None for somebody who only watches.
    """
    items: list[layouts.Item] = [
        ui.TextDisplay(words.heading(replay)),
        layouts.picture(alt),
        ui.TextDisplay(words.step_line(replay, view)),
    ]
    told = None
    if review is not None:
        told = review_words.Told(review, strip_of.steps_of_moves(replay), reader)
    last = len(replay.steps) - 1
    if last:
        items.append(ui.ActionRow(*_ways(replay.match.id, view.number, last)))
    if told is not None:
        items += _found(replay, view, told, strip)
    if last:
        items.append(ui.ActionRow(_jumps(replay, view.number)))
        film = ReplayButton(replay.match.id, view.number, ReplayAction.FILM)
        items.append(ui.ActionRow(button(words.ANIMATE, film)))
    return layouts.layout(*items, accent=discord.Colour.teal())


def _found(
    replay: MatchReplay, view: View, told: review_words.Told, strip: str | None
) -> Iterator[layouts.Item]:
    """What was found: about the move that is shown, or else about the whole match.

    What is pressed stands near the picture, which changes with it.
    """
    marks = tuple(_marks(replay, view, told))
    if marks:
        yield ui.ActionRow(*marks)
    if view.moment is not None:
        yield ui.TextDisplay(review_words.explained(view.moment, told))
        yield ui.ActionRow(_other_board(replay.match.id, view))
        expected = review_words.expected(view.moment, told)
        if expected:
            yield ui.TextDisplay(expected)
    if strip is not None:
        shown = discord.MediaGalleryItem(f"attachment://{STRIP}", description=strip)
        yield ui.MediaGallery(shown)
    if view.moment is None:
        yield ui.TextDisplay(review_words.overview(told))


def _other_board(match_id: MatchId, view: View) -> Button:
    """From what was played to what would have been better, and back."""
    if view.better is None:
        better = ReplayButton(match_id, view.number, ReplayAction.BETTER)
        return button(review_words.BETTER, better, discord.ButtonStyle.success)
    return button(review_words.MADE, ReplayButton(match_id, view.number, ReplayAction.MADE))


def animation(replay: MatchReplay, alt: str) -> ui.LayoutView:
    """The match as an animated picture."""
    picture = discord.MediaGalleryItem(f"attachment://{ANIMATION}", description=alt)
    return layouts.layout(
        ui.TextDisplay(words.heading(replay)),
        ui.MediaGallery(picture),
        accent=discord.Colour.teal(),
    )


def export(replay: MatchReplay, name: str) -> ui.LayoutView:
    """The match as a file to take away."""
    return layouts.layout(
        ui.TextDisplay(words.exported(replay)), ui.File[ui.LayoutView](f"attachment://{name}")
    )


def _ways(match_id: MatchId, number: int, last: int) -> Iterator[Button]:
    """The buttons; those that lead nowhere stay where they are, so that no thumb slips."""
    at_start, at_end = number == 0, number == last
    yield _way(words.FIRST, ReplayButton(match_id, 0, ReplayAction.FIRST), at_start)
    yield _way(words.BACK, ReplayButton(match_id, max(number - 1, 0), ReplayAction.BACK), at_start)
    yield _way(words.NEXT, ReplayButton(match_id, number + 1, ReplayAction.NEXT), at_end)
    yield _way(words.LAST, ReplayButton(match_id, last, ReplayAction.LAST), at_end)


def _marks(replay: MatchReplay, view: View, told: review_words.Told) -> Iterator[Button]:
    """Buttons that lead to what was pointed out, or else to where the match turned."""
    review = told.review
    if not review.is_whole:
        return
    pointed_out = [moment.number for moment in review.moments]
    if not pointed_out:
        found = (review.slip(told.reader), review.turn, review.rise, review.fall)
        pointed_out = sorted({each.number for each in found if each is not None})
    for number in map(told.steps.__getitem__, pointed_out):
        custom_id = ReplayButton(replay.match.id, number, ReplayAction.MARK)
        made = button(review_words.go_to(number), custom_id)
        made.disabled = number == view.number
        yield made


def _way(label: str, custom_id: ReplayButton, leads_nowhere: bool) -> Button:
    made = button(label, custom_id, discord.ButtonStyle.primary)
    made.disabled = leads_nowhere
    return made


def _jumps(replay: MatchReplay, number: int) -> ui.Select[ui.LayoutView]:
    first = number - number % ON_PAGE
    beyond = min(first + ON_PAGE, len(replay.steps))
    options = [
        _option(words.step_name(replay.steps[at], at), at, at == number)
        for at in range(first, beyond)
    ]
    if first > 0:
        options.insert(0, _option(words.EARLIER, first - 1))
    if beyond < len(replay.steps):
        options.append(_option(words.LATER, beyond))
    custom_id = ReplayButton(replay.match.id, number, ReplayAction.JUMP)
    return ui.Select(custom_id=str(custom_id), placeholder=words.JUMP, options=options)


def _option(label: str, number: int, chosen: bool = False) -> discord.SelectOption:
    return discord.SelectOption(label=label[:OPTION_LABEL], value=str(number), default=chosen)
