"""Sentences and labels that several features use, and why something is not done."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import singledispatch
from operator import attrgetter
from typing import Any, Protocol

from bot.core import clocks
from bot.core.errors import ServiceError
from bot.core.matches import MatchState, MatchSummary
from data.ids import ChannelId, MessageId, PlayerId, ServerId, is_stand_in
from data.states import UnratedReason
from rules.engine.review import why_lost
from rules.errors import MoveError
from rules.game import GameInfo, Seat, Variant
from rules.texts import (
    NOTHING,
    Counted,
    Filling,
    Plain,
    Text,
    Words,
    either,
    in_a_row,
    labelled,
    listed,
    sentences,
)

UNEXPECTED = Text(
    "Something went wrong on our side. Look at `/matches`, and try again if nothing "
    "has changed there."
)
UNREADABLE = Text(
    "Nothing was changed: something in the database is damaged and cannot be shown. "
    "Please tell the person who runs this bot."
)
REFERENCE = Text("Reference for the person who runs this bot: `{reference}`")
ANSWER_LOST = Text(
    "The connection broke off before you got your answer. To see how things stand, use `/matches`."
)
UNKNOWN_BUTTON = Text("This button no longer works. To see your matches, use `/matches`.")
NO_PICTURE = Text(
    "I cannot attach pictures here (the **Attach Files** permission is missing), so "
    "here is the board as text:"
)
UNKNOWN_FORM = Text("This form no longer works. Nothing was changed.")
DELETED_PLAYER = Text("Deleted player", "name")
KEPT = Text("You keep playing.")
RESTARTING = Text("I am being restarted. Please try again in a minute.")
ASK_FOR_HELP = Text("Ask for help", "button")
PLAY_ME = Text("Play me", "button")
REPLAY, EXPORT = Text("Replay", "button"), Text("Export", "button")
LOOK_BACK = Text("Look back", "button")
SHARE = Text("Share", "button")
BOARD = Text("Board", "button")
MOVE = Text("Move", "button")
LOOK = Text("View", "button")
HINT = Text("Hint", "button")
LAST_MOVE = Text("Last move", "button")
RULES = Text("Rules", "button")
ANOTHER_GAME = Text("Another game", "button")
FOLLOW, UNFOLLOW = Text("Follow", "button"), Text("Stop following", "button")
FOLLOWED = Text(
    "I will send you a direct message when this match ends, if you accept messages from me."
)
UNFOLLOWED = Text("I will not notify you about this match.")
CHOOSE = Text("Choose a match")
FORGIVE = Text("Let them play on")
NOT_KEPT = Text("That cannot be chosen. Nothing was changed.")
JUMP = "https://discord.com/channels"


def mention(player_id: int) -> Words:
    """A mention of a person. Whether it notifies them is decided where it is sent."""
    return DELETED_PLAYER if is_stand_in(player_id) else f"<@{player_id}>"


def people(players: Sequence[PlayerId]) -> Text:
    """Mentions of people as a list; empty for none."""
    return listed([mention(player) for player in players]) if players else NOTHING


PLAYS = Text("{side} {player}", "seat")
NAMED = Text("{player} ({side})", "name")
YOU = Text("you", "name")


def row(texts: Sequence[Words]) -> Text:
    """One or more texts, separated by dots: ``White Ada · Black Ben``."""
    *others, last = texts
    if not others:
        return last if isinstance(last, Text) else Plain("{last}", last=last)
    return Plain("{others} · {last}", others=row(others), last=last)


def some_of(names: Sequence[Words], most: int) -> Text:
    """The first ``most`` names, and the number of the others."""
    more = len(names) - most
    if more <= 0:
        return listed(names)
    return listed([*names[:most], Counted("{number} more", "", more)])


def moves(number: int) -> Text:
    return Counted("{number} move", "{number} moves", number)


def days(number: int) -> Text:
    return Counted("{number} day", "{number} days", number)


def match_title(line: MatchSummary | MatchState) -> Text:
    stored = line if isinstance(line, MatchSummary) else line.match
    game, variant = stored.game_name, stored.variant_name
    if variant is None:
        return Text("{game} · match {number}", game=game, number=stored.id)
    return Text("{game} ({variant}) · match {number}", game=game, variant=variant, number=stored.id)


def game_name(info: GameInfo, variant: Variant) -> Words:
    """The name of a game, with the variant unless it is the standard one."""
    if variant == info.variants[0]:
        return info.name
    return Text("{game} ({variant})", game=info.name, variant=variant.name)


class WithBoard(Protocol):
    """A value that may have a posted board: a match, or a challenge that led to one."""

    @property
    def server_id(self) -> ServerId | None: ...

    @property
    def board_channel_id(self) -> ChannelId | None: ...

    @property
    def board_message_id(self) -> MessageId | None: ...


def board_link(line: WithBoard) -> str | None:
    """The link to the newest board of a match; None before there is one."""
    if line.board_message_id is None or line.board_channel_id is None:
        return None
    return f"{JUMP}/{line.server_id or '@me'}/{line.board_channel_id}/{line.board_message_id}"


def typed_as(texts: Sequence[Words]) -> Text:
    """One or more texts that can be typed, as alternatives."""
    return either([Plain("`{text}`", text=text) for text in texts])


def quoted(typed: str, longest: int = 60) -> str:
    """What a person typed, as code that it cannot break out of."""
    flat = " ".join(typed.replace("`", "'").split())
    return f"`{flat if len(flat) <= longest else flat[:longest] + '…'}`"


_SHOWN = 4


def clock_label(clock: clocks.Clock) -> Text:
    """A clock in a list of choices: its notation and its words."""
    return Plain("{clock} · {said}", clock=str(clock), said=clocks.say_clock(clock))


def deadline(at: datetime) -> Text:
    """A deadline as timestamps, which Discord shows in the reader's time zone."""
    return Text("until {moment} ({distance})", moment=moment(at), distance=distance(at))


def moment(at: datetime) -> str:
    """A timestamp of Discord with day and time."""
    return f"<t:{int(at.timestamp())}:f>"


def day(at: datetime) -> str:
    """A timestamp of Discord with the day."""
    return f"<t:{int(at.timestamp())}:d>"


def distance(at: datetime) -> str:
    """A timestamp of Discord, relative to now."""
    return f"<t:{int(at.timestamp())}:R>"


def unreadable_clock(error: clocks.UnreadableClock) -> Text:
    said = _PROBLEMS[error.problem].of(wrong=quoted(error.wrong)) if error.wrong else NO_CLOCK
    return sentences(said, instead(error.instead[:_SHOWN]))


def instead(texts: Sequence[Words]) -> Text:
    """Texts to type instead."""
    return Text("Type {either}.", either=typed_as(texts))


NO_CLOCK = Text("That is not a valid time control.")
ON_HOLD = Text(
    "Clocks are on hold while an operator finds out why so many ran out at once. "
    "Nobody loses on time meanwhile, and you can still move."
)
_PROBLEMS: Mapping[clocks.ClockProblem, Text] = {
    clocks.ClockProblem.EMPTY: Text("I do not understand {wrong} as a time control."),
    clocks.ClockProblem.UNREADABLE: Text("I cannot read {wrong} as a time control."),
    clocks.ClockProblem.NO_UNIT: Text(
        "{wrong} needs a unit: `d` for days, `h` for hours, `m` for minutes."
    ),
    clocks.ClockProblem.UNKNOWN_UNIT: Text("{wrong} is not a unit of time that I know."),
    clocks.ClockProblem.NEGATIVE: Text("{wrong} is negative. A time control needs more than zero."),
    clocks.ClockProblem.TOO_SHORT: Text(
        "{wrong} is too short: at least {shortest}.", shortest=clocks.say_duration(clocks.SHORTEST)
    ),
    clocks.ClockProblem.TOO_LONG: Text(
        "{wrong} is too long: at most {longest}.", longest=clocks.say_duration(clocks.LONGEST)
    ),
    clocks.ClockProblem.START_ABOVE_CAP: Text(
        "The starting time {wrong} is more than the maximum of the bank."
    ),
    clocks.ClockProblem.INCREMENT_ABOVE_CAP: Text(
        "The extra time {wrong} per move is more than the maximum of the bank."
    ),
}


class RefusedMove(Protocol):
    """An error with the reason why a move is illegal."""

    error: MoveError


def illegal(refused: RefusedMove) -> Text:
    """Why the move is illegal, and moves that may be meant."""
    wrong = refused.error
    why = labelled(quoted(wrong.text), wrong.message) if wrong.text.strip() else wrong.message
    hints = [f"`{hint}`" for hint in wrong.hints[:5]]
    such = Text("For example: {hints}.", hints=in_a_row(hints)) if hints else None
    return sentences(why, such)


def on_hold(*matches: MatchSummary) -> Text | None:
    """That clocks are on hold, if that concerns one of these matches; else None."""
    held = any(match.deadline and match.timeouts_held for match in matches)
    return ON_HOLD if held else None


RATED, FRIENDLY, PRACTICE = (
    Text("Rated", "match"),
    Text("Friendly", "match"),
    Text("Practice", "match"),
)
WHY_UNRATED: Mapping[UnratedReason, Text] = {
    UnratedReason.NO_RESULT: Text("It has no result."),
    UnratedReason.ENGINE: Text("It is a match with the bot."),
    UnratedReason.FRIENDLY: Text("It was a friendly match."),
    UnratedReason.NEWCOMER: Text("Until all who play have finished three, matches are friendly."),
    UnratedReason.TOO_MANY: Text(
        "The same players had already played five rated matches of this game within a week."
    ),
    UnratedReason.TOO_SHORT: Text("Not everybody had made two moves."),
    UnratedReason.WITHDRAWN: Text("A player was withdrawn from the tournament."),
    UnratedReason.REPEATED_TIMEOUT: Text(
        "The same player ran out of time in another match within two days, or withdrew from it."
    ),
}


def agreed_line(unrated: UnratedReason | None) -> Text:
    """Whether an offered match will be rated: ``**Rated.**``"""
    if unrated is None:
        return Text("**{kind}.** It changes the players' ratings.", kind=RATED)
    said = Text("**{kind}.** No rating changes.", kind=kind_of_match(unrated))
    return said if unrated is UnratedReason.FRIENDLY else sentences(said, WHY_UNRATED[unrated])


def kind_of_match(unrated: UnratedReason | None) -> Text:
    """The same in a word: ``Rated``."""
    if unrated is UnratedReason.ENGINE:
        return PRACTICE
    return RATED if unrated is None else FRIENDLY


def goal(info: GameInfo, variant: Variant) -> Text:
    """The goal of the variant, and the command for its rules."""
    more = Text("More: {command}", command=f"`/rules {info.id}`")
    return sentences(variant.goal or info.goal, more)


def defeat_lines(match: MatchState, seat: Seat) -> Iterator[Text]:
    """Why the player of ``seat`` lost, with advice; nothing if the position does not tell."""
    found = why_lost(match.position, seat)
    if found is None or match.result is None or not match.result.ranking:
        return
    if seat in match.result.winners:
        return
    yield Text("**Why you lost:** {reason}", reason=found.why)
    yield Text("**Next time:** {advice}", advice=found.advice)


SAID: Mapping[str, tuple[str, Callable[[Any], Filling]]] = {
    "player": ("player_id", mention),
    "person": ("person_id", mention),
    "organiser": ("organiser_id", mention),
    "asker": ("asker_id", mention),
    "winner": ("winner_id", mention),
    "game": ("info", attrgetter("name")),
    "name": ("info", attrgetter("name")),
    "known": ("info", lambda info: in_a_row([f"`{each.id}`" for each in info.variants])),
    "ladder": ("ladder", lambda ladder: game_name(ladder.info, ladder.variant)),
    "match": ("match_id", int),
    "role": ("role_id", int),
    "channel": ("channel_id", int),
    "clock": ("clock", clocks.say_clock),
    "reason": ("error", attrgetter("message")),
    "until": ("until", moment),
    "paused_until": ("view", lambda view: moment(view.match.paused_until)),
    **{place: (place, distance) for place in ("at", "again_at", "deadline")},
}
"""Places that say a field of an error in their own way; others are filled by that of their name."""


@singledispatch
def sentence(error: ServiceError) -> Words:
    """The sentence of an error: what its type ``says``, filled by its fields.

    Where that takes more, a feature registers a function for the type of error.
    """
    return filled(error.says, error)


def filled(says: Words, error: ServiceError, **given: Filling) -> Words:
    """The sentence with its places filled, also within its parts: as ``given``, else by fields."""
    if not isinstance(says, Text):
        return says
    known = dict(says.filling)
    filling: dict[str, Filling] = {
        place: filled(each, error, **given)
        for place, each in known.items()
        if isinstance(each, Text)
    }
    counts = {"number"} if says.number == 0 else set()
    for place in says.message.places - known.keys() | counts:
        field, say = SAID.get(place, (place, None))
        if place in given:
            filling[place] = given[place]
        else:
            found = getattr(error, field)
            filling[place] = found if say is None else say(found)
    return says.of(**filling)
