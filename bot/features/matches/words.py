"""Sentences of boards, of the inbox and ``/watch``, of messages to followers; refusals."""

from collections.abc import Iterator, Mapping, Sequence

from bot.core import matches
from bot.core.matches import MatchSummary, PlayerResult
from bot.features.matches.boards import PlacesMoved
from bot.features.places import AbsenceCard, AbsenceNews
from bot.features.requests import Inbox
from bot.features.watching import FollowedEnd, Watched
from bot.screen import words
from bot.screen.interaction.interaction import CannotStandError
from bot.screen.messenger.channels import spoken
from bot.screen.messenger.words import cannot_stand, holder_name, result
from bot.screen.names import SOMEBODY, TITLE, harmless
from bot.screen.words import (
    JUMP,
    MOVE,
    UNFOLLOW,
    YOU,
    board_link,
    distance,
    illegal,
    match_title,
    mention,
    moment,
    people,
    row,
    some_of,
)
from data.ids import Holder, MatchId, PlayerId
from data.states import FallbackReason, RequestKind, ThreadFallback
from rules.texts import Plain, Text, Words, lines, listed, sentences

EMPTY = Text(
    "You are not in a match. Challenge somebody with `/challenge`, or read how a "
    "game is played with `/rules`."
)
NOTHING_WAITS = Text("Nothing else waits for you.")
ALL = Text("All my matches")
WAITING = Text("Your turn", "button")
OTHERS = Text("Waiting for others")
RECENT = Text("Recent results", "button")
ASKED = Text("Requests for you")
RUNNING = Text("Played here now")
NOTHING_RUNS = Text("No match is played here now. Begin one with `/challenge`.")
FOLLOWS_NOBODY = Text(
    "-# **Follow** a match, or a person on their `/profile`, and I tell you by direct message how "
    "it ends."
)
UNREADABLE = Text("Match {match} cannot be read. The person who runs this bot has been told.")
NAMED = 20
"""The most followed matches and people that are named."""
_WISHES = {
    RequestKind.UNDO: Text("{player} asks to take back a move in {match}."),
    RequestKind.DRAW: Text("{player} offers a draw in {match}."),
    RequestKind.PAUSE: Text("{player} asks for a pause in {match}."),
    RequestKind.FORGIVE: Text(
        "{player} asks to continue {match} although a player ran out of time."
    ),
}
ANSWER = Text("Answer", "link")
NOTHING_YET = Text("Nobody has moved yet.")
NOTHING_MOVES = Text("Nothing moves on the board.")
NO_LENS = Text("There is nothing to mark in this game.")


def entry(line: MatchSummary, player_id: PlayerId, names: Mapping[Holder, Words]) -> Text:
    """A line of the inbox: the match with a link to its board, the opponents, and its state.

    Those without one of the ``names`` are mentioned.
    """
    opponents = [each for each in line.players if each != player_id]
    others = listed([names.get(each) or holder_name(each) for each in opponents])
    standing = [_standing(line, player_id), *_away(line, player_id)]
    contest = [] if line.tournament is None else [harmless(line.tournament, TITLE)]
    title = Plain("{match} {others}", match=_linked(line), others=others)
    return row([title, *standing, *contest])


def seen(line: MatchSummary) -> Text:
    """A line of ``/watch``."""
    players = listed([*map(holder_name, line.players)])
    title = Plain("{match} {players}", match=_linked(line), players=players)
    return row([title, distance(line.updated_at)])


def _linked(line: MatchSummary) -> str:
    where, title = board_link(line), f"**{line.game_name} {line.id}**"
    return title if where is None else f"[{title}]({where})"


def unreadable(damaged: Sequence[MatchId]) -> Text | None:
    """A line for each match that is damaged in the database."""
    return lines(*(UNREADABLE.of(match=each) for each in damaged)) if damaged else None


def followed(watched: Watched) -> Text:
    """What the reader follows here, or how to follow."""
    names = [*map(match_title, watched.matches), *map(mention, watched.people)]
    if not names:
        return FOLLOWS_NOBODY
    return Text("-# You follow {followed}.", followed=some_of(names, NAMED))


def followed_end(end: FollowedEnd) -> Text:
    """How a followed match ended, with a link to its board, and whom of it the reader follows."""
    match = end.match
    where = f"{JUMP}/{match.server_id or '@me'}/{match.match.thread_id or match.channel_id}"
    over = Text(
        "{match} between {players} is over.",
        match=match_title(match),
        players=listed([*map(holder_name, match.players)]),
    )
    board = Text("[Go to the board]({board})", board=where)
    why = Text(
        "-# You follow {players} in another server. To stop, use `/watch` "
        "there and press **{button}**."
    )
    why = why.of(players=people(end.people), button=UNFOLLOW)
    return lines(sentences(over, result(match), board), why if end.people else None)


FORFEITED = Text("In a club match, your server loses what is left after 7 days without me.")


def absence(card: AbsenceCard) -> Text:
    """What an absence of the bot means for the reader's matches, and what they can do."""
    where = card.absence
    place = Text("in one of your servers", "place")
    if not where.is_of_server:
        place = Text("in {channel}", "place", channel=f"<#{where.channel_id}>")
    contests = (harmless(each, TITLE) for each in card.tournaments)
    concerned = listed([*map(match_title, card.matches), *contests])
    if card.news is AbsenceNews.OVER:
        return lines(
            Text("I could not post {place} for 60 days.", place=place),
            Text("This ended without a result: {matches}.", matches=concerned),
        )
    return lines(
        Text("I cannot post {place} any more.", place=place),
        Text("On hold, with the clocks stopped: {matches}.", matches=concerned),
        Text(
            "You can move with `/matches` here. It continues when I can post there "
            "again, or when a manager moves it to another channel. After 60 days "
            "it ends without a result."
        ),
        FORFEITED if any(each.club_id for each in card.matches) else None,
    )


def asked(found: Inbox) -> Text:
    title = Plain("### {title} ({number})", title=ASKED, number=len(found.asked))
    return lines(title, *requests(found))


def requests(found: Inbox) -> Iterator[Text]:
    for request in found.asked:
        line = found.match(request.match_id)
        unknown = Text("match {number}", "name", number=request.match_id)
        told = _WISHES[request.kind].of(
            player=mention(request.player_id),
            match=unknown if line is None else match_title(line),
        )
        server = "@me" if line is None or line.server_id is None else line.server_id
        card = f"{JUMP}/{server}/{request.channel_id}/{request.message_id}"
        link = Plain("[{answer}]({card})", answer=ANSWER, card=card)
        yield told if request.message_id is None else sentences(told, link)


def _standing(line: MatchSummary, player_id: PlayerId) -> Words:
    """The deadline of a running match, or how long it has waited; else how it ended."""
    if line.is_running:
        if line.absent_since is not None:
            return Text("on hold: I cannot post there", "match")
        if line.deadline is None:
            return distance(line.updated_at)
        return Text("deadline: {when}", when=distance(line.deadline))
    told = Text("ended without a result")
    if line.result is not None and line.result.ranking:
        told = _RESULTS[line.result.outcome(line.players.index(player_id))]
    return Plain("{result} {when}", result=told, when=distance(line.updated_at))


def _away(line: MatchSummary, player_id: PlayerId) -> Iterator[Text]:
    away = zip(line.players, line.away_until, strict=False) if line.is_running else ()
    for who, until in away:
        if until is not None:
            name = YOU if who == player_id else holder_name(who)
            yield Text("{player} on vacation until {when}", player=name, when=moment(until))


_RESULTS = {
    PlayerResult.WON: Text("won", "result"),
    PlayerResult.DRAWN: Text("drawn", "result"),
    PlayerResult.LOST: Text("lost", "result"),
}


def thread_fallback(why: ThreadFallback) -> Text:
    if why.reason is FallbackReason.GONE:
        return Text("The match's thread is gone, so we continue here.")
    if why.permission is None:
        return Text("A thread cannot be used for this match, so it is played here.")
    return Text(
        "I cannot use a thread here (the **{permission}** permission is missing), so we "
        "play in the channel.",
        permission=spoken(why.permission),
    )


def places_line(effect: PlacesMoved, names: Mapping[Holder, Words]) -> Text:
    """The line below a result about places of a ladder."""
    challenger, holder = (_named(who, names) for who in (effect.challenger_id, effect.holder_id))
    before, after, kept = effect.before, effect.after, effect.kept
    if after is None:
        return _UNCHANGED if before is None else _LOST.of(player=challenger)
    if before != after:
        return _TAKEN.of(player=challenger, place=after, before=before or after)
    if kept is None:
        return sentences(_OFF.of(player=holder), _HAS.of(player=challenger, place=after))
    return _KEPT.of(holder=holder, kept=kept, player=challenger, place=after)


def _named(who: PlayerId | None, names: Mapping[Holder, Words]) -> Words:
    return SOMEBODY if who is None else names.get(who, mention(who))


_UNCHANGED = Text("Ladder: no place changes, because one of the two is not on it.")
_LOST = Text("Ladder: {player} loses their place and leaves the ladder, after two timeouts.")
_TAKEN = Text("Ladder: {player} takes place {place}, from place {before}.")
_OFF = Text("Ladder: {player} leaves the ladder, after two timeouts.")
_HAS = Text("{player} has place {place}.")
_KEPT = Text("Ladder: {holder} keeps place {kept}, {player} place {place}.")

_COMMANDS = {"draw": "/match", "help": "/help", "resign": "/resign", "undo": "/match"}
"""Words that people type as moves, and the commands that they mean."""


@words.sentence.register
def _illegal_move(error: matches.IllegalText) -> Text:
    """Why the move cannot be played; without an example also that there is another way."""
    press = Text("Or press **{button}** and choose.", button=MOVE)
    command = _COMMANDS.get(error.error.text.strip().casefold())
    for_that = command and Text("Use {command} for that.", command=f"`{command}`")
    return sentences(illegal(error), None if error.error.hints else press, for_that)


@words.sentence.register
def _no_match(error: matches.NoMatchHere) -> Text:
    nothing = (
        Text("You have no match to look at.")
        if error.scope is matches.Scope.SEEN
        else Text("You have no match to play.")
    )
    start = Text("Start one with `/challenge`, or choose one with the `match` option.")
    return sentences(nothing, start)


@words.sentence.register
def _not_your_turn(error: matches.NotYourTurn) -> Text:
    mover = error.view.to_move_player
    if mover is None:
        return Text("It is not your turn.")
    return Text("It is not your turn: {player} is to move.", player=holder_name(mover))


@words.sentence.register
def _(error: CannotStandError) -> Words:
    return cannot_stand(error.channel_id, error.obstacle)


@words.sentence.register
def _(error: matches.MatchOver) -> Words:
    return sentences(Text("This match is over."), result(error.view))


@words.sentence.register
def _(error: matches.MovesStand) -> Words:
    if error.view.match.club_id is not None:
        return Text("This is a game of a club match, so this is not possible here.")
    return Text(
        "This is a tournament game (*{tournament}*), so this is not possible here. You can "
        "withdraw from the tournament.",
        tournament=harmless(error.view.match.tournament or "", TITLE),
    )


@words.sentence.register
def _(error: matches.NothingToForgive) -> Words:
    return (
        Text("Nobody's time ran out just now.")
        if error.view.is_running
        else Text(
            "Nobody lost this match on time, or a manager has decided it since. To "
            "change the result, use `/manage`."
        )
    )
