"""What rows are of or in, by the words that are stored: kinds that features declare, and states."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Self


class Kind(str):
    """A kind, which is the word that is stored: at most 16 letters."""

    known: ClassVar[dict[str, Self]]
    """All that are declared, by their words."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.known = {}

    def __new__(cls, word: str) -> Self:
        """Declare a kind; raises ValueError if another feature has declared it."""
        if word in cls.known:
            raise ValueError(f"{word} is declared twice")
        kind = cls.known[word] = super().__new__(cls, word)
        return kind

    @classmethod
    def read(cls, word: str) -> Self:
        """The kind that is stored as this word; raises ValueError if this version has none."""
        if word not in cls.known:
            raise ValueError(f"{word} is no kind of this version")
        return cls.known[word]

    def __reduce__(self) -> Any:
        return type(self).read, (str(self),)


class TimerKind(Kind):
    """A kind of timers."""


class MessageKind(Kind):
    """A kind of messages in the outbox.

    - ``separate``: each row is a message of its own; of other kinds a subject has one message.
    - ``personal``: the subject is a person.
    - ``moves``: a refused one is tried again when its match is posted elsewhere.
    - ``passing``: its words are erased once it is posted.
    """

    separate: bool
    personal: bool
    moves: bool
    passing: bool

    def __new__(
        cls,
        word: str,
        *,
        separate: bool = False,
        personal: bool = False,
        moves: bool = False,
        passing: bool = False,
    ) -> Self:
        """Declare a kind; raises ValueError if another feature has declared it."""
        kind = super().__new__(cls, word)
        kind.separate, kind.personal = separate, personal
        kind.moves, kind.passing = moves, passing
        return kind


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
    """The state of a challenge. ``void``: it has no purpose any more, as on a ladder."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    VOID = "void"


class SeatChoice(StrEnum):
    """The seat of the challenger. ``rotated``: everybody moves up one seat, as in a rematch."""

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
    """The state of a request. An open one is ``lapsed`` with the next entry of the match."""

    OPEN = "open"
    GRANTED = "granted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"


class Orientation(StrEnum):
    """How boards are turned: to the player's own side, or always to the first seat's."""

    OWN = "own"
    FIRST = "first"


class Ending(StrEnum):
    """How a match ended. ``rules``: by the rules of the game, with a reason of the game.

    After ``aborted`` and ``annulled`` there is no result.
    """

    RULES = "rules"
    RESIGNED = "resigned"
    TIMED_OUT = "timed_out"
    AGREED = "agreed"
    DECIDED = "decided"
    ABORTED = "aborted"
    ANNULLED = "annulled"


class UnratedReason(StrEnum):
    """Why a match changes no rating."""

    NO_RESULT = "no_result"
    ENGINE = "engine"
    FRIENDLY = "friendly"
    NEWCOMER = "newcomer"
    TOO_MANY = "too_many"
    TOO_SHORT = "too_short"
    REPEATED_TIMEOUT = "repeated_timeout"
    WITHDRAWN = "withdrawn"


class ReminderWay(StrEnum):
    """How a player is reminded.

    ``thread``: where the match is played. ``direct``: by direct message. ``digest``: by one direct
    message a day about all matches.
    """

    OFF = "off"
    THREAD = "thread"
    DIRECT = "direct"
    DIGEST = "digest"


class ReminderKind(StrEnum):
    """The occasion of a reminder.

    The first five: how much time is left. ``nudge``: an opponent asks, in a match without a clock.
    ``notice``: the match will be aborted. ``digest``: posted in the match, since the digest could
    not be sent.
    """

    HALF = "half"
    ONE_DAY = "one_day"
    THREE_HOURS = "three_hours"
    ONE_HOUR = "one_hour"
    QUARTER = "quarter"
    NUDGE = "nudge"
    NOTICE = "notice"
    DIGEST = "digest"


class ReminderState(StrEnum):
    """The state of a reminder.

    ``dropped``: it was not needed. ``waiting``: for the end of quiet hours. ``told``: posted, or in
    the outbox. ``over``: the match has a new entry since.
    """

    DROPPED = "dropped"
    WAITING = "waiting"
    TOLD = "told"
    OVER = "over"


class AbsenceReason(StrEnum):
    """Why the bot cannot be somewhere.

    ``removed``: from the server. ``gone``: the channel was deleted. ``forbidden``: it may not see
    the channel, or not write in it.
    """

    REMOVED = "removed"
    GONE = "gone"
    FORBIDDEN = "forbidden"


class OrderKind(StrEnum):
    """What the operator orders about a person or a server.

    ``blocked``: the bot does not serve them. ``leaving``: the bot leaves the server, and deletes
    what is stored about it; then the order is removed.
    """

    BLOCKED = "blocked"
    LEAVING = "leaving"


class ReviewState(StrEnum):
    """The state of a finished match's review. ``failed``: the engine failed on a move."""

    WAITING = "waiting"
    WHOLE = "whole"
    FAILED = "failed"


class TournamentKind(StrEnum):
    """The format of a tournament."""

    LEAGUE = "league"
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"
    SWISS = "swiss"


class TournamentState(StrEnum):
    """The state of a tournament. ``stopped``: running matches go on, no new ones begin."""

    OPEN = "open"
    RUNNING = "running"
    STOPPED = "stopped"
    OVER = "over"
    CANCELLED = "cancelled"


class PairingOutcome(StrEnum):
    """The outcome of a pairing; all but ``open`` and ``played`` are decided without play."""

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
    """The kind of an entry in a tournament's log.

    - ``withdrew``: by themselves. ``timed_out``: withdrawn after two games in a row lost on time.
    - ``unfit``: removed at the start for no longer fulfilling the limits, with a reason.
    - ``replaced``: a match was annulled and is played again.
    - ``corrected``: pairings are undone, since an earlier result changed.
    - ``round``: a round is paired; its number is the reason. ``paired``: a tie is paired;
      its reason is which of the last ties it is.
    - ``closed``: the organiser allows the next round. ``waits``: the round of that number waits for
      players who are away. ``exhausted``: no pairing is left.
    - Rulings of managers: ``forgiven`` (a timeout), ``given`` (a match, to the first person named),
      ``drawn``, ``annulled``.
    - Only in 1.0.0: ``substituted``, another plays in a person's place; ``ruled``, for the last
      three rulings.
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


class ClubState(StrEnum):
    """The state of a club match or season. ``offered``: no other server has accepted it yet."""

    OFFERED = "offered"
    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


class ClubEvent(StrEnum):
    """The kind of an entry in the log of a club match.

    - ``late``: withdrawn after two games in a row lost on time. ``withdrew``: by themselves.
    - ``asked``: a captain asks for a ruling, whose text is that of the match's entry after its
      kind. ``agreed``, ``declined``: the other captain answers; the text is the asking entry.
    - ``gone``: a server that removed the bot forfeits what is left. ``left``: a season.
    - ``round``: the matches of a season's round are open. ``nobody``: joined a side of one.
    """

    ACCEPTED = "accepted"
    BEGAN = "began"
    LATE = "late"
    WITHDREW = "withdrew"
    SUBSTITUTED = "substituted"
    CAPTAIN = "captain"
    ASKED = "asked"
    AGREED = "agreed"
    DECLINED = "declined"
    GONE = "gone"
    LEFT = "left"
    ROUND = "round"
    REMATCH = "rematch"
    OVER = "over"
    NOBODY = "nobody"
    CANCELLED = "cancelled"


class FallbackReason(StrEnum):
    """Why a match's boards are not in a thread of its own."""

    FORBIDDEN = "forbidden"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class ThreadFallback:
    """Why boards go to the channel instead of a thread; ``permission`` is the missing one."""

    reason: FallbackReason
    permission: str | None = None
