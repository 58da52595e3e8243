"""What is refused, and why: one sentence for every error of the services."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.chat.common.clocks import deadline, distance, moment, unreadable_clock, which_clocks
from bot.chat.common.hours import unreadable_hours, unreadable_zone
from bot.chat.common.ladders import (
    already_on_ladder,
    cannot_challenge,
    ladder_name,
    not_on_ladder,
    several_ladders,
)
from bot.chat.common.permissions import spoken
from bot.chat.common.text import UNREADABLE, all_of, counted, match_title, mention, quoted
from bot.chat.messenger.text import holder_name, result
from bot.services.challenges import (
    AlreadyRematched,
    ChallengeClosed,
    NotInvited,
    NotYourChallenge,
    OpponentIsBot,
    OpponentIsYou,
    OpponentNotHere,
    OwnChallenge,
    RematchElsewhere,
    SameOpponentTwice,
    TooManyMatches,
    TooManyOpen,
    TooManyToday,
    UnknownChallenge,
    UnreadableClock,
    WrongOpponentCount,
)
from bot.services.climbing import (
    AlreadyOnLadder,
    ByInvitation,
    CannotChallenge,
    LadderClosed,
    LadderExists,
    LadderFrozen,
    LadderNeedsClock,
    LadderNotFrozen,
    NoLadderHere,
    NotForTwo,
    NotOnLadder,
    SeveralLadders,
    UnknownLadder,
)
from bot.services.clocks import FORGIVE_WITHIN, say_duration
from bot.services.composer import NotWhole, OtherStage
from bot.services.conditionals import (
    IllegalLine,
    LineTooDeep,
    NoAnswerInLine,
    PreparedOtherwise,
    TooManyLines,
    YourTurnAlready,
)
from bot.services.errors import ServiceError
from bot.services.leaderboards import AlreadyLive
from bot.services.matches import (
    AlreadyLeft,
    CorruptLog,
    IllegalText,
    MatchOver,
    MatchRunning,
    NoBoardThere,
    NoMatchHere,
    NothingToForgive,
    NotYourMatch,
    NotYoursToSee,
    NotYourTurn,
    OutdatedBoard,
    RulesVersionMissing,
    Scope,
    SeveralMatches,
    TooLateToAbort,
    UnknownGame,
    UnknownMatch,
    UnknownVariant,
)
from bot.services.one_at_a_time import StillBusy
from bot.services.opponents import HintsAreForPractice, NoHintNow
from bot.services.pictures import PicturesBusy, TooLongToAnimate
from bot.services.practice import IllegalPractice, NoPractice, PracticeMovedOn
from bot.services.puzzles import IllegalAnswer, NoLessons, PuzzleMovedOn, UnknownPuzzle
from bot.services.reminders import (
    NUDGES_BEFORE,
    HasClock,
    NobodyToNudge,
    NotYourReminder,
    ReminderGone,
    TooEarlyToCallOff,
    TooEarlyToNudge,
    UnreadableHours,
    UnreadableZone,
)
from bot.services.replay import NoResult
from bot.services.requests import (
    AlreadyPaused,
    AskedTooOften,
    BadPause,
    EnginesAgreeToNoDraw,
    NoDrawsHere,
    NothingToUndo,
    NoTimeToPause,
    NotPaused,
    NotYourRequest,
    OwnRequest,
    OwnTimeout,
    RequestClosed,
    RequestPending,
    RequestRefused,
    TooLateToForgive,
    UnknownRequest,
)
from bot.services.rulebook import RulesMissing
from bot.services.rulings import BadRanking, BadReason
from bot.services.settings import (
    BlockedByYou,
    BlockedYou,
    BlockedYourself,
    ClockNotAllowed,
    GameNotAllowed,
    NoServerHere,
    NotAManager,
    NotAStarter,
    NotBlocked,
    UnknownTheme,
    WrongChannel,
)
from bot.services.timekeeping import (
    AlreadyOnVacation,
    BadVacation,
    DeadlineTooNear,
    LiveMatch,
    NotOnVacation,
    OutOfTime,
    OwnTime,
    VacationTooLong,
    WithoutClock,
)
from bot.services.watching import CannotFollow, FollowsThemselves, FollowsTooMany
from data.database import StorageError
from data.errors import InDoubtError, UnreadableError
from data.states import ChallengeState

NOT_STORED = (
    "Nothing was changed: the database could not be written just now. Please try again in a moment."
)
IN_DOUBT = "The database did not answer in time. Look again before you repeat it: it may be done."


def _illegal(error: IllegalText | IllegalPractice | IllegalAnswer) -> str:
    wrong = error.error
    where = "" if wrong.span is None else wrong.text[slice(*wrong.span)]
    end = "" if wrong.message.endswith((".", "?", "!")) else "."
    hints = ", ".join(f"`{hint}`" for hint in wrong.hints[:5])
    return f"{_named(wrong.text, where, wrong.message)}{end}" + (
        f" For example: {hints}." if hints else ""
    )


def _named(typed: str, where: str, message: str) -> str:
    """What is wrong, behind what was typed; a part that the sentence names itself is not repeated.

    ``0,0`` already holds a tile, or ``b2-b9`` at ``b9``: that is off the board.
    """
    parts = list(dict.fromkeys(part for part in (typed.strip(), where.strip()) if part))
    if parts and message.startswith(f"{parts[-1]} "):
        message = quoted(parts[-1]) + message.removeprefix(parts[-1])
        parts.pop()
    named = " at ".join(quoted(part) for part in parts)
    return f"{named}: {message}" if named else message


_COMMANDS = {"draw": "/match draw", "help": "/help", "resign": "/resign", "undo": "/match undo"}
"""What is typed as a move and is none, and the command that does it."""


def _illegal_move(error: IllegalText) -> str:
    """Why the move cannot be played; without an example also that there is another way."""
    other = "" if error.error.hints else " Or press **Move** and choose."
    command = _COMMANDS.get(error.error.text.strip().casefold())
    return _illegal(error) + other + (f" For that there is `{command}`." if command else "")


def _no_match(error: NoMatchHere) -> str:
    what = "look back at" if error.scope is Scope.SEEN else "play"
    return (
        f"You have no match to {what}. Start one with `/challenge`, or name one with the "
        "`match` option."
    )


def _not_your_turn(error: NotYourTurn) -> str:
    mover = error.view.to_move_player
    return "It is not your turn" + ("." if mover is None else f": {holder_name(mover)} is to move.")


def _closed(error: ChallengeClosed) -> str:
    return {
        ChallengeState.ACCEPTED: "This challenge was accepted already.",
        ChallengeState.DECLINED: "This challenge was declined.",
        ChallengeState.CANCELLED: "This challenge was taken back.",
        ChallengeState.VOID: "The ladder has changed, so this challenge is void.",
        ChallengeState.EXPIRED: "This challenge has run out. Send a new one with `/challenge`.",
    }.get(error.challenge.state, "This challenge is closed.")


def _several(error: SeveralMatches) -> str:
    listed = ", ".join(f"{line.game_name} (match {line.id})" for line in error.matches[:5])
    more = len(error.matches) - 5
    rest = f" and {more} more" if more > 0 else ""
    return f"Which match? Name it with the `match` option: {listed}{rest}."


_TIMES = {1: "once", 2: "twice", 3: "three times"}


def _too_long_away(error: VacationTooLong) -> str:
    left = all_of([f"{counted(days, 'day')} in {year}" for year, days in error.left.items()])
    return f"That is more than you have left: {left}. Nothing was changed."


_NUMBERS = {1: "one", 2: "two", 3: "three"}


def _wrong_count(error: WrongOpponentCount) -> str:
    info, variant = error.info, error.variant
    differs = any(each.seats != variant.seats for each in info.variants)
    name = f"{info.name} ({variant.name})" if differs else info.name
    opponents = "opponent" if error.needed == 1 else "opponents"
    return (
        f"{name} is for {_NUMBERS[variant.seats]}; name {_NUMBERS[error.needed]} {opponents}, "
        "or nobody for an open challenge."
    )


def _too_early_to_call_off(error: TooEarlyToCallOff) -> str:
    possible, missing = error.idle.call_off_from, NUDGES_BEFORE - len(error.idle.nudges)
    if possible is not None:
        return f"This match can be called off {distance(possible)}, if nobody moves until then."
    nudges = "once" if missing == 1 else "twice"
    return (
        "Everybody has moved already, so you can resign. If the others do not move any more, "
        f"nudge them {nudges} with `/match nudge`; 60 days after the last move "
        "the match can be called off."
    )


def _unknown_variant(error: UnknownVariant) -> str:
    known = ", ".join(f"`{variant.id}`" for variant in error.info.variants)
    return f"{error.info.name} is not played that way; there is {known}."


REFUSALS: Mapping[type[ServiceError], Callable[[Any], str]] = {
    UnknownMatch: lambda _: "There is no such match.",
    NotYourMatch: lambda _: "You do not play in this match. `/board` shows it to you.",
    NotYoursToSee: lambda _: (
        "You can look back at your own matches, and in a server at those that are played there."
    ),
    NoResult: lambda _: "That format wants a result, and this match has none.",
    NotYourTurn: _not_your_turn,
    MatchOver: lambda error: f"This match is over. {result(error.view)}",
    MatchRunning: lambda _: "This match is still being played.",
    AlreadyLeft: lambda _: "You gave up your place in this match before.",
    OutdatedBoard: lambda _: "The match has moved on since that board. This is how it stands.",
    IllegalText: _illegal_move,
    NoBoardThere: lambda _: (
        "This message shows no board of mine. Choose this on a board, or type `/board`."
    ),
    NoMatchHere: _no_match,
    SeveralMatches: _several,
    CorruptLog: lambda error: (
        f"Match {error.match_id} is damaged in the database and cannot be shown. "
        "Please tell whoever runs this bot."
    ),
    UnknownGame: lambda _: "I do not know that game. Pick one from the list.",
    UnknownVariant: _unknown_variant,
    RulesMissing: lambda error: (
        f"The rules of {error.info.name} were not installed with this bot. "
        "Please tell whoever runs it."
    ),
    UnknownChallenge: lambda _: "There is no such challenge.",
    ChallengeClosed: _closed,
    NotInvited: lambda _: (
        "This challenge is for somebody else. Send one of your own with `/challenge`."
    ),
    OwnChallenge: lambda _: (
        "You cannot answer your own challenge. **Cancel** takes it back while nobody has."
    ),
    NotYourChallenge: lambda _: "Only the person who sent this challenge can take it back.",
    OpponentIsBot: lambda _: (
        "Other bots cannot be challenged. Name a person, me, or nobody for an open challenge."
    ),
    OpponentIsYou: lambda _: (
        "You cannot challenge yourself. Name somebody else, or nobody for an open challenge; "
        "with `/practice` you play against me."
    ),
    OpponentNotHere: lambda _: "This person is not in this server. Nobody was challenged.",
    SameOpponentTwice: lambda error: (
        f"You named {mention(error.player_id)} twice. Each opponent takes one place."
    ),
    WrongOpponentCount: _wrong_count,
    OutOfTime: lambda error: f"The time ran out {distance(error.deadline)}, so this came too late.",
    WithoutClock: lambda _: "This match has no clock: you can take as long as you like.",
    NoTimeToPause: lambda _: "This match has no clock, so there is nothing to pause.",
    AlreadyLive: lambda error: (
        f"<#{error.channel_id}> has this list already. Delete its message to end it."
    ),
    AlreadyPaused: lambda error: (
        f"The clocks stand still already, until {moment(error.view.match.paused_until)}."
    ),
    NotPaused: lambda _: "This match is not paused, so there is no pause to end.",
    BadPause: lambda error: f"A pause lasts from {error.shortest} to {error.longest} days.",
    AlreadyOnVacation: lambda error: (
        f"You are on vacation already, until {moment(error.until)}. `/vacation end` ends it."
    ),
    NotOnVacation: lambda _: "You are not on vacation. `/vacation start` begins one.",
    BadVacation: lambda error: f"A vacation lasts from 1 to {error.longest} days.",
    VacationTooLong: _too_long_away,
    DeadlineTooNear: lambda error: (
        f"In {match_title(error.view)} you have time {deadline(error.deadline)}, which is too "
        "near. Make your move there first, then go on vacation."
    ),
    OwnTime: lambda _: "You can give time to others, while it is their turn, but not to yourself.",
    LiveMatch: lambda _: "This match is played in one sitting, where that is not done.",
    UnreadableZone: lambda error: unreadable_zone(error.error),
    UnreadableHours: lambda error: unreadable_hours(error.error),
    HasClock: lambda _: "A clock runs in this match, so nobody can keep you waiting for ever.",
    NobodyToNudge: lambda _: "It is your own turn, so there is nobody to nudge.",
    TooEarlyToNudge: lambda error: (
        f"Give them a little more time: you can nudge {distance(error.at)}."
    ),
    TooEarlyToCallOff: _too_early_to_call_off,
    ReminderGone: lambda _: "This reminder is over. `/settings` says how you are reminded.",
    NotYourReminder: lambda _: "This reminder is for somebody else; `/settings` has your own.",
    UnreadableClock: lambda error: unreadable_clock(error.error),
    AlreadyRematched: lambda _: "The rematch of this match was asked for already.",
    RematchElsewhere: lambda error: (
        "Ask for the rematch where the match was played: "
        f"<#{error.view.thread_id or error.view.channel_id}>."
    ),
    TooManyOpen: lambda error: (
        f"You have {error.most} open challenges. Wait for answers, or take some back."
    ),
    TooManyToday: lambda error: (
        f"That is enough for a day: you have sent {error.most} challenges. You can send the next "
        f"one {distance(error.again_at)}."
    ),
    TooManyMatches: lambda error: (
        f"{mention(error.player_id)} plays {error.most} matches at once already. Some have to end "
        "before another begins."
    ),
    HintsAreForPractice: lambda _: (
        "I suggest moves only to people who play against me, or who try a game alone."
    ),
    NoHintNow: lambda _: "I could not think of anything just now. Please ask again.",
    StillBusy: lambda _: (
        "What you asked for before is still being worked out. It comes in a moment."
    ),
    BlockedByYou: lambda error: (
        f"You have blocked {mention(error.player_id)}. `/block remove` takes that back."
    ),
    BlockedYou: lambda error: f"{mention(error.player_id)} cannot be challenged right now.",
    GameNotAllowed: lambda error: (
        f"{error.info.name} is not played in this server. "
        f"It plays {all_of([info.name for info in error.allowed]) if error.allowed else 'nothing'}."
    ),
    ClockNotAllowed: lambda error: (
        f"This clock is not used in this server. It plays with {which_clocks(error.allowed)}."
    ),
    WrongChannel: lambda error: f"In this server we play in <#{error.channel_id}>.",
    NotAStarter: lambda error: f"Only <@&{error.role_id}> may challenge here.",
    NotAManager: lambda error: (
        "Only people who manage the server may do this."
        if error.role_id is None
        else f"Only people who manage the server, or are <@&{error.role_id}>, may do this."
    ),
    NoServerHere: lambda _: "This works only in a server.",
    FollowsThemselves: lambda _: "You cannot follow yourself. Name somebody else.",
    FollowsTooMany: lambda error: (
        f"You follow {error.most} already, which is the most. Stop following one of them first."
    ),
    CannotFollow: lambda error: f"{mention(error.person_id)} cannot be followed right now.",
    UnknownTheme: lambda _: "There is no such theme. Pick one from the list.",
    BadRanking: lambda _: "Every seat has to be named once, the winner first.",
    TooLateToAbort: lambda _: "Everybody has moved already; now you can only resign.",
    NothingToUndo: lambda _: "You have no move on the board to take back.",
    EnginesAgreeToNoDraw: lambda _: (
        "I play on until the end, so I agree to no draw. You can resign, or call it off early."
    ),
    YourTurnAlready: lambda _: "It is your turn in this match. Move first, then prepare answers.",
    IllegalLine: lambda error: f"Move {error.number} of this line cannot be: {error.error}.",
    NoAnswerInLine: lambda _: (
        "A line ends with an answer of yours: their move; your answer, such as `b7-b5; c2-c4`."
    ),
    LineTooDeep: lambda error: f"A line has at most {error.most} answers of yours.",
    TooManyLines: lambda error: f"You can prepare {error.most} lines in a match. Forget one first.",
    PreparedOtherwise: lambda _: "This has changed meanwhile. Here is how it stands now.",
    NoDrawsHere: lambda error: f"{error.info.name} cannot end in a draw.",
    UnknownRequest: lambda _: "There is no such request.",
    RequestPending: lambda error: (
        f"{mention(error.request.asker_id)} has asked for the same. Answer that first."
    ),
    RequestRefused: lambda _: (
        "You have asked for this before, and the answer was no. After the next move you can ask "
        "again."
    ),
    AskedTooOften: lambda error: (
        f"You have asked for this {_TIMES[error.most]} since the last move. Wait for the next one."
    ),
    RequestClosed: lambda _: "This request is not open any more.",
    OwnRequest: lambda _: (
        "The others have to answer this, not you. Ask for the same again, and you can withdraw it."
    ),
    NotYourRequest: lambda _: "Only the one who asked can withdraw this.",
    NoPractice: lambda _: (
        "You have no practice board. Choose a game with `/rules`, then press **Try it**."
    ),
    PracticeMovedOn: lambda _: "This is where your practice stands now.",
    IllegalPractice: _illegal,
    UnknownPuzzle: lambda _: "There is no such puzzle any more. `/learn` has others.",
    NoLessons: lambda error: (
        f"There are no puzzles for {error.info.name}. `/rules` explains it with pictures."
    ),
    PuzzleMovedOn: lambda _: "This is where this puzzle stands now.",
    IllegalAnswer: _illegal,
    TooLongToAnimate: lambda _: (
        "This match is too long for one animated picture. Step through it instead."
    ),
    BlockedYourself: lambda _: "You cannot block yourself.",
    NotBlocked: lambda error: f"You had not blocked {mention(error.player_id)}.",
    NothingToForgive: lambda error: (
        "Nobody's time ran out just now."
        if error.view.is_running
        else "This match did not end on time, or something was decided since. `/manage decide` "
        "says how a match ended."
    ),
    OwnTimeout: lambda _: "Your opponents can let you play on, or somebody who manages matches.",
    TooLateToForgive: lambda _: (
        f"The time ran out more than {say_duration(FORGIVE_WITHIN)} ago. Somebody who manages "
        "matches here can still let them play on, with `/manage forgive`; or play a rematch."
    ),
    BadReason: lambda error: (
        f"Give a reason that the players can read, of at most {error.longest} characters."
    ),
    RulesVersionMissing: lambda error: (
        f"This match of {error.info.name} began by rules that this version of the bot does not "
        "have. Nothing was changed; please tell whoever runs it."
    ),
    UnknownLadder: lambda _: "There is no such ladder here.",
    NoLadderHere: lambda _: (
        "There is no such ladder in this server yet. People who manage it make one with "
        "`/ladder create`."
    ),
    SeveralLadders: several_ladders,
    LadderExists: lambda error: (
        f"This server has a ladder of {ladder_name(error.ladder)} already. Close that one first, "
        "with `/ladder close`."
    ),
    LadderNeedsClock: lambda _: (
        "A ladder needs a clock, or one match could hold a place for ever. "
        "For example `3d`: three days for every move."
    ),
    NotForTwo: lambda error: f"Ladders are played by two; choose a {error.info.name} for two.",
    LadderClosed: lambda error: f"The {ladder_name(error.ladder)} ladder is closed.",
    LadderFrozen: lambda error: (
        f"The {ladder_name(error.ladder)} ladder stands still now: "
        "no challenge is made or answered."
    ),
    LadderNotFrozen: lambda error: f"The {ladder_name(error.ladder)} ladder does not stand still.",
    ByInvitation: lambda error: (
        f"The {ladder_name(error.ladder)} ladder is joined by invitation. "
        "Ask the people who manage this server."
    ),
    AlreadyOnLadder: already_on_ladder,
    NotOnLadder: not_on_ladder,
    CannotChallenge: cannot_challenge,
    OtherStage: lambda _: "This is where your move stands now.",
    NotWhole: lambda _: "The move cannot end here. Choose how it goes on.",
    PicturesBusy: lambda _: "Too many pictures are being drawn. Please try again shortly.",
}


def refusal(error: ServiceError | StorageError) -> str:
    """The sentence for something that was not done."""
    if isinstance(error, StorageError):
        return {InDoubtError: IN_DOUBT, UnreadableError: UNREADABLE}.get(type(error), NOT_STORED)
    return REFUSALS[type(error)](error)


def missing_permission(name: str) -> str:
    """What to say when the bot lacks a permission to play here."""
    return f"I cannot play in this channel: I need the **{spoken(name)}** permission here."
