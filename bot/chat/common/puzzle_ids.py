"""What the buttons, lists and forms of puzzles name."""

import re
from dataclasses import dataclass
from typing import Annotated, ClassVar

from bot.chat.common.custom_id import CustomId, Name, Stage
from bot.chat.common.custom_ids import BoardAction

PuzzleName = Annotated[str, re.compile("[a-z0-9-]{1,32}")]
"""The id of a puzzle."""


@dataclass(frozen=True, slots=True)
class PuzzleButton(CustomId):
    """A button on somebody's board with a puzzle as it is at ``stage``."""

    PREFIX: ClassVar[str] = "pz"
    puzzle: PuzzleName
    stage: Stage
    action: BoardAction
    number: int = 0


@dataclass(frozen=True, slots=True)
class PuzzleFormId(CustomId):
    """The form in which an answer is typed."""

    PREFIX: ClassVar[str] = "pg"
    puzzle: PuzzleName
    stage: Stage


ANY_GAME = "any"
"""Stands for the game in the list from which one is chosen."""


@dataclass(frozen=True, slots=True)
class CourseButton(CustomId):
    """Leads to a puzzle that teaches a game: the list chooses one, a button names its number.

    Puzzles count from 1; 0 is the first that is not solved. The list of ``ANY_GAME`` chooses a
    game.
    """

    PREFIX: ClassVar[str] = "pc"
    game: Name
    number: int = 0


@dataclass(frozen=True, slots=True)
class WeeklyButton(CustomId):
    """Opens the puzzle of the week of this post."""

    PREFIX: ClassVar[str] = "pw"
    post_id: int
