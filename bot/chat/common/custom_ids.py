"""What buttons name that several areas show; an area has the ids of its own in its files."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.chat.common.custom_id import CustomId, Stage
from data.ids import MatchId


class MatchAction(StrEnum):
    """What a button on a match's message does."""

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
    PAUSE = "pause"
    RESUME = "resume"
    NUDGE = "nudge"
    FOLLOW = "follow"
    UNFOLLOW = "unfollow"
    FORGIVE = "forgive"
    FORGIVEN = "forgiven"
    HINT = "hint"
    SHARE = "share"


@dataclass(frozen=True, slots=True)
class MatchButton(CustomId):
    """A button on a match's message, which shows the match at ``ply``."""

    PREFIX: ClassVar[str] = "m"
    match_id: MatchId
    ply: int
    action: MatchAction


class ComposerAction(StrEnum):
    """What a button of the composer does."""

    TAKE = "take"
    PART = "part"
    HELP = "help"
    STOP = "stop"
    PLAY = "play"
    CHANGE = "change"
    BACK = "back"
    OVER = "over"
    TYPE = "type"


@dataclass(frozen=True, slots=True)
class ComposerButton(CustomId):
    """A button on the way to a move in the match at ``ply``, put together as far as ``stage``.

    ``number`` is that of a choice, counted from 0, or for parts of a question what is shown of it.
    """

    PREFIX: ClassVar[str] = "s"
    match_id: MatchId
    ply: int
    stage: Stage
    action: ComposerAction
    number: int = 0


@dataclass(frozen=True, slots=True)
class MoveFormId(CustomId):
    """The form in which a move is typed for the match at ``ply``."""

    PREFIX: ClassVar[str] = "t"
    match_id: MatchId
    ply: int


class BoardAction(StrEnum):
    """What a button or list does on a private board where a move is put together.

    No board has them all.
    """

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


@dataclass(frozen=True, slots=True)
class PracticeButton(CustomId):
    """A button or list on somebody's practice board as it is at ``stage``."""

    PREFIX: ClassVar[str] = "p"
    stage: Stage
    action: BoardAction
    number: int = 0


@dataclass(frozen=True, slots=True)
class PracticeFormId(CustomId):
    """The form in which a move on a practice board is typed."""

    PREFIX: ClassVar[str] = "q"
    stage: Stage


class VacationAction(StrEnum):
    """What a button about somebody's own vacation does."""

    LOOK = "look"
    START = "start"
    END = "end"


@dataclass(frozen=True, slots=True)
class VacationButton(CustomId):
    """A button about the vacation of whoever presses it, which begins for so many ``days``."""

    PREFIX: ClassVar[str] = "j"
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


@dataclass(frozen=True, slots=True)
class ReplayButton(CustomId):
    """A button or list that leads to a match's ``number``-th position."""

    PREFIX: ClassVar[str] = "h"
    match_id: MatchId
    number: int
    action: ReplayAction
