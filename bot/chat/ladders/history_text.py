"""What happened on a ladder, in words: for its history and as news."""

from collections.abc import Callable
from functools import singledispatch
from typing import Any

from bot.chat.common.ladders import day, ladder_name, ordinal
from bot.chat.common.text import mention, quoted
from bot.services.ladders import (
    DROP_EVERY,
    NOTICE_AFTER,
    Annulled,
    Away,
    Closed,
    Corrected,
    Declined,
    Dropped,
    Ended,
    Event,
    Expired,
    Frozen,
    Joined,
    Ladder,
    LadderNews,
    Left,
    Moved,
    Moves,
    Noticed,
    Removed,
    Reopened,
    Thawed,
    Withdrawn,
)
from bot.services.settings import LONGEST_REASON
from data.ids import PlayerId

NOTHING = "Nothing has happened on this ladder yet."


def heading(ladder: Ladder) -> str:
    """Whose history it is."""
    return f"### History of the {ladder_name(ladder)} ladder\n-# The latest first"


def line(event: Event) -> str:
    """An entry, with its day."""
    return f"- {day(event.entry.at)} {told(event.entry, event)}"


def news(found: LadderNews) -> str:
    """An entry for everybody who sees the ladder's channel."""
    said = f"**{ladder_name(found.ladder)} ladder:** {told(found.event.entry, found.event)}"
    more = _MORE.get(type(found.event.entry))
    return f"{said} {more(found)}" if more is not None else said


def mentioned(found: LadderNews) -> tuple[PlayerId, ...]:
    """Who has to hear of it: those whom it costs a place, or is about to."""
    event = found.event
    match event.entry:
        case Noticed() | Moved() | Removed():
            people = [event.player_id]
        case Declined() | Expired():
            people = [event.player_id, event.opponent_id]
        case Ended(timed_out_id=who):
            people = [who]
        case _:
            people = []
    return tuple(who for who in people if who is not None and who > 0)


@singledispatch
def told(entry: object, event: Event) -> str:
    """An entry in a sentence; TypeError for what is none."""
    raise TypeError(f"{entry!r} of {event} is not told")


@told.register
def _joined(entry: Joined, event: Event) -> str:
    return f"{mention(entry.player_id)} joined, in {_place(event.player.after)} place."


@told.register
def _left(entry: Left, event: Event) -> str:
    return f"{mention(entry.player_id)} left, from {_place(event.player.before)} place."


@told.register
def _declined(_entry: Declined, event: Event) -> str:
    return _refused("declined the challenge of", event)


@told.register
def _expired(_entry: Expired, event: Event) -> str:
    return _refused("did not answer the challenge of", event)


def _refused(how: str, event: Event) -> str:
    said = f"{_who(event.opponent_id)} {how} {_who(event.player_id)}"
    if not event.player.changed:
        return f"{said}."
    return f"{said}, the second in a row: {_climbed(event.player_id, event.player)}."


@told.register
def _withdrawn(_entry: Withdrawn, event: Event) -> str:
    return f"{_who(event.player_id)} took back the challenge to {_who(event.opponent_id)}."


@told.register
def _ended(entry: Ended, event: Event) -> str:
    said = f"{_result(entry.winner_id, event)} in match {entry.match_id}"
    if entry.timed_out_id is not None:
        said += ", on time"
    said += f": {_climbed(event.player_id, event.player)}." if _climbs(event) else "."
    off = _fell_off(entry, event)
    return said if off is None else f"{said} {mention(off)} is off the ladder, after two timeouts."


@told.register
def _annulled(entry: Annulled, event: Event) -> str:
    if entry.manager_id is None:
        return f"Match {entry.match_id} has no result, and changed nothing."
    return f"{mention(entry.manager_id)} annulled match {entry.match_id}{_why(entry)}.{_now(event)}"


@told.register
def _corrected(entry: Corrected, event: Event) -> str:
    return (
        f"{mention(entry.manager_id)} corrected match {entry.match_id}: "
        f"{_result(entry.winner_id, event)}{_why(entry)}.{_now(event)}"
    )


@told.register
def _reopened(entry: Reopened, event: Event) -> str:
    return f"Match {entry.match_id} goes on{_why(entry)}.{_now(event)}"


@told.register
def _moved(entry: Moved, event: Event) -> str:
    return (
        f"{mention(entry.manager_id)} moved {mention(entry.player_id)} from "
        f"{_place(event.player.before)} to {_place(event.player.after)} place{_why(entry)}."
    )


@told.register
def _removed(entry: Removed, event: Event) -> str:
    return (
        f"{mention(entry.manager_id)} took {mention(entry.player_id)} off the ladder, from "
        f"{_place(event.player.before)} place{_why(entry)}."
    )


@told.register
def _noticed(entry: Noticed, _event: Event) -> str:
    return f"{mention(entry.player_id)} has not played here for {NOTICE_AFTER.days} days."


@told.register
def _dropped(entry: Dropped, event: Event) -> str:
    return (
        f"{mention(entry.player_id)} does not play and goes down to "
        f"{_place(event.player.after)} place."
    )


@told.register
def _frozen(entry: Frozen, _event: Event) -> str:
    return f"{mention(entry.manager_id)} lets the ladder stand still{_why(entry)}."


@told.register
def _thawed(entry: Thawed, _event: Event) -> str:
    return f"{mention(entry.manager_id)} lets the ladder go on."


@told.register
def _closed(entry: Closed, _event: Event) -> str:
    return f"{mention(entry.manager_id)} closed the ladder{_why(entry)}. The places stay."


@told.register
def _away(entry: Away, _event: Event) -> str:
    return f"The bot was away since {day(entry.since)}: challenges wait that much longer."


def _who(player_id: PlayerId | None) -> str:
    return "somebody" if player_id is None else mention(player_id)


def _place(place: int | None) -> str:
    return "no" if place is None else ordinal(place)


def _why(entry: Any) -> str:
    return f": {quoted(entry.reason, LONGEST_REASON)}" if entry.reason else ""


def _result(winner_id: PlayerId | None, event: Event) -> str:
    if winner_id is None:
        return f"{_who(event.player_id)} and {_who(event.opponent_id)} drew"
    loser = event.opponent_id if winner_id == event.player_id else event.player_id
    return f"{mention(winner_id)} beat {_who(loser)}"


def _climbed(player_id: PlayerId | None, moves: Moves) -> str:
    return f"{_who(player_id)} takes {_place(moves.after)} place, from {_place(moves.before)}"


def _climbs(event: Event) -> bool:
    before, after = event.player.before, event.player.after
    return before is not None and after is not None and after < before


def _fell_off(entry: Ended, event: Event) -> PlayerId | None:
    """Who lost their place for good with this match."""
    pairs = ((event.player_id, event.player), (event.opponent_id, event.opponent))
    for who, moves in pairs:
        if who is not None and who == entry.timed_out_id and moves.before and not moves.after:
            return who
    return None


def _now(event: Event) -> str:
    """Where a ruling has brought the two."""
    told = [
        f"{_who(who)} is {_place(moves.after)}" if moves.after else f"{_who(who)} has no place"
        for who, moves in ((event.player_id, event.player), (event.opponent_id, event.opponent))
        if moves.changed
    ]
    return f" Now {' and '.join(told)}." if told else ""


def _lose_places(_: LadderNews) -> str:
    return (
        f"Play a ladder match within {DROP_EVERY.days} days, or it is one place down, and one more "
        "every week after."
    )


_MORE: dict[type, Callable[[LadderNews], str]] = {Noticed: _lose_places}
