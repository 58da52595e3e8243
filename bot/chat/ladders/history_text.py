"""What happened on a ladder, in words: for its history, as news, and what is unusual in it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bot.chat.common.ladders import day, ladder_name, ordinal
from bot.chat.common.text import all_of, counted, mention, quoted
from bot.services import ladders
from bot.services.settings import LONGEST_REASON
from data.ids import PlayerId

NOTHING = "Nothing has happened on this ladder yet."


def heading(ladder: ladders.Ladder) -> str:
    return f"### History of the {ladder_name(ladder)} ladder\n-# The latest first"


def line(event: ladders.Event) -> str:
    return f"- {day(event.entry.at)} {told(event.entry, event)}"


def news(found: ladders.LadderNews) -> str:
    """An entry for everybody who sees the ladder's channel."""
    said = f"**{ladder_name(found.ladder)} ladder:** {told(found.event.entry, found.event)}"
    more = _MORE.get(type(found.event.entry))
    return f"{said} {more(found)}" if more is not None else said


def mentioned(found: ladders.LadderNews) -> tuple[PlayerId, ...]:
    """Who has to hear of it: those whom it costs a place, or is about to."""
    event = found.event
    match event.entry:
        case ladders.Noticed() | ladders.Shifted() | ladders.Expelled():
            people = [event.player_id]
        case ladders.Declined() | ladders.Expired():
            people = [event.player_id, event.opponent_id]
        case ladders.Ended(timed_out_id=who):
            people = [who]
        case _:
            people = []
    return tuple(who for who in people if who is not None and who > 0)


def told(entry: ladders.LadderEntry, event: ladders.Event) -> str:
    """An entry in a sentence; KeyError for a kind that no history shows."""
    return _TOLD[type(entry)](entry, event)


def _refused(how: str, event: ladders.Event) -> str:
    said = f"{_who(event.opponent_id)} {how} {_who(event.player_id)}"
    if not event.player.changed:
        return f"{said}."
    return f"{said}, the second in a row: {_climbed(event.player_id, event.player)}."


def _ended(entry: ladders.Ended, event: ladders.Event) -> str:
    said = f"{_result(entry.winner_id, event)} in match {entry.match_id}"
    if entry.timed_out_id is not None:
        said += ", on time"
    said += f": {_climbed(event.player_id, event.player)}." if _climbs(event) else "."
    off = _fell_off(entry, event)
    return said if off is None else f"{said} {mention(off)} is off the ladder, after two timeouts."


def _annulled(entry: ladders.Annulled, event: ladders.Event) -> str:
    if entry.manager_id is None:
        return f"Match {entry.match_id} has no result, and changed nothing."
    return f"{mention(entry.manager_id)} annulled match {entry.match_id}{_why(entry)}.{_now(event)}"


def _who(player_id: PlayerId | None) -> str:
    return "somebody" if player_id is None else str(mention(player_id))


def _place(place: int | None) -> str:
    return "no" if place is None else ordinal(place)


def _why(entry: Any) -> str:
    return f": {quoted(entry.reason, LONGEST_REASON)}" if entry.reason else ""


def _result(winner_id: PlayerId | None, event: ladders.Event) -> str:
    if winner_id is None:
        return f"{_who(event.player_id)} and {_who(event.opponent_id)} drew"
    loser = event.opponent_id if winner_id == event.player_id else event.player_id
    return f"{mention(winner_id)} beat {_who(loser)}"


def _climbed(player_id: PlayerId | None, moves: ladders.Movement) -> str:
    return f"{_who(player_id)} takes {_place(moves.after)} place, from {_place(moves.before)}"


def _climbs(event: ladders.Event) -> bool:
    before, after = event.player.before, event.player.after
    return before is not None and after is not None and after < before


def _fell_off(entry: ladders.Ended, event: ladders.Event) -> PlayerId | None:
    """Who lost their place for good with this match."""
    pairs = ((event.player_id, event.player), (event.opponent_id, event.opponent))
    for who, moves in pairs:
        if who is not None and who == entry.timed_out_id and moves.before and not moves.after:
            return who
    return None


def _now(event: ladders.Event) -> str:
    """Where a ruling has brought the two."""
    told = [
        f"{_who(who)} is {_place(moves.after)}" if moves.after else f"{_who(who)} has no place"
        for who, moves in ((event.player_id, event.player), (event.opponent_id, event.opponent))
        if moves.changed
    ]
    return f" Now {' and '.join(told)}." if told else ""


_TOLD: Mapping[type[ladders.LadderEntry], Callable[[Any, ladders.Event], str]] = {
    ladders.Joined: lambda entry, event: (
        f"{mention(entry.player_id)} joined, in {_place(event.player.after)} place."
    ),
    ladders.Left: lambda entry, event: (
        f"{mention(entry.player_id)} left, from {_place(event.player.before)} place."
    ),
    ladders.Declined: lambda _, event: _refused("declined the challenge of", event),
    ladders.Expired: lambda _, event: _refused("did not answer the challenge of", event),
    ladders.Withdrawn: lambda _, event: (
        f"{_who(event.player_id)} took back the challenge to {_who(event.opponent_id)}."
    ),
    ladders.Ended: _ended,
    ladders.Annulled: _annulled,
    ladders.Corrected: lambda entry, event: (
        f"{mention(entry.manager_id)} corrected match {entry.match_id}: "
        f"{_result(entry.winner_id, event)}{_why(entry)}.{_now(event)}"
    ),
    ladders.Reopened: lambda entry, event: (
        f"Match {entry.match_id} goes on{_why(entry)}.{_now(event)}"
    ),
    ladders.Shifted: lambda entry, event: (
        f"{mention(entry.manager_id)} moved {mention(entry.player_id)} from "
        f"{_place(event.player.before)} to {_place(event.player.after)} place{_why(entry)}."
    ),
    ladders.Expelled: lambda entry, event: (
        f"{mention(entry.manager_id)} took {mention(entry.player_id)} off the ladder, from "
        f"{_place(event.player.before)} place{_why(entry)}."
    ),
    ladders.Noticed: lambda entry, _: (
        f"{mention(entry.player_id)} has not played here for {ladders.NOTICE_AFTER.days} days."
    ),
    ladders.Dropped: lambda entry, event: (
        f"{mention(entry.player_id)} does not play and goes down to "
        f"{_place(event.player.after)} place."
    ),
    ladders.Frozen: lambda entry, _: f"{mention(entry.manager_id)} froze the ladder{_why(entry)}.",
    ladders.Thawed: lambda entry, _: f"{mention(entry.manager_id)} let the ladder go on.",
    ladders.Closed: lambda entry, _: (
        f"{mention(entry.manager_id)} closed the ladder{_why(entry)}. The places stay."
    ),
    ladders.Away: lambda entry, _: (
        f"The bot was away since {day(entry.since)}: challenges wait that much longer."
    ),
}
"""An entry in a sentence, by its kind."""


def _lose_places(_: ladders.LadderNews) -> str:
    return (
        f"Play a ladder match within {ladders.DROP_EVERY.days} days, or it is one place down, "
        "and one more every week after."
    )


_MORE: dict[type, Callable[[ladders.LadderNews], str]] = {ladders.Noticed: _lose_places}


NOTHING_UNUSUAL = (
    "Nothing unusual in the last half year: no pair of which one always wins, no matches that "
    "ended at once, nobody who often runs out of time."
)
NO_PROOF = "-# None of this proves anything. Have a look before you ask anybody."


def review(found: ladders.Review) -> str:
    """Everything that was found, or that nothing was."""
    lines = list(_lines(found))
    if not lines:
        return NOTHING_UNUSUAL
    return "\n".join(["### Unusual in the last half year", *lines, NO_PROOF])


def _lines(found: ladders.Review) -> Iterator[str]:
    for record in found.one_sided:
        winner = record.players[0 if record.wins[0] else 1]
        yield f"- {_pair(record)}: {mention(winner)} won all {record.matches} matches"
    for record in found.short:
        numbers = all_of([str(each) for each in record.short])
        yield f"- {_pair(record)}: ended after a few moves: matches {numbers}"
    for who, often in found.timeouts:
        yield f"- {mention(who)} ran out of time {counted(often, 'time')}"


def _pair(record: ladders.PairRecord) -> str:
    return all_of([mention(each) for each in record.players])
