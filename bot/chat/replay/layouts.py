"""What looking back at a match looks like: a position with ways to the others, the animation."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import ui

from bot.chat.common.components import OPTION_LABEL, Button, button
from bot.chat.common.custom_ids import ReplayAction, ReplayButton
from bot.chat.messenger import layouts
from bot.chat.messenger.text import holder_name
from bot.chat.replay import review_text as review_words
from bot.chat.replay import strip as strip_of
from bot.chat.replay import text as words
from bot.services.replay import MatchReplay
from bot.services.reviews import MatchReview
from data.ids import MatchId

ANIMATION = "replay.gif"
STRIP = "strip.png"
ON_PAGE = 23
"""How many positions a list offers, besides those that lead to its neighbours."""


def step(
    replay: MatchReplay, number: int, alt: str, review: MatchReview | None, strip: str | None
) -> ui.LayoutView:
    """A position of the match, with what leads to the others, and what was found looking back.

    ``strip`` is the text of the picture that shows who was ahead, None where there is none.
    """
    items: list[layouts.Item] = [
        ui.TextDisplay(words.heading(replay)),
        layouts.picture(alt),
        ui.TextDisplay(words.step_line(replay, number)),
    ]
    if strip is not None:
        shown = discord.MediaGalleryItem(f"attachment://{STRIP}", description=strip)
        items.append(ui.MediaGallery(shown))
    if review is not None:
        steps = strip_of.steps_of_moves(replay)
        names = strip_of.names(replay, [*map(holder_name, replay.match.players)])
        items.append(ui.TextDisplay(review_words.told(review, steps, names)))
        marks = tuple(_marks(replay, review))
        if marks:
            items.append(ui.ActionRow(*marks))
    last = len(replay.steps) - 1
    if last:
        items.append(ui.ActionRow(*_ways(replay.match.id, number, last)))
        items.append(ui.ActionRow(_jumps(replay, number)))
    return layouts.layout(*items, accent=discord.Colour.teal())


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
    yield button(words.ANIMATE, ReplayButton(match_id, number, ReplayAction.FILM))


def _marks(replay: MatchReplay, review: MatchReview) -> Iterator[Button]:
    """Buttons that lead to what was pointed out, or else to where the match turned."""
    if not review.is_whole:
        return
    steps = strip_of.steps_of_moves(replay)
    pointed_out = [moment.number for moment in review.moments]
    if not pointed_out:
        found = (review.turn, review.rise, review.fall)
        pointed_out = sorted(each.number for each in found if each is not None)
    for number in map(steps.__getitem__, pointed_out):
        custom_id = ReplayButton(replay.match.id, number, ReplayAction.MARK)
        yield button(review_words.go_to(number), custom_id)


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
