"""Sentences about a match: its players, its turn, its last entry, its result."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import reduce

from bot.core.clocks import NoClock, PauseKind, say_duration
from bot.core.matches import (
    ABSENT,
    FORGOTTEN,
    IDLE,
    LONGEST_REASON,
    OVERTAKEN,
    SUBSTITUTED,
    WITHDRAWN,
    Entry,
    MatchState,
    result_words,
)
from bot.screen import words
from bot.screen.messenger.channels import Obstacle, Reason, spoken
from data.ids import ChannelId, Engine, Holder, PlayerId
from data.states import EntryKind
from rules.game import Seat
from rules.textboard import NOBODY
from rules.texts import (
    NOTHING,
    Plain,
    Text,
    Words,
    in_a_row,
    labelled,
    lines,
    listed,
    sentences,
)


def cannot_stand(channel_id: ChannelId, why: Obstacle) -> Text:
    """Why the bot cannot post in a channel, and what would help."""
    channel = f"<#{channel_id}>"
    match why.reason:
        case Reason.AWAY:
            return Text(
                "I am not in this server, so I cannot post here. Whoever manages it can add me; "
                "in a direct message to me you can play right now."
            )
        case Reason.PRIVATE:
            return Text(
                "I cannot post boards here. Use this in a server that I am in, or in a direct "
                "message to me."
            )
        case Reason.GONE:
            return Text("I do not see {channel}, so I cannot post there.", channel=channel)
        case Reason.LOCKED:
            return Text("{channel} is locked, so I cannot post there.", channel=channel)
        case Reason.SORT:
            return Text(
                "Nothing can be posted directly in {channel}. Choose a text channel, the chat of "
                "a voice channel, or a post of a forum.",
                channel=channel,
            )
        case Reason.PERMISSION:
            return Text(
                "I may not post in {channel}: I need the **{permission}** permission there.",
                channel=channel,
                permission=spoken(why.permission or ""),
            )


def holder_name(holder: Holder) -> Words:
    """The holder of a seat: a mention, or the engine with its level."""
    if isinstance(holder, Engine):
        return Text("Quintet (level {level})", level=holder.level)
    return words.mention(holder)


def seat_name(match: MatchState, seat: Seat) -> Text:
    """The name of a seat's colour: ``White``."""
    return match.seats[seat].colour_name


def own_title(match: MatchState, seat: Seat | None) -> Text:
    """The title of a match with the reader's side; ``seat`` is None for spectators."""
    if seat is None:
        said: Text = Plain("**{match}**")
    elif match.seats[seat].left and match.is_running:
        said = Text("**{match}** · you gave up **{side}**", side=seat_name(match, seat))
    else:
        said = Text("**{match}** · you play **{side}**", side=seat_name(match, seat))
    return said.of(match=words.match_title(match.match))


def players_line(match: MatchState, names: Mapping[Holder, Words]) -> Text:
    """The players with their sides, and how they left: ``White Ada · Black Ben (resigned)``."""
    resigned = Text("{side} {player} (resigned)")
    gone = Text("{side} {player} (withdrawn)") if _is_withdrawal(match.last) else resigned
    out = Text("{side} {player} (out of time)")
    return words.row(
        [
            (out if seat.seat in match.late else gone if seat.left else words.PLAYS).of(
                side=seat.colour_name, player=names[seat.holder]
            )
            for seat in match.seats
        ]
    )


def beside_the_board(match: MatchState) -> Iterator[Text]:
    """The facts beside the board: ``White: 3 points, 16 in reserve``."""
    told: dict[int | None, list[Text]] = {}
    for fact in match.position.facts():
        told.setdefault(fact.colour, []).append(fact.text)
    for colour, facts in told.items():
        row = in_a_row(facts)
        yield row if colour is None else labelled(match.info.sides[colour], row)


def ownerless_line(match: MatchState) -> Iterator[Text]:
    """Explains the tiles of players who left in a board as text; nothing without any."""
    if any(piece.colour is None for piece in match.position.pieces().values()):
        gone = listed([each.colour_name for each in match.seats if each.left])
        yield Text("{mark}: tiles of {sides}, who left", mark=NOBODY, sides=gone)


def turn_line(match: MatchState, until: datetime | None = None) -> Text:
    """Whose turn it is and until when, with the only mention of the turn; or the result."""
    if match.to_move is None:
        return Plain("**{result}**", result=result(match))
    seat = match.seats[match.to_move]
    names = {"player": holder_name(seat.holder), "side": seat.colour_name}
    if isinstance(seat.holder, Engine):
        return Text("**{side}** to move: {player} is thinking.", **names)
    turn = Text("{player}, it is your turn: **{side}** to move.", **names)
    limited = Text("{player}, it is your turn: **{side}** to move {until}.", **names)
    return _limited(match, until, turn, limited)


def own_turn_line(match: MatchState, reader: PlayerId) -> Text:
    """The same for one reader: ``Waiting for Ben: Black to move.``"""
    if match.to_move_player == reader:
        return turn_line(match, match.match.deadline)
    return waiting_line(match, match.match.deadline)


def waiting_line(match: MatchState, until: datetime | None = None) -> Text:
    """Whose turn it is, for others, and until when; or the result."""
    if match.to_move is None:
        return turn_line(match)
    seat = match.seats[match.to_move]
    names = {"player": holder_name(seat.holder), "side": seat.colour_name}
    waiting = Text("Waiting for {player}: **{side}** to move.", **names)
    limited = Text("Waiting for {player}: **{side}** to move {until}.", **names)
    return _limited(match, until, waiting, limited)


def _limited(match: MatchState, until: datetime | None, turn: Text, limited: Text) -> Text:
    """The turn with its deadline or its pause, and below it who is on vacation."""
    paused = match.match.paused_until
    if paused is not None and match.ply == match.match.ply:
        turn = sentences(turn, _PAUSED.of(until=words.moment(paused)))
    elif match.match.absent_since is not None and match.ply == match.match.ply:
        turn = sentences(turn, ABSENT_HERE)
    elif match.match.stands_still(PauseKind.FROZEN) and match.ply == match.match.ply:
        turn = sentences(turn, _FROZEN)
    elif until is not None:
        turn = limited.of(until=words.deadline(until))
    away = (
        _AWAY.of(player=words.mention(player), until=words.moment(until))
        for player, until in match.away.items()
    )
    return lines(turn, *away)


_PAUSED = Text(
    "The clocks are paused until {until}. To end the pause early, press **More**, then **Clocks**."
)
ABSENT_HERE = Text(
    "I cannot be where this match is played, so its clocks are paused. You can still move."
)
_FROZEN = Text("The ladder is frozen: the clocks are paused until it resumes.")
_AWAY = Text("-# {player} is on vacation until {until}; their clock is paused.")
SOMEBODY = Text("Somebody", "name")


def last_line(match: MatchState) -> Text:
    entry = match.last
    if entry is None:
        return sentences(Text("The match begins."), words.goal(match.info, match.variant))
    if entry.kind is EntryKind.MOVE:
        prepared = Text("This was a prepared answer.") if entry.was_prepared else None
        return sentences(match.sentence, prepared)
    if entry.seat is not None and entry.kind in _LEAVINGS:
        if _is_withdrawal(entry):
            told = _WITHDRAWN if match.match.club_id is None else _OUT_OF_CLUB
            return told.of(player=holder_name(match.players[entry.seat]))
        return _LEAVINGS[entry.kind].of(player=holder_name(match.players[entry.seat]))
    if entry.kind is EntryKind.FORGIVE:
        return _forgiven(match, entry)
    if entry.kind is EntryKind.ABORT and entry.text == IDLE:
        return _called_off(entry.author_id)
    if entry.kind is EntryKind.ABORT and entry.author_id is None:
        return _ABORTED[entry.text]
    if entry.kind is EntryKind.RESUME and entry.author_id is None:
        return Text("The pause is over.")
    told = LOGGED[entry.kind].of(player=_author(entry))
    if match.match.club_id is not None and entry.kind in (EntryKind.DECIDE, EntryKind.ANNUL):
        told = _BY_CAPTAINS
    reason = match.reason and words.quoted(match.reason, LONGEST_REASON)
    return sentences(told, reason)


def _author(entry: Entry) -> Words:
    return SOMEBODY if entry.author_id is None else words.mention(entry.author_id)


def _forgiven(match: MatchState, entry: Entry) -> Text:
    """Whose timeout was forgiven, and by whom."""
    holder = match.position.to_move
    whose = SOMEBODY if holder is None else holder_name(match.players[holder])
    if match.reason is not None:
        lets = Text("{by}, who manages matches here, lets {player} play on: {reason}")
        told = lets.of(reason=words.quoted(match.reason, LONGEST_REASON))
    elif len(match.players) - len(match.left) > 2:
        told = Text("The opponents let {player} play on.")
    else:
        told = Text("{by} lets {player} play on.")
    return sentences(told.of(by=_author(entry), player=whose), _given(match))


def _called_off(by: PlayerId | None) -> Text:
    if by is None:
        return Text("The match was cancelled because nobody had moved for four months.")
    return Text("{player} cancelled the match because nobody was moving.", player=words.mention(by))


def _is_withdrawal(entry: Entry | None) -> bool:
    """Whether the entry is a withdrawal by the tournament."""
    return entry is not None and (entry.kind, entry.text) == (EntryKind.LEAVE, WITHDRAWN)


_ABORTED = {
    ABSENT: Text(
        "I could not be where this match was played for 60 days. It ends without a result."
    ),
    FORGOTTEN: Text("What I kept of this server was deleted. The match ends without a result."),
    OVERTAKEN: Text("The match was cancelled: an earlier result of the tournament has changed."),
    SUBSTITUTED: Text("The match was cancelled: a substitute plays for one of the two."),
}
"""Why the bot ended a match without a result, by the text of the entry."""
_WITHDRAWN = Text("{player} was withdrawn from the tournament.")
_OUT_OF_CLUB = Text("{player} was withdrawn from the club match.")
_BY_CAPTAINS = Text("The captains of both sides decided about this game:")
_LEAVINGS = {
    EntryKind.LEAVE: Text("{player} resigned."),
    EntryKind.TIMEOUT: Text("{player} ran out of time."),
}

LOGGED: Mapping[EntryKind, Text] = {
    EntryKind.END: Text("The game was already over at this position; the bot had missed it."),
    EntryKind.UNDO: Text("A move was taken back, as {player} had asked."),
    EntryKind.DRAW: Text("The players agreed on the draw that {player} offered."),
    EntryKind.PAUSE: Text("The players agreed on the pause that {player} asked for."),
    EntryKind.RESUME: Text("{player} ended the pause."),
    EntryKind.ABORT: Text("{player} cancelled the match before everybody had moved."),
    EntryKind.DECIDE: Text("{player}, who manages matches here, decided the match:"),
    EntryKind.ANNUL: Text("{player}, who manages matches here, annulled the match:"),
    EntryKind.PLACE: Text("{player}, who manages matches here, moved the match here:"),
}


def result(match: MatchState) -> Text:
    """The result in words; empty while the match runs."""
    if match.result is None:
        return NOTHING
    seats = [
        words.NAMED.of(player=holder_name(seat.holder), side=seat.colour_name)
        for seat in match.seats
    ]
    if _is_withdrawal(match.last):
        return Text(
            "{winner} wins; the rest is not played out.", winner=seats[match.result.winners[0]]
        )
    return result_words(match.result, match.info, seats)


def played_line(match: MatchState) -> Text:
    answered = Text("A prepared answer was played at once.")
    has_answer = match.match.ply > match.ply
    return sentences(
        Text("Played."), last_line(match), result(match), answered if has_answer else None
    )


def confirm_forgive(match: MatchState) -> Text:
    late = match.timed_out
    whose = SOMEBODY if late is None else holder_name(match.players[late])
    return sentences(
        Text("Let {player} play on? It will be their turn again.", player=whose),
        _given(match),
        None if match.is_running else Text("The result is taken back."),
    )


def _given(match: MatchState) -> Text | None:
    """How much time a forgiven player gets; None without a clock."""
    clock = match.clock
    if isinstance(clock, NoClock):
        return None
    return Text("They have {time} for this move.", time=say_duration(clock.forgiven))


def room_in_title(people: int) -> int:
    """The limit of each name in a thread's title, in characters."""
    return min(24, 60 // people)


def thread_title(match: MatchState, names: Sequence[Words]) -> Text:
    """The title of a match's thread: game, the players' ``names``, and the match's id."""
    against = Text("{first} vs {second}", "thread")
    players = reduce(lambda first, second: against.of(first=first, second=second), names)
    game = match.info.name
    told = Text("{game} · {players} · match {number}", game=game, players=players)
    return told.of(number=match.id)
