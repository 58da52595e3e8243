"""The words that are stored for what something is, and for what happened to it."""

from dataclasses import dataclass
from enum import StrEnum


class EntryKind(StrEnum):
    """What an entry of a match's log records; ``bot.core.matches`` says what each does."""

    MOVE = "move"
    LEAVE = "leave"
    TIMEOUT = "timeout"
    UNDO = "undo"
    DRAW = "draw"
    ABORT = "abort"
    DECIDE = "decide"
    ANNUL = "annul"
    PLACE = "place"
    PAUSE = "pause"
    RESUME = "resume"
    FORGIVE = "forgive"
    END = "end"


class ChallengeState(StrEnum):
    """How a challenge stands. ``void``: what it was about is no more, as on a ladder."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    VOID = "void"


class SeatChoice(StrEnum):
    """Where a challenger wants to sit. ``rotated``: everybody moves one seat up, as a rematch."""

    FIRST = "first"
    SECOND = "second"
    RANDOM = "random"
    ROTATED = "rotated"


class RequestKind(StrEnum):
    """What one player asks of the others."""

    UNDO = "undo"
    DRAW = "draw"
    PAUSE = "pause"
    FORGIVE = "forgive"


class RequestState(StrEnum):
    """How a request stands. One that is open ``lapses`` with the next thing that happens."""

    OPEN = "open"
    GRANTED = "granted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"


class Orientation(StrEnum):
    """How a player wants to see boards: from the own side, or always from the first seat's."""

    OWN = "own"
    FIRST = "first"


class Ending(StrEnum):
    """How a match ended. ``rules``: by the game itself, which has a reason of its own.

    After ``aborted`` and ``annulled`` nobody has won, lost or drawn.
    """

    RULES = "rules"
    RESIGNED = "resigned"
    TIMED_OUT = "timed_out"
    AGREED = "agreed"
    DECIDED = "decided"
    ABORTED = "aborted"
    ANNULLED = "annulled"


class UnratedReason(StrEnum):
    """Why a match moves no rating."""

    NO_RESULT = "no_result"
    ENGINE = "engine"
    FRIENDLY = "friendly"
    NEWCOMER = "newcomer"
    TOO_MANY = "too_many"
    TOO_SHORT = "too_short"
    REPEATED_TIMEOUT = "repeated_timeout"
    WITHDRAWN = "withdrawn"


class MessageKind(StrEnum):
    """What a row of the outbox has Discord show.

    ``board``: a turn's board. ``request`` and ``challenge``: the card of one, new or as it is now.
    ``clock``: what somebody has done
    about the time of a match. ``reminder``: that somebody is to move, until they have. ``digest``:
    all matches that wait for one person. ``ladder``: how a ladder stands.
    ``ladder_news``: what happened on one. ``live_list``: a leaderboard that
    stands in a channel. ``share``: the card of a match that is over. ``champion``: who has the role
    of the first. ``weekly``: a puzzle of the week. ``followed``: how a match ended, for one who
    follows somebody who played in it. ``looked_back``: on the last board of a match, that it was
    looked back at. ``poster``: the poster of a match that is over. ``tournament``: how a tournament
    stands. ``tournament_news``: what happened in one; ``tournament_line``: what of that is to one
    person, for them alone. ``absence``: what becomes of one person's matches where the bot cannot
    be. ``greeting``: what a server is greeted with.
    """

    BOARD = "board"
    REQUEST = "request"
    CHALLENGE = "challenge"
    CLOCK = "clock"
    REMINDER = "reminder"
    DIGEST = "digest"
    LADDER = "ladder"
    LADDER_NEWS = "ladder_news"
    LIVE_LIST = "live_list"
    SHARE = "share"
    CHAMPION = "champion"
    WEEKLY = "weekly"
    FOLLOWED = "followed"
    LOOKED_BACK = "looked_back"
    POSTER = "poster"
    TOURNAMENT = "tournament"
    TOURNAMENT_NEWS = "tournament_news"
    TOURNAMENT_LINE = "tournament_line"
    ABSENCE = "absence"
    GREETING = "greeting"


class ReminderWay(StrEnum):
    """How somebody wants to be reminded.

    ``thread``: where the match is played. ``direct``: by direct message. ``digest``: of everything
    at once, by one direct message a day.
    """

    OFF = "off"
    THREAD = "thread"
    DIRECT = "direct"
    DIGEST = "digest"


class ReminderKind(StrEnum):
    """What a reminder comes at.

    The first four: how much of the time is left. ``nudge``: an opponent asks, where there is no
    clock. ``notice``: the match will be called off. ``digest``: what is told in a match since the
    digest could not be.
    """

    HALF = "half"
    ONE_DAY = "one_day"
    THREE_HOURS = "three_hours"
    QUARTER = "quarter"
    NUDGE = "nudge"
    NOTICE = "notice"
    DIGEST = "digest"


class ReminderState(StrEnum):
    """How a reminder stands.

    ``dropped``: there was no need for it. ``waiting``: for the end of quiet hours. ``told``: it
    stands, or will in a moment. ``over``: something has happened in the match since.
    """

    DROPPED = "dropped"
    WAITING = "waiting"
    TOLD = "told"
    OVER = "over"


class TimerKind(StrEnum):
    """What is due when a timer runs out."""

    CHALLENGE_EXPIRY = "challenge_expiry"
    DEADLINE = "deadline"
    PAUSE_END = "pause_end"
    VACATION_END = "vacation_end"
    ENGINE_TURN = "engine_turn"
    REVIEW = "review"
    REMINDER = "reminder"
    DIGEST = "digest"
    IDLE = "idle"
    LADDER = "ladder"
    LIVE_LIST = "live_list"
    CHAMPION = "champion"
    WEEKLY = "weekly"
    TOURNAMENT = "tournament"
    ABSENCE = "absence"


class AbsenceReason(StrEnum):
    """Why the bot cannot be somewhere.

    ``removed``: it is no member of the server. ``gone``: the channel was deleted. ``forbidden``: it
    may not see the channel, or not write in it.
    """

    REMOVED = "removed"
    GONE = "gone"
    FORBIDDEN = "forbidden"


class ReviewState(StrEnum):
    """How the review of an ended match stands. ``failed``: no answer was to be had about a move."""

    WAITING = "waiting"
    WHOLE = "whole"
    FAILED = "failed"


class TournamentKind(StrEnum):
    """By which format a tournament is played."""

    LEAGUE = "league"
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"
    SWISS = "swiss"


class TournamentState(StrEnum):
    """How a tournament stands. ``stopped``: what runs goes on, and nothing new begins."""

    OPEN = "open"
    RUNNING = "running"
    STOPPED = "stopped"
    OVER = "over"
    CANCELLED = "cancelled"


class PairingOutcome(StrEnum):
    """What a pairing came to; all but ``open`` and ``played`` without play."""

    OPEN = "open"
    PLAYED = "played"
    FIRST = "first"
    SECOND = "second"
    HALVED = "halved"
    NEITHER = "neither"
    BYE = "bye"
    HALF_BYE = "half_bye"
    ZERO_BYE = "zero_bye"


class TournamentEvent(StrEnum):
    """What the log of a tournament records.

    ``withdrew``: of one's own will. ``timed_out``: withdrawn for two games lost on time in a row.
    ``replaced``: a match was annulled, and another takes its place. ``corrected``: what was paired
    is taken back, since something before it came out otherwise. ``round``: a round is paired, whose
    number is the reason; of ``paired`` it is which of the last ties it is. ``closed``: the
    organiser lets the next one be paired. ``waits``: the round of that number waits for players
    who are away. ``exhausted``: no pairing is left. ``unfit``: does not fit the limits any more
    when it begins, for a reason.
    ``substituted``: another plays in somebody's place, in 1.0.0. A manager ``forgiven``:
    let somebody play on whose time had run out; ``given``: gave a match to who is named first;
    ``drawn``, ``annulled``: decided so. ``ruled`` is what 1.0.0 wrote for these three.
    """

    CREATED = "created"
    ENTERED = "entered"
    LEFT = "left"
    SITS_OUT = "sits_out"
    SCHEDULED = "scheduled"
    POSTPONED = "postponed"
    BEGAN = "began"
    PAIRED = "paired"
    WITHDREW = "withdrew"
    TIMED_OUT = "timed_out"
    PUT_IN = "put_in"
    EXPELLED = "expelled"
    UNFIT = "unfit"
    SUBSTITUTED = "substituted"
    READMITTED = "readmitted"
    DECIDED = "decided"
    REPLACED = "replaced"
    CORRECTED = "corrected"
    ROUND = "round"
    CLOSED = "closed"
    WAITS = "waits"
    EXHAUSTED = "exhausted"
    KEPT_APART = "kept_apart"
    STOPPED = "stopped"
    RESUMED = "resumed"
    RENAMED = "renamed"
    CHANGED = "changed"
    CANCELLED = "cancelled"
    OVER = "over"
    RULED = "ruled"
    GIVEN = "given"
    DRAWN = "drawn"
    ANNULLED = "annulled"
    FORGIVEN = "forgiven"


class FallbackReason(StrEnum):
    """Why a match's boards are not in a thread of its own."""

    FORBIDDEN = "forbidden"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class ThreadFallback:
    """Why boards go to the channel instead of a thread; ``permission`` names what is missing."""

    reason: FallbackReason
    permission: str | None = None
