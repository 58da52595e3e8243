"""What the list of somebody's matches says."""

from collections.abc import Iterator, Sequence

from bot.chat.common.names import TITLE, harmless
from bot.chat.common.text import (
    JUMP,
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
from bot.chat.messenger.text import holder_name, result
from bot.chat.profiles.text import STOP
from bot.services.matches import MatchSummary, PlayerResult
from bot.services.requests import Inbox
from bot.services.watching import FollowedEnd
from data.ids import PlayerId
from data.states import RequestKind
from rules.texts import Counted, Plain, Text, Words, lines, listed, sentences

EMPTY = Text(
    "You are not in a match. Challenge somebody with `/challenge`, or read how a "
    "game is played with `/rules`."
)
NOTHING_WAITS = Text("Nothing else waits for you. Well done!")
ALL, SETTINGS = Text("All my matches"), Text("Reminders", "button")
EARLIER, LATER = "◀", "▶"
WAITING, OTHERS, RECENT = (
    Text("Your turn", "button"),
    Text("Waiting for others"),
    Text("Recent results", "button"),
)
ASKED, RUNNING = Text("Requests for you"), Text("Played here now")
NOTHING_RUNS = Text("No match is played here now. Begin one with `/challenge`.")
FOLLOWS_NOBODY = Text(
    "-# You can follow a friend and hear how all their matches end: use the button on "
    "their `/profile`."
)
NAMED = 20
"""How many of those are named whom somebody follows."""
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
    """A match in one line of the list, with the way to its board: against whom, and since when."""
    others = listed([holder_name(each) for each in line.players if each != player_id])
    standing = [_standing(line, player_id), *_away(line, player_id)]
    contest = [] if line.tournament is None else [harmless(line.tournament, TITLE)]
    title = Plain("{match} {others}", match=_linked(line), others=others)
    return row([title, *standing, *contest])


def seen(line: MatchSummary) -> Text:
    """A match in one line for somebody who looks on."""
    players = listed([*map(holder_name, line.players)])
    title = Plain("{match} {players}", match=_linked(line), players=players)
    return row([title, distance(line.updated_at)])


def _linked(line: MatchSummary) -> str:
    where, title = board_link(line), f"**{line.game_name} {line.id}**"
    return title if where is None else f"[{title}]({where})"


def followed(people: Sequence[PlayerId]) -> Text:
    """Whose results the reader hears, or how that is asked for."""
    if not people:
        return FOLLOWS_NOBODY
    return Text("-# You follow {players}.", players=some_of([*map(mention, people)], NAMED))


def followed_end(end: FollowedEnd) -> Text:
    """How a match ended, with the way to its board, and because of whom the reader hears of it."""
    match = end.match
    where = f"{JUMP}/{match.server_id or '@me'}/{match.match.thread_id or match.channel_id}"
    over = Text(
        "{match} between {players} is over.",
        match=match_title(match),
        players=listed([*map(holder_name, match.players)]),
    )
    board = Text("[Go to the board]({board})", board=where)
    why = Text("-# You follow {players} in that server. `/profile` there has **{button}**.")
    why = why.of(players=people(end.people), button=STOP)
    return lines(sentences(over, result(match), board), why if end.people else None)


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


def digest_heading(number: int) -> Text:
    return Counted("### One match waits for you", "### {number} matches wait for you", number)


def page(shown: int, last: int) -> Text:
    return Text("-# Page {shown} of {last}", shown=shown + 1, last=last + 1)


def _standing(line: MatchSummary, player_id: PlayerId) -> Words:
    """For a running match its deadline, or since when it waits; else how it ended."""
    if line.is_running:
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
