"""What the list of somebody's matches says."""

from collections.abc import Iterator, Sequence

from bot.chat.common.clocks import distance, moment
from bot.chat.common.text import JUMP, all_of, board_link, match_title, mention
from bot.chat.messenger.text import holder_name
from bot.services.matches import MatchSummary
from bot.services.requests import Inbox
from data.ids import PlayerId
from data.states import RequestKind

EMPTY = (
    "You are not in a match. Challenge somebody with `/challenge`, "
    "or read how a game is played with `/rules`."
)
NOTHING_WAITS = "Nothing else waits for you. Well done!"
ALL, SETTINGS = "All my matches", "Reminders"
EARLIER, LATER = "◀", "▶"
WAITING, OTHERS, RECENT = "Your turn", "Waiting for others", "Recent results"
ASKED, RUNNING = "Asked of you", "Played here now"
NOTHING_RUNS = "No match is played here now. Begin one with `/challenge`."
FOLLOWS_NOBODY = "somebody's `/profile` has a button for that"
NAMED = 20
"""How many of those are named whom somebody follows."""
_WISHES = {
    RequestKind.UNDO: "asks to take back a move",
    RequestKind.DRAW: "offers a draw",
    RequestKind.PAUSE: "asks for a pause",
    RequestKind.FORGIVE: "asks to go on although somebody's time ran out",
}


def entry(line: MatchSummary, player_id: PlayerId) -> str:
    """A match in one line of the list, with the way to its board: against whom, and since when."""
    others = all_of([holder_name(each) for each in line.players if each != player_id])
    where, title = board_link(line), f"**{short_title(line)}**"
    named = title if where is None else f"[{title}]({where})"
    return f"{named} {others} · {_standing(line, player_id)}{_away(line, player_id)}"


def seen(line: MatchSummary) -> str:
    """A match in one line for somebody who looks on."""
    where, title = board_link(line), f"**{short_title(line)}**"
    named = title if where is None else f"[{title}]({where})"
    return f"{named} {all_of([*map(holder_name, line.players)])} · {distance(line.updated_at)}"


def nothing_runs(people: Sequence[PlayerId]) -> str:
    """What somebody is told who looks on where nothing runs, and follows these ``people``."""
    return f"{NOTHING_RUNS}\n{followed(people)}"


def followed(people: Sequence[PlayerId]) -> str:
    """Whose results the reader hears, or how that is asked for."""
    if not people:
        return f"-# I can also tell you how all matches of a friend end: {FOLLOWS_NOBODY}."
    named = [mention(each) for each in people[:NAMED]]
    more = len(people) - NAMED
    return f"-# You follow {all_of([*named, f'{more} more'] if more > 0 else named)}."


def asked(found: Inbox) -> str:
    """What others wait for the reader to answer."""
    return "\n".join([f"### {ASKED} ({len(found.asked)})", *requests(found)])


def requests(found: Inbox) -> Iterator[str]:
    """The same, a sentence for each."""
    for request in found.asked:
        line = found.match(request.match_id)
        where = f"match {request.match_id}" if line is None else match_title(line)
        told = f"{mention(request.player_id)} {_WISHES[request.kind]} in {where}"
        server = "@me" if line is None or line.server_id is None else line.server_id
        card = f"{JUMP}/{server}/{request.channel_id}/{request.message_id}"
        yield told + ("." if request.message_id is None else f": [answer]({card})")


def short_title(line: MatchSummary) -> str:
    """A match as a list names it: ``Apart 12``."""
    return f"{line.game_name} {line.id}"


def digest_heading(number: int) -> str:
    """What a digest begins with."""
    waits = "One match waits" if number == 1 else f"{number} matches wait"
    return f"### {waits} for you"


def page(shown: int, last: int) -> str:
    """Which page of the list this is."""
    return f"-# Page {shown + 1} of {last + 1}"


def _standing(line: MatchSummary, player_id: PlayerId) -> str:
    """For a running match its deadline, or since when it waits; else how it ended."""
    if line.is_running:
        since = distance(line.updated_at)
        return since if line.deadline is None else f"time over {distance(line.deadline)}"
    return f"{_result(line, player_id)} {distance(line.updated_at)}"


def _away(line: MatchSummary, player_id: PlayerId) -> str:
    """Who is on vacation, and until when."""
    if not line.is_running:
        return ""
    away = zip(line.players, line.away_until, strict=False)
    return "".join(
        f" · {'you' if who == player_id else holder_name(who)} on vacation until {moment(until)}"
        for who, until in away
        if until is not None
    )


def _result(line: MatchSummary, player_id: PlayerId) -> str:
    if line.result is None or not line.result.ranking:
        return "ended without a result"
    return line.result.outcome(line.players.index(player_id)).name.lower()
