"""The messages about what is stored."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.chat.common.custom_id import CustomId
from bot.chat.common.page import Button, File, Page, Row, Style
from bot.chat.privacy import text as words


class PrivacyAction(StrEnum):
    """How somebody answers whether to delete what is stored about them."""

    ASK = "ask"
    DELETE = "delete"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class PrivacyButton(CustomId):
    """A button of the questions before something is deleted: about whoever presses it."""

    PREFIX: ClassVar[str] = "z"
    action: PrivacyAction


FILE = "quintet-data.json"


def exported() -> Page:
    """The file to take away."""
    return Page(words.EXPORTED, File(FILE))


def ask() -> Page:
    """What would be deleted, and the first question."""
    return _question(words.ASK, words.FIRST, PrivacyAction.ASK)


def ask_again() -> Page:
    """The second question."""
    return _question(words.ASK_AGAIN, words.SECOND, PrivacyAction.DELETE)


def _question(asked: str, yes: str, action: PrivacyAction) -> Page:
    row: Row = Row(
        Button(yes, PrivacyButton(action), Style.DANGER),
        Button(words.KEEP, PrivacyButton(PrivacyAction.KEEP)),
    )
    return Page(asked, row)
