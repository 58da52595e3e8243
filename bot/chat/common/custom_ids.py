"""Every kind of button, list and form: what its ``custom_id`` names, and what it asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from bot.chat.common.custom_id import CustomId, Name, Stage
from data.ids import ChallengeId, ChannelId, MatchId, PlayerId, RequestId
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


@dataclass(frozen=True, slots=True)
class MatchButton(CustomId):
    """A button on a match's message, which shows the match at ``ply``."""

    PREFIX: ClassVar[str] = "m"
    match_id: MatchId
    ply: int
    action: MatchAction


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
    """What a button or list of the composer does."""

    TAKE = "take"
    PICK = "pick"
    PAGE = "page"
    STOP = "stop"
    PLAY = "play"
    CHANGE = "change"
    BACK = "back"
    OVER = "over"
    TYPE = "type"


@dataclass(frozen=True, slots=True)
class ComposerButton(CustomId):
    """A choice on the way to a move, by its number; made in the match at ``ply``, at ``stage``."""

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


class PracticeAction(StrEnum):
    """What a button or list on a practice board does."""

    TAKE = "take"
    PICK = "pick"
    PAGE = "page"
    STOP = "stop"
    BACK = "back"
    OVER = "over"
    VARIANT = "variant"
    TYPE = "type"


@dataclass(frozen=True, slots=True)
class PracticeButton(CustomId):
    """A button or list on somebody's practice board as it is at ``stage``."""

    PREFIX: ClassVar[str] = "p"
    stage: Stage
    action: PracticeAction
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


class RulesAction(StrEnum):
    """What a button or list below a page of rules does."""

    SHOW = "show"
    JUMP = "jump"
    GAME = "game"
    TRY = "try"


@dataclass(frozen=True, slots=True)
class RulesButton(CustomId):
    """A button or list below a page of rules; pages count from 0."""

    PREFIX: ClassVar[str] = "g"
    game: Name
    page: int
    action: RulesAction


class ReplayAction(StrEnum):
    """What a button or list of a replay does."""

    FIRST = "first"
    BACK = "back"
    NEXT = "next"
    LAST = "last"
    JUMP = "jump"
    FILM = "film"


@dataclass(frozen=True, slots=True)
class ReplayButton(CustomId):
    """A button or list that leads to a match's ``number``-th position."""

    PREFIX: ClassVar[str] = "h"
    match_id: MatchId
    number: int
    action: ReplayAction


class PlayerSetting(StrEnum):
    """What somebody can choose for themselves."""

    CONFIRM = "confirm"
    SIDE = "side"
    THEME = "theme"


@dataclass(frozen=True, slots=True)
class PlayerSettingList(CustomId):
    """The list of what can be chosen for one of somebody's settings."""

    PREFIX: ClassVar[str] = "u"
    setting: PlayerSetting


class ServerSetting(StrEnum):
    """What a server's managers can choose."""

    CHANNEL = "channel"
    GAMES = "games"
    STARTERS = "starters"
    MANAGERS = "managers"
    THREADS = "threads"
    CLOCK = "clock"
    CLOCKS = "clocks"


@dataclass(frozen=True, slots=True)
class ServerSettingList(CustomId):
    """A list or button for one of a server's settings."""

    PREFIX: ClassVar[str] = "v"
    setting: ServerSetting


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
class PlaceFormId(CustomId):
    """The form that asks why a match is moved to a channel."""

    PREFIX: ClassVar[str] = "w"
    match_id: MatchId
    channel_id: ChannelId
