"""Every kind of button, list and form: what its ``custom_id`` names, and what it asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from bot.chat.common.custom_id import CustomId, FieldName, Name, Stage
from data.ids import ChallengeId, ChannelId, LadderId, MatchId, PlayerId, ReminderId, RequestId
from data.states import RequestKind


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


Written = Annotated[str, re.compile("[!-~]{1,60}")]
"""A move in notation, which may have a colon in it and so comes last."""


@dataclass(frozen=True, slots=True)
class SuggestedMove(CustomId):
    """Plays a move that was suggested in the match at ``ply``."""

    PREFIX: ClassVar[str] = "hm"
    match_id: MatchId
    ply: int
    move: Written


class ChallengeAction(StrEnum):
    """What a button on a challenge's card does."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class ChallengeButton(CustomId):
    """A button on a challenge's card."""

    PREFIX: ClassVar[str] = "c"
    challenge_id: ChallengeId
    action: ChallengeAction


@dataclass(frozen=True, slots=True)
class Invitation(CustomId):
    """The list of games to which somebody can be challenged."""

    PREFIX: ClassVar[str] = "o"
    opponent_id: PlayerId


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


class RequestAction(StrEnum):
    """How somebody answers what was asked in a match."""

    GRANT = "grant"
    DECLINE = "decline"
    WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True)
class RequestButton(CustomId):
    """A button to answer what somebody asked in a match."""

    PREFIX: ClassVar[str] = "r"
    kind: RequestKind
    request_id: RequestId
    action: RequestAction


class ClockAction(StrEnum):
    """What a button on a match's clocks does."""

    LOOK = "look"
    PAGE = "page"
    GIVE_PERIOD = "period"
    GIVE_DAY = "day"


@dataclass(frozen=True, slots=True)
class ClockButton(CustomId):
    """A button about the clocks of a match.

    ``number`` is the page of what has changed them, from 0; the ply at which time is given; or the
    line of the ledger that news are of.
    """

    PREFIX: ClassVar[str] = "k"
    match_id: MatchId
    action: ClockAction
    number: int = 0


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


class Purpose(StrEnum):
    """What is done with the match that is chosen from a list."""

    OPEN = "open"
    BOARD = "board"
    TEXT = "text"
    REPLAY = "replay"
    EXPORT = "export"
    RECORD = "record"


@dataclass(frozen=True, slots=True)
class MatchList(CustomId):
    """A list of matches, of which one is chosen by its number."""

    PREFIX: ClassVar[str] = "l"
    purpose: Purpose


@dataclass(frozen=True, slots=True)
class HelpButton(CustomId):
    """The way to everything there is to type."""

    PREFIX: ClassVar[str] = "e"


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


@dataclass(frozen=True, slots=True)
class PlayerSettingId(CustomId):
    """What one of somebody's settings is chosen with."""

    PREFIX: ClassVar[str] = "u"
    field: FieldName


class SettingsTab(StrEnum):
    """The panels of somebody's settings."""

    BOARDS = "boards"
    REMINDERS = "reminders"
    NAMES = "names"
    VACATION = "vacation"


@dataclass(frozen=True, slots=True)
class SettingsTabButton(CustomId):
    """The way to a panel of somebody's settings."""

    PREFIX: ClassVar[str] = "a"
    tab: SettingsTab


class ReminderSetting(StrEnum):
    """What somebody can choose about being reminded.

    ``zones`` shows the likely zones, ``city`` leads to the form for another.
    """

    WAY = "way"
    DIGEST = "digest"
    QUIET = "quiet"
    ZONE = "zone"
    ZONES = "zones"
    CITY = "city"


@dataclass(frozen=True, slots=True)
class ReminderSettingId(CustomId):
    """A list or button for one of these settings."""

    PREFIX: ClassVar[str] = "rs"
    setting: ReminderSetting


@dataclass(frozen=True, slots=True)
class ReminderFormId(CustomId):
    """The form in which one of these settings is typed."""

    PREFIX: ClassVar[str] = "f"
    setting: ReminderSetting


class ReminderAction(StrEnum):
    """What a button on a reminder does besides leading to the move."""

    SETTINGS = "settings"
    DIRECT = "direct"


@dataclass(frozen=True, slots=True)
class ReminderButton(CustomId):
    """A button on a reminder."""

    PREFIX: ClassVar[str] = "rm"
    reminder_id: ReminderId
    action: ReminderAction


@dataclass(frozen=True, slots=True)
class ServerSettingId(CustomId):
    """What one of a server's settings is chosen with."""

    PREFIX: ClassVar[str] = "v"
    field: FieldName


class LadderAction(StrEnum):
    """What a button or list on a ladder's message does."""

    CHALLENGE = "challenge"
    PICK = "pick"
    JOIN = "join"
    SHOW = "show"
    HISTORY = "history"
    NEWS = "news"
    LEAVE = "leave"
    STAY = "stay"


@dataclass(frozen=True, slots=True)
class LadderButton(CustomId):
    """A button or list on a ladder's message.

    ``number`` is a page of the standings, from 0; the entry before which the history is shown, 0
    for its end; or the entry that news are of.
    """

    PREFIX: ClassVar[str] = "b"
    ladder_id: LadderId
    action: LadderAction
    number: int = 0


@dataclass(frozen=True, slots=True)
class LadderCloseFormId(CustomId):
    """The form that asks why a ladder is closed."""

    PREFIX: ClassVar[str] = "x"
    ladder_id: LadderId


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


@dataclass(frozen=True, slots=True)
class DecideFormId(CustomId):
    """The form that asks why a match is decided with this ranking of its seats: ``0>1=2``."""

    PREFIX: ClassVar[str] = "d"
    match_id: MatchId
    ranking: Annotated[str, re.compile("[0-9]([=>][0-9]){1,3}")]


@dataclass(frozen=True, slots=True)
class AnnulFormId(CustomId):
    """The form that asks why a match is annulled."""

    PREFIX: ClassVar[str] = "n"
    match_id: MatchId


@dataclass(frozen=True, slots=True)
class ForgiveFormId(CustomId):
    """The form that asks why a player may play on whose time ran out."""

    PREFIX: ClassVar[str] = "y"
    match_id: MatchId


@dataclass(frozen=True, slots=True)
class PlaceFormId(CustomId):
    """The form that asks why a match is moved to a channel."""

    PREFIX: ClassVar[str] = "w"
    match_id: MatchId
    channel_id: ChannelId
