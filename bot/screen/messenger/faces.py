"""What the cards that are posted look like."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from bot.core.matches import MatchState
from bot.screen.messenger.words import holder_name
from bot.screen.names import Names, harmless
from bot.screen.page import Page, Picture
from data.ids import Engine, Holder, PlayerId
from renderer.charts import Chart, chart_text
from rules.texts import Text, Words


@dataclass(frozen=True, slots=True)
class Face:
    """What a card looks like. Posting it mentions ``mentioned``.

    ``mark`` is the ``custom_id`` of one of its buttons, or a paragraph, by which it is recognised.
    ``plain`` is the same where no picture may be attached; None if it is not posted there. A
    ``chart`` is drawn whenever the card is posted or edited.
    """

    page: Page
    mentioned: tuple[PlayerId, ...]
    mark: Words
    plain: Callable[[], Page] | None = None
    chart: Chart | None = None


def in_words(told: Text) -> Face:
    """A card of words alone, which are what it is recognised by; it mentions nobody."""
    return Face(Page(told), (), told)


def charted(plain: Page, chart: Chart | None, mark: str) -> Face:
    """A card with the chart, if there is one, below its heading; it mentions nobody."""
    if chart is None:
        return Face(plain, (), mark)
    heading, *others = plain.parts
    page = Page(heading, Picture(chart_text(chart)), *others, accent=plain.accent)
    return Face(page, (), mark, lambda: plain, chart)


Faces: TypeAlias = Mapping[type[Any], Callable[[Any], Face]]
"""How each kind of card is drawn. Names that are not known yet are left out."""
WithNames: TypeAlias = Mapping[type[Any], Callable[[Any, Names], Awaitable[Any]]]
"""Gives cards that show names back with them."""


async def with_players(card: Any, names: Names) -> Any:
    """A card of a match that shows ``names``, with those of who plays in it, for sentences."""
    match: MatchState = card.match
    found = {each: harmless(await holder_in(match, each, names)) for each in match.players}
    return replace(card, names=found)


async def holder_in(match: MatchState, holder: Holder, names: Names) -> Words:
    """Whoever holds a seat of the match, as Discord gives their name."""
    if isinstance(holder, Engine):
        return holder_name(holder)
    return await names.of(holder, match.server_id)
