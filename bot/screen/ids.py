"""The base of ``custom_id`` values, and those that several features use.

A ``custom_id`` is a frozen dataclass of numbers, enumerations and short texts, written as up to a
hundred characters; its prefix names the class. Buttons keep their text for ever, so no part may
ever change its meaning.
"""

import re
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Self, dataclass_transform, get_type_hints

from data.ids import MatchId

MAX_LENGTH = 100
"""Discord's limit of a ``custom_id``."""
LARGEST = 2**63 - 1
"""The largest number in the database; Discord's ids are smaller."""

Stage = Annotated[str, re.compile("[0-9a-f]{8}")]
"""A hash of the state of a private board when the button was made."""
Name = Annotated[str, re.compile("[a-z]{1,32}")]
"""The id of a game or the like."""
FieldName = Annotated[str, re.compile("[a-z_]{1,32}")]
"""The name of a settings field."""


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class CustomId:
    """The id of a button, list or form; ``str`` gives the text for Discord, ``parse`` reads it."""

    PREFIX: ClassVar[str]

    def __init_subclass__(cls, prefix: str) -> None:
        cls.PREFIX = prefix
        dataclass(frozen=True)(cls)

    def __str__(self) -> str:
        return ":".join([self.PREFIX, *(str(getattr(self, each.name)) for each in fields(self))])

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The value of ``text``; None if ``str`` of no value of this class gives it."""
        prefix, _, rest = text.partition(":")
        if prefix != cls.PREFIX or len(text) > MAX_LENGTH:
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
        return found if str(found) == text else None  # one number has many spellings


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
    """The number from 0 to LARGEST that ``text`` spells; raises ValueError."""
    found = int(text)
    if not 0 <= found <= LARGEST:
        raise ValueError(f"{found} is out of range")
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
    """What a button on a private board does; no board has them all."""

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


class ReplayAction(StrEnum):
    """What a button or list of a replay does.

    ``look`` shows the move that cost most; ``better`` the better move there, ``made`` the move that
    was played.
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
    """A button or list that shows the ``number``-th position of a match."""

    match_id: MatchId
    number: int
    action: ReplayAction


class PlayOnButton(CustomId, prefix="po"):
    """Opens a practice board that continues from the ``number``-th position of a match."""

    match_id: MatchId
    number: int


NO_STAGE = "0" * 8
"""Stands for no stage, in buttons that change nothing."""


class ConditionalButton(CustomId, prefix="if"):
    """A button or form on the board of prepared answers, when it was at ``stage``."""

    match_id: MatchId
    stage: Stage
    action: BoardAction
    number: int = 0


ANY_GAME = "any"
"""Stands for the game in a list of games."""


class CourseButton(CustomId, prefix="pc"):
    """Opens a puzzle of a game's course, from 1; 0 is the first unsolved one."""

    game: Name
    number: int = 0
