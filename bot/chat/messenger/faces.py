"""What the cards that are posted look like."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from bot.chat.common.names import Names, harmless
from bot.chat.common.page import Page
from bot.chat.messenger.text import holder_name
from bot.services.matches import MatchState
from data.ids import Engine, Holder, PlayerId


@dataclass(frozen=True, slots=True)
class Face:
    """What a card looks like. Posting it mentions ``mentioned``.

    ``mark`` is the ``custom_id`` of one of its buttons, or a paragraph, by which it is recognised.
    ``plain`` is the same where no picture may be attached; None if it is not posted there.
    """

    page: Page
    mentioned: tuple[PlayerId, ...]
    mark: str
    plain: Callable[[], Page] | None = None


class Faces(Protocol):
    """How every area's cards are drawn."""

    def of(self, card: object) -> Face:
        """What the card looks like now. Names that are not known yet are left out."""

    async def named(self, card: object, names: Names) -> object:
        """The same card with the names that it shows."""


async def names_in(match: MatchState, names: Names) -> dict[Holder, str]:
    """Those who play in the match, as they may be named inside a sentence."""
    return {each: harmless(await holder_in(match, each, names)) for each in match.players}


async def holder_in(match: MatchState, holder: Holder, names: Names) -> str:
    """Whoever holds a seat of the match, as Discord gives their name."""
    if isinstance(holder, Engine):
        return holder_name(holder)
    return await names.of(holder, match.server_id)
