"""Sentences of the inbox, of ``/watch``, and of messages to followers."""

from collections.abc import Iterator, Sequence

from bot.core.matches import MatchSummary, PlayerResult
from bot.features.places import AbsenceCard, AbsenceNews
from bot.features.requests import Inbox
from bot.features.watching import FollowedEnd, Watched
from bot.screen.messenger.words import holder_name, result
from bot.screen.names import TITLE, harmless
from bot.screen.words import (
    JUMP,
    UNFOLLOW,
    YOU,
    board_link,
    distance,
    match_title,
    mention,
    moment,
    people,
    row,
    some_of,
)
from data.ids import MatchId, PlayerId
from data.states import RequestKind
from rules.texts import Plain, Text, Words, lines, listed, sentences

EMPTY = Text(
    "You are not in a match. Challenge somebody with `/challenge`, or read how a "
    "game is played with `/rules`."
)
NOTHING_WAITS = Text("Nothing else waits for you.")
ALL = Text("All my matches")
SETTINGS = Text("Reminders", "button")
EARLIER = "◀"
LATER = "▶"
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


def entry(line: MatchSummary, player_id: PlayerId) -> Text:
    """A line of the inbox: the match with a link to its board, the opponents, and its state."""
    others = listed([holder_name(each) for each in line.players if each != player_id])
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
    why = Text("-# You follow {players} in that server. `/watch` there has **{button}**.")
    why = why.of(players=people(end.people), button=UNFOLLOW)
    return lines(sentences(over, result(match), board), why if end.people else None)


def absence(card: AbsenceCard) -> Text:
    """What an absence of the bot means for the reader's matches, and what they can do."""
    where = card.absence
    place = Text("in one of your servers", "place")
    if not where.is_of_server:
        place = Text("in {channel}", "place", channel=f"<#{where.channel_id}>")
    matches = [match_title(each) for each in card.matches]
    concerned = listed([*matches, *(harmless(each, TITLE) for each in card.tournaments)])
    if card.news is AbsenceNews.OVER:
        return lines(
            Text("I could not post {place} for 60 days.", place=place),
            Text("This ended without a result: {matches}.", matches=concerned),
        )
    return lines(
        Text("I cannot post {place} any more.", place=place),
        Text("This stands still, and nobody loses time: {matches}.", matches=concerned),
        Text(
            "You can move with `/matches` here. It goes on when I can post there again, or when a "
            "manager moves it to another channel. After 60 days it ends without a result."
        ),
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
            return Text("stands still: I cannot post there", "match")
        if line.deadline is None:
            return distance(line.updated_at)
        return Text("deadline: {when}", when=distance(line.deadline))
    result = _result(line, player_id)
    return Plain("{result} {when}", result=result, when=distance(line.updated_at))


def _away(line: MatchSummary, player_id: PlayerId) -> Iterator[Text]:
    away = zip(line.players, line.away_until, strict=False) if line.is_running else ()
    for who, until in away:
        if until is not None:
            name = YOU if who == player_id else holder_name(who)
            yield Text("{player} on vacation until {when}", player=name, when=moment(until))


def _result(line: MatchSummary, player_id: PlayerId) -> Text:
    if line.result is None or not line.result.ranking:
        return Text("ended without a result")
    return _RESULTS[line.result.outcome(line.players.index(player_id))]


_RESULTS = {
    PlayerResult.WON: Text("won", "result"),
    PlayerResult.DRAWN: Text("drawn", "result"),
    PlayerResult.LOST: Text("lost", "result"),
}
