"""Entries of a ladder in sentences: for its history, as news, and a review of unusual records."""

from collections.abc import Iterator

from bot.core.matches import LONGEST_REASON
from bot.features.ladders import entries
from bot.features.ladders.entries import LadderEntry
from bot.features.ladders.places import DROP_EVERY
from bot.features.ladders.values import Ladder, LadderNews, PairRecord, Review
from bot.features.ladders.words import NO_PLACE, ladder_name
from bot.screen.names import SOMEBODY
from bot.screen.words import day, mention, quoted
from data.ids import PlayerId
from rules.texts import Counted, Filling, Plain, Text, Words, lines, listed, sentences

NO_EVENTS = Text("Nothing has happened on this ladder yet.")
ENDED = (entries.ENDED, entries.FORFEITED)
UNPLAYED = (entries.DECLINED, entries.EXPIRED, entries.NOT_PLAYED, entries.RETRACTED)
"""A refusal, or a match that one ended before both had moved."""
DREW = Text("{player} and {other} drew.")
BEAT_ON_TIME = Text("{winner} beat {loser} in match {match}, on time.")


def heading(ladder: Ladder) -> Text:
    return lines(
        Text("### History of the {ladder} ladder", ladder=ladder_name(ladder)),
        Text("-# The latest first"),
    )


def line(entry: LadderEntry) -> Text:
    return Plain("- {day} {told}", day=day(entry.at), told=told(entry))


def news(found: LadderNews) -> Text:
    """An entry for everybody who sees the ladder's channel."""
    more = MORE if found.entry.kind is entries.NOTICED else None
    heading = Text("**{ladder} ladder:**", ladder=ladder_name(found.ladder))
    return sentences(heading, told(found.entry), more)


def mentioned(entry: LadderEntry) -> tuple[PlayerId, ...]:
    """The players whom news mention: those who lose a place, or are about to."""
    people: tuple[PlayerId | None, ...] = ()
    if entry.kind in ENDED:
        people = (entry.timed_out_id,)
    elif entry.kind in (entries.NOTICED, entries.SHIFTED, entries.EXPELLED):
        people = (entry.player_id,)
    elif entry.kind in UNPLAYED:
        people = (entry.player_id, entry.opponent_id)
    return tuple(who for who in people if who is not None and who > 0)


def told(entry: LadderEntry) -> Text:
    """An entry in a few sentences: what happened, why, and what it changed."""
    player, other = _who(entry.player_id), _who(entry.opponent_id)
    filling: dict[str, Filling] = {
        "player": player,
        "holder": other,
        "other": other,
        "winner": _who(entry.winner_id),
        "loser": other if entry.winner_id == entry.player_id else player,
        "manager": _who(entry.manager_id),
        "match": entry.match_id or 0,
        "before": _place(entry.player_before),
        "place": _place(entry.player_after),
        "day": day(entry.since or entry.at),
    }
    reason = entry.reason and Text("Why: {reason}.", reason=quoted(entry.reason, LONGEST_REASON))
    happened = [each.of(**filling) for each in _happened(entry)]
    return sentences(*happened, reason, *_consequences(entry))


def _happened(entry: LadderEntry) -> Iterator[Text]:
    if entry.kind in ENDED:
        beat = entry.kind.logged if entry.timed_out_id is None else BEAT_ON_TIME
        yield DREW if entry.winner_id is None else beat
    elif entry.kind is entries.ANNULLED and entry.manager_id is None:
        yield Text("Match {match} has no result, and changed nothing.")
    else:
        yield entry.kind.logged
    if entry.kind is entries.CORRECTED:
        yield DREW if entry.winner_id is None else Text("{winner} beat {loser}.")


def _consequences(entry: LadderEntry) -> Iterator[Text]:
    """What followed for the places of the two, and of all when the ladder closed."""
    was, now = entry.player_before, entry.player_after
    two = (
        (entry.player_id, was, now),
        (entry.opponent_id, entry.opponent_before, entry.opponent_after),
    )
    moved = [(who, after) for who, before, after in two if before != after]
    if entry.kind is entries.CLOSED:
        yield Text("The places stay.")
    elif entry.kind in UNPLAYED and moved:
        yield Text("It was the second in a row, so the place is lost.")
        yield _climbed(entry) if was != now else _now(*moved[0])
    elif entry.kind in ENDED:
        if was is not None and now is not None and now < was:
            yield _climbed(entry)
        if entry.timed_out_id is not None and (entry.timed_out_id, None) in moved:
            off = Text("{player} is off the ladder, after two timeouts.")
            yield off.of(player=mention(entry.timed_out_id))
    elif entry.kind in entries.RULINGS or (entry.kind is entries.ANNULLED and entry.manager_id):
        yield from (_now(who, place) for who, place in moved)


def _who(player_id: PlayerId | None) -> Words:
    return SOMEBODY if player_id is None else mention(player_id)


def _place(place: int | None) -> Filling:
    return NO_PLACE if place is None else place


def _climbed(entry: LadderEntry) -> Text:
    return Text("{player} takes place {place}, from {before}.").of(
        player=_who(entry.player_id),
        place=_place(entry.player_after),
        before=_place(entry.player_before),
    )


def _now(player_id: PlayerId | None, place: int | None) -> Text:
    if place is None:
        return Text("{player} has no place now.", player=_who(player_id))
    return Text("{player} has place {place} now.", player=_who(player_id), place=place)


MORE = Counted(
    "Play a ladder match within {number} days, or you move down one place, and one "
    "more every week after."
).of(number=DROP_EVERY.days)


NOTHING_UNUSUAL = Text(
    "Nothing unusual in the last half year: nobody who always beat the same "
    "player, ended matches at once, or often lost on time."
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
