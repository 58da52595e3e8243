"""What the list of somebody's matches says."""

from __future__ import annotations

from bot.chat.common.clocks import distance
from bot.chat.common.text import all_of, match_title
from bot.chat.messenger.text import holder_name
from bot.services.matches import MatchSummary
from data.ids import PlayerId
from data.states import MatchStatus

EMPTY = (
    "You are not in a match. Challenge somebody with `/challenge`, "
    "or read how a game is played with `/rules`."
)
NOTHING_WAITS = "Nothing else waits for you. Well done!"
EARLIER, LATER = "◀", "▶"
WAITING, OTHERS, RECENT = "Your turn", "Waiting for others", "Recent results"

_JUMP = "https://discord.com/channels"


def entry(line: MatchSummary, player_id: PlayerId) -> str:
    """A match in the list: against whom, since when, and where."""
    others = all_of([holder_name(each) for each in line.players if each != player_id])
    since = f"{_standing(line, player_id)} {distance(line.updated_at)}{_left(line)}"
    where = link(line)
    board = "" if where is None else f" · [go to the board]({where})"
    return f"**{match_title(line)}** against {others}\n-# {since}{board}"


def link(line: MatchSummary) -> str | None:
    """Where the newest board stands, None before there is one."""
    if line.board_message_id is None or line.board_channel_id is None:
        return None
    return f"{_JUMP}/{line.server_id or '@me'}/{line.board_channel_id}/{line.board_message_id}"


def page(shown: int, last: int) -> str:
    """Which page of the list this is."""
    return f"-# Page {shown + 1} of {last + 1}"


def _left(line: MatchSummary) -> str:
    return "" if line.deadline is None else f", the time is over {distance(line.deadline)}"


def _standing(line: MatchSummary, player_id: PlayerId) -> str:
    if line.status is MatchStatus.RUNNING:
        yours = line.to_move_player == player_id
        whose = "your" if yours else f"{holder_name(line.to_move_player or PlayerId(0))}'s"
        return f"it became {whose} turn"
    if line.result is None:
        return "ended without a result"
    if not line.result.winners:
        return "drawn"
    return "won" if line.players.index(player_id) in line.result.winners else "lost"
