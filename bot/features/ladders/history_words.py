"""Entries of a ladder in sentences: for its history, as news, and a review of unusual records."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bot.core.matches import LONGEST_REASON
from bot.features.ladders.acts import ACTS, Act
from bot.features.ladders.entries import (
    Absent,
    Annulled,
    Away,
    Corrected,
    Declined,
    Dropped,
    Ended,
    Expelled,
    Expired,
    Forfeited,
    Joined,
    LadderEntry,
    Lapsed,
    Left,
    Noticed,
    Refused,
    Reopened,
    Retracted,
    Shifted,
    Thawed,
    Withdrawn,
)
from bot.features.ladders.places import DROP_EVERY, NOTICE_AFTER
from bot.features.ladders.values import Event, Ladder, LadderNews, Movement, PairRecord, Review
from bot.features.ladders.words import NO_PLACE, ladder_name
from bot.screen.names import SOMEBODY
from bot.screen.words import day, mention, quoted
from data.ids import PlayerId
from rules.texts import Counted, Filling, Plain, Text, Words, lines, listed, sentences

NOTHING = Text("Nothing has happened on this ladder yet.")


def heading(ladder: Ladder) -> Text:
    return lines(
        Text("### History of the {ladder} ladder", ladder=ladder_name(ladder)),
        Text("-# The latest first"),
    )


def line(event: Event) -> Text:
    return Plain("- {day} {told}", day=day(event.entry.at), told=told(event.entry, event))


def news(found: LadderNews) -> Text:
    """An entry for everybody who sees the ladder's channel."""
    more = MORE if isinstance(found.event.entry, Noticed) else None
    return sentences(
        Text("**{ladder} ladder:**", ladder=ladder_name(found.ladder)),
        told(found.event.entry, found.event),
        more,
    )


def mentioned(found: LadderNews) -> tuple[PlayerId, ...]:
    """The players whom news mention: those who lose a place, or are about to."""
    event = found.event
    match event.entry:
        case Noticed() | Shifted() | Expelled():
            people = [event.player_id]
        case Declined() | Expired():
            people = [event.player_id, event.opponent_id]
        case Refused() | Retracted():
            people = [event.player_id, event.opponent_id]
        case Ended(timed_out_id=who):
            people = [who]
        case _:
            people = []
    return tuple(who for who in people if who is not None and who > 0)


def told(entry: LadderEntry, event: Event) -> Text:
    """An entry in a few sentences; KeyError for a kind that no history shows."""
    return _TOLD[type(entry)](entry, event)


def _unplayed(said: Text) -> Callable[[Any, Event], Text]:
    """Makes the sentence about a refusal, or a match that one ended before both had moved."""

    def made(entry: Any, event: Event) -> Text:
        names = {"player": _who(event.player_id), "holder": _who(event.opponent_id)}
        told = said.of(match=getattr(entry, "match_id", 0), **names)
        if event.player.changed:
            return sentences(told, _SECOND, _climbed(event))
        lost = _now(event.opponent_id, event.opponent) if event.opponent.changed else None
        return sentences(told, lost and _SECOND, lost)

    return made


_SECOND = Text("It was the second in a row, so the place is lost.")


def _ended(entry: Ended, event: Event) -> Text:
    before, after = event.player.before, event.player.after
    pairs = ((event.player_id, event.player), (event.opponent_id, event.opponent))
    fallen = [who for who, moves in pairs if who is not None and moves.before and not moves.after]
    off = next((who for who in fallen if who == entry.timed_out_id), None)
    climbs = before is not None and after is not None and after < before
    return sentences(
        _result(entry.winner_id, event, _BEAT if entry.timed_out_id is None else _BEAT_ON_TIME).of(
            match=entry.match_id
        ),
        _climbed(event) if climbs else None,
        None if off is None else _OFF.of(player=mention(off)),
    )


def _annulled(entry: Annulled, event: Event) -> Text:
    if entry.manager_id is None:
        return Text("Match {match} has no result, and changed nothing.", match=entry.match_id)
    return _ruled(Text("{manager} annulled match {match}."), entry, event)


def _corrected(entry: Corrected, event: Event) -> Text:
    result = _result(entry.winner_id, event, Text("{winner} beat {loser}."))
    return _ruled(Text("{manager} corrected match {match}."), entry, event, result)


def _ruled(done: Text, entry: Any, event: Event, result: Text | None = None) -> Text:
    """What a manager did to a match, why, and the places of both players after it."""
    who = "" if entry.manager_id is None else mention(entry.manager_id)
    pairs = ((event.player_id, event.player), (event.opponent_id, event.opponent))
    return sentences(
        done.of(manager=who, match=entry.match_id),
        result,
        _why(entry),
        *(_now(who, moves) for who, moves in pairs if moves.changed),
    )


def _who(player_id: PlayerId | None) -> Words:
    return SOMEBODY if player_id is None else mention(player_id)


def _place(place: int | None) -> Filling:
    return NO_PLACE if place is None else place


def _why(entry: Any) -> Text | None:
    if not getattr(entry, "reason", None):
        return None
    return Text("Why: {reason}.", reason=quoted(entry.reason, LONGEST_REASON))


def _result(winner_id: PlayerId | None, event: Event, beat: Text) -> Text:
    if winner_id is None:
        drew = Text("{player} and {other} drew.")
        return drew.of(player=_who(event.player_id), other=_who(event.opponent_id))
    loser = event.opponent_id if winner_id == event.player_id else event.player_id
    return beat.of(winner=mention(winner_id), loser=_who(loser))


_BEAT = Text("{winner} beat {loser} in match {match}.")
_BEAT_ON_TIME = Text("{winner} beat {loser} in match {match}, on time.")
_OFF = Text("{player} is off the ladder, after two timeouts.")


def _climbed(event: Event) -> Text:
    return Text("{player} takes place {place}, from {before}.").of(
        player=_who(event.player_id),
        place=_place(event.player.after),
        before=_place(event.player.before),
    )


def _now(player_id: PlayerId | None, moves: Movement) -> Text:
    if moves.after is None:
        return Text("{player} has no place now.", player=_who(player_id))
    return Text("{player} has place {place} now.", player=_who(player_id), place=moves.after)


def _moved(said: Text, then: Text | None = None) -> Callable[[Any, Event], Text]:
    """Makes the sentence about one player or all, with the manager's reason."""

    def made(entry: Any, event: Event) -> Text:
        places = {"before": _place(event.player.before), "place": _place(event.player.after)}
        who = {"player": _who(event.player_id), "manager": _who(getattr(entry, "manager_id", None))}
        return sentences(said.of(**who, **places), _why(entry), then)

    return made


_TOLD: Mapping[type[LadderEntry], Callable[[Any, Event], Text]] = {
    **{each.writes: _moved(each.logged, each.then) for each in ACTS.values() if each.writes},
    Thawed: _moved(ACTS[Act.THAW].logged),
    Joined: _moved(Text("{player} joined, in place {place}.")),
    Left: _moved(Text("{player} left, from place {before}.")),
    Declined: _unplayed(Text("{holder} declined the challenge of {player}.")),
    Expired: _unplayed(Text("{holder} did not answer the challenge of {player}.")),
    Withdrawn: lambda _, event: Text(
        "{player} cancelled the challenge to {other}.",
        player=_who(event.player_id),
        other=_who(event.opponent_id),
    ),
    Lapsed: lambda _, event: Text(
        "The challenge of {player} to {other} has waited too long, for {other} is on vacation. "
        "It counts for nothing.",
        player=_who(event.player_id),
        other=_who(event.opponent_id),
    ),
    Ended: _ended,
    Forfeited: _ended,
    Refused: _unplayed(
        Text(
            "{holder} did not play match {match}, which counts as declining the challenge of "
            "{player}."
        )
    ),
    Retracted: _unplayed(
        Text("{player} cancelled match {match} with {holder} before both had moved.")
    ),
    Annulled: _annulled,
    Corrected: _corrected,
    Reopened: lambda entry, event: _ruled(Text("Match {match} goes on."), entry, event),
    Noticed: lambda entry, _: Counted("{player} has not played here for {number} days.").of(
        number=NOTICE_AFTER.days, player=mention(entry.player_id)
    ),
    Dropped: _moved(Text("{player} has not played and moves down to place {place}.")),
    Absent: lambda entry, _: Text(
        "The bot was not in this server since {day}. No time passed meanwhile.",
        day=day(entry.since),
    ),
    Away: lambda entry, _: Text(
        "The bot was offline since {day}. Challenges stay open that much longer.",
        day=day(entry.since),
    ),
}
"""An entry in a few sentences, by its kind."""

MORE = Counted(
    "Play a ladder match within {number} days, or you move down one place, and one "
    "more every week after."
).of(number=DROP_EVERY.days)


NOTHING_UNUSUAL = Text(
    "Nothing unusual in the last half year: nobody always beat the same player, ended "
    "matches at once, or often lost on time."
)
NO_PROOF = Text("-# None of this proves anything. Look at the matches before you ask anybody.")


def review(found: Review) -> Text:
    told = list(_lines(found))
    if not told:
        return NOTHING_UNUSUAL
    return lines(Text("### Unusual in the last half year"), *told, NO_PROOF)


def _lines(found: Review) -> Iterator[Text]:
    for record in found.one_sided:
        winner = record.players[0 if record.wins[0] else 1]
        yield Counted(
            "- {players}: {winner} won the only match",
            "- {players}: {winner} won all {number} matches",
            record.matches,
            players=_pair(record),
            winner=mention(winner),
        )
    for record in found.short:
        yield Counted(
            "- {players}: over after a few moves: match {matches}",
            "- {players}: over after a few moves: matches {matches}",
            len(record.short),
            players=_pair(record),
            matches=listed(record.short),
        )
    for who, often in found.timeouts:
        yield Counted(
            "- {player} ran out of time once",
            "- {player} ran out of time {number} times",
            often,
            player=mention(who),
        )


def _pair(record: PairRecord) -> Text:
    return listed([mention(each) for each in record.players])
