"""After a move: what was played, and the way to the next match that waits."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.chat.common.custom_id import CustomId
from bot.chat.common.page import Button, Page, Row, Style
from bot.chat.composer import text as words
from bot.chat.composer.overtaken import close_others
from bot.chat.interaction.answering import show
from bot.chat.interaction.client import Interaction
from bot.chat.messenger.text import moved
from bot.services.matches import MatchState, Played
from data.ids import MatchId


class InboxAction(StrEnum):
    """What a button of the list of somebody's matches does."""

    PAGE = "page"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class InboxButton(CustomId):
    """To a page of the list of somebody's matches, or to the next match after a number's."""

    PREFIX: ClassVar[str] = "i"
    action: InboxAction
    number: int


async def played(interaction: Interaction, made: Played) -> None:
    """Say what was played, lead on to the next match that waits, and close other composers."""
    page = Page(
        moved(made.state),
        words.CHANNEL_GONE if _is_channel_gone(interaction, made.state) else None,
        words.next_up(made.waiting) if made.waiting else None,
        Row(next_match(made.state.id), all_matches()) if made.waiting else None,
    )
    await close_others(interaction, made.state, await show(interaction, page))


def _is_channel_gone(interaction: Interaction, match: MatchState) -> bool:
    """Whether there is no channel any more in which the board could be shown."""
    guild = None if match.server_id is None else interaction.client.get_guild(match.server_id)
    return guild is not None and guild.get_channel_or_thread(match.channel_id) is None


def next_match(after: MatchId) -> Button:
    """The button to the match that waits after this one in the list."""
    custom_id = InboxButton(InboxAction.NEXT, after)
    return Button(words.NEXT_MATCH, custom_id, Style.SUCCESS)


def all_matches() -> Button:
    """The button to the list of somebody's matches."""
    return Button(words.ALL_MATCHES, InboxButton(InboxAction.PAGE, 0))
