"""The buttons that lead to the rules of a game, and to a game that one does not know yet."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.chat.common.custom_id import CustomId, Name
from bot.chat.common.page import Button
from bot.chat.common.text import ANOTHER_GAME, RULES


class RulesAction(StrEnum):
    """What a button or list below a page of rules does."""

    SHOW = "show"
    OPEN = "open"
    JUMP = "jump"
    GAME = "game"
    CHOOSE = "choose"
    TRY = "try"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class RulesButton(CustomId):
    """A button or list below a page of rules; pages count from 0."""

    PREFIX: ClassVar[str] = "g"
    game: Name
    page: int
    action: RulesAction


ANY_GAME = "any"
"""Stands for the game in the list from which one is chosen."""


def rules_button(game: str, way: RulesAction = RulesAction.OPEN) -> Button:
    """The button to the first page, beside what was pressed or, by ``SHOW``, in its place."""
    return Button(RULES, RulesButton(game, 0, way))


def another_game_button() -> Button:
    """The button to a list of the games, to play one against the bot."""
    return Button(ANOTHER_GAME, RulesButton(ANY_GAME, 0, RulesAction.CHOOSE))
