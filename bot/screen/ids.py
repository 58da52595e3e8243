"""What a ``custom_id`` is, and those that several areas show; an area has its own in its files.

A value that fits into a hundred characters, and comes back as it was. Each kind is a frozen
dataclass of numbers, words and texts. Its first part, the prefix, says which kind it is. Buttons
keep what they were sent with for ever, so no part may ever change its meaning.
"""

import re
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Self, dataclass_transform, get_type_hints

from data.ids import MatchId

LONGEST = 100
"""So many characters does Discord keep."""
LARGEST = 2**63 - 1
"""The largest number that the database keeps; Discord's own are smaller."""

Stage = Annotated[str, re.compile("[0-9a-f]{8}")]
"""The steps of a move that were taken when a button was made."""
Name = Annotated[str, re.compile("[a-z]{1,32}")]
"""Something that has a name of its own, such as a game."""
FieldName = Annotated[str, re.compile("[a-z_]{1,32}")]
"""A setting, by its field."""


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class CustomId:
    """A button, list or form; ``str`` gives the text that Discord keeps, ``parse`` reads it."""

    PREFIX: ClassVar[str]

    def __init_subclass__(cls, prefix: str) -> None:
        cls.PREFIX = prefix
        dataclass(frozen=True)(cls)

    def __str__(self) -> str:
        return ":".join([self.PREFIX, *(str(getattr(self, each.name)) for each in fields(self))])

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The value that ``text`` stands for; None if it was written by nobody here."""
        prefix, _, rest = text.partition(":")
        if prefix != cls.PREFIX or len(text) > LONGEST:
            return None
        kinds = _kinds(cls)
        # the last part may have a colon in it
        parts = rest.split(":", len(kinds) - 1) if kinds else []
        if len(parts) != len(kinds):
            return None
        try:
            found = cls(*(_read(kind, part) for kind, part in zip(kinds, parts, strict=True)))
        except ValueError:
            return None
        return found if str(found) == text else None  # a number can be written in many ways


def _kinds(custom_id: type[CustomId]) -> tuple[Any, ...]:
    hints = get_type_hints(custom_id, include_extras=True)
    return tuple(hints[each.name] for each in fields(custom_id))


def _read(kind: Any, part: str) -> Any:
    if hasattr(kind, "__metadata__"):
        (pattern,) = kind.__metadata__
        if pattern.fullmatch(part) is None:
            raise ValueError(part)
        return part
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind(part)
    return number(part)


def number(text: str) -> int:
    """The number that is written; raises ValueError for one that nothing here can have."""
    found = int(text)
    if not 0 <= found <= LARGEST:
        raise ValueError(f"{found} is nothing that can be meant")
    return found


class MatchAction(StrEnum):
    MOVE = "move"
    BOARD = "board"
    MORE = "more"
    RESIGN = "resign"
    RESIGNED = "resigned"
    UNDO = "undo"
    DRAW = "draw"
    ABORT = "abort"
    ABORTED = "aborted"
    KEEP = "keep"
    REMATCH = "rematch"
    RESUME = "resume"
    NUDGE = "nudge"
    FOLLOW = "follow"
    UNFOLLOW = "unfollow"
    FORGIVE = "forgive"
    FORGIVEN = "forgiven"
    HINT = "hint"
    EXPORT = "export"
    SHARE = "share"
    POST = "post"
    MOTION = "motion"
    LENS = "lens"
    TEXT = "text"


class MatchButton(CustomId, prefix="m"):
    """A button on a match's message, which shows the match at ``ply``."""

    match_id: MatchId
    ply: int
    action: MatchAction


class BoardAction(StrEnum):
    """What is done on a private board where a move is put together; no board has them all."""

    TAKE = "take"
    PART = "part"
    STOP = "stop"
    BACK = "back"
    TYPE = "type"
    OVER = "over"
    VARIANT = "variant"
    HINT = "hint"
    SHOW = "show"
    KEEP = "keep"
    DROP = "drop"
    HELP = "help"
    PLAY = "play"
    CHANGE = "change"


class ComposerButton(CustomId, prefix="s"):
    """A button or form on the way to a move in the match at ``ply``, which is at ``stage``.

    ``number`` is that of a choice, counted from 0, or for parts of a question what is shown of it.
    """

    match_id: MatchId
    ply: int
    stage: Stage
    action: BoardAction
    number: int = 0


class PracticeButton(CustomId, prefix="p"):
    """A button, list or form on somebody's practice board as it is at ``stage``."""

    stage: Stage
    action: BoardAction
    number: int = 0


class VacationAction(StrEnum):
    LOOK = "look"
    START = "start"
    END = "end"


class VacationButton(CustomId, prefix="j"):
    """A button about the vacation of whoever presses it, which begins for so many ``days``."""

    action: VacationAction
    days: int = 0


class ReplayAction(StrEnum):
    """What a button or list of a replay does.

    ``look`` begins with the move that cost most; ``better`` shows what would have been better than
    a move that was pointed out, ``made`` what was played again.
    """

    FIRST = "first"
    BACK = "back"
    NEXT = "next"
    LAST = "last"
    JUMP = "jump"
    MARK = "mark"
    FILM = "film"
    LOOK = "look"
    BETTER = "better"
    MADE = "made"


class ReplayButton(CustomId, prefix="h"):
    """A button or list that leads to a match's ``number``-th position."""

    match_id: MatchId
    number: int
    action: ReplayAction


class PlayOnButton(CustomId, prefix="po"):
    """Leads to a private board that goes on from a match's ``number``-th position."""

    match_id: MatchId
    number: int


NO_STAGE = "0" * 8
"""Stands for no stage: to look changes nothing."""


class ConditionalButton(CustomId, prefix="if"):
    """A button or form on the board where somebody prepares answers, as it is at ``stage``."""

    match_id: MatchId
    stage: Stage
    action: BoardAction
    number: int = 0


PuzzleName = Annotated[str, re.compile("[a-z0-9-]{1,32}")]
"""The id of a puzzle."""


class PuzzleButton(CustomId, prefix="pz"):
    """A button or form on somebody's board with a puzzle as it is at ``stage``."""

    puzzle: PuzzleName
    stage: Stage
    action: BoardAction
    number: int = 0


ANY_GAME = "any"
"""Stands for the game in the list from which one is chosen."""


class CourseButton(CustomId, prefix="pc"):
    """Leads to a puzzle that teaches a game, from 1; 0 is the first that is not solved."""

    game: Name
    number: int = 0


class WeeklyButton(CustomId, prefix="pw"):
    post_id: int
