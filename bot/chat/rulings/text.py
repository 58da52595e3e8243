"""What managers read when they decide, annul or move a match."""

from collections.abc import Sequence

from bot.chat.common.text import all_of, match_title, mention, people, quoted
from bot.chat.interaction.part import Refusals
from bot.services.matches import MatchState
from bot.services.rulings import BadRanking, Ruling
from bot.services.settings import LONGEST_REASON, BadReason
from data.ids import MatchId
from data.states import EntryKind
from rules.game import Seat

REASON = "Why? The players will read it"
NOT_A_PLAYER = "Name people who play in that match. Nothing was changed."
WINNER_FIRST = "Name the winner too, or nobody at all for a draw. Nothing was changed."
NOT_DONE = "That cannot be done. Nothing was changed."


Ranking = tuple[tuple[Seat, ...], ...]
"""Seats in groups that share a place, best first."""


def decide_title(match: MatchState, ranking: Ranking) -> str:
    """The heading of the form: what will be decided."""
    best = ranking[0]
    if len(best) == len(match.players):
        return f"Match {match.id}: a draw"
    colours = all_of([match.seats[seat].colour_name for seat in best])
    return f"Match {match.id}: {colours} won"


def annul_title(match: MatchState) -> str:
    """The heading of the form: which match will not count."""
    return f"Annul {match_title(match)}"


def forgive_title(match: MatchState) -> str:
    """The heading of the form: in which match somebody may play on."""
    return f"Play on in {match_title(match)}"


def place_title(match: MatchState) -> str:
    """The heading of the form: which match will be played elsewhere."""
    return f"Move {match_title(match)}"


SHOWN = 10
"""How many rulings of a match are told, the latest ones."""

_RULED = {
    EntryKind.DECIDE: "decided how it ended",
    EntryKind.ANNUL: "annulled it",
    EntryKind.FORGIVE: "let a player play on whose time had run out",
    EntryKind.PLACE: "moved it to <#{}>",
}


def log(match_id: MatchId, rulings: Sequence[Ruling]) -> str:
    """What managers have done to a match, the latest last."""
    if not rulings:
        return f"No manager has done anything to match {match_id}."
    lines = [_line(each) for each in rulings[-SHOWN:]]
    return "\n".join([f"**What managers did to match {match_id}**", *lines])


def _line(ruling: Ruling) -> str:
    when = int(ruling.created_at.timestamp())
    who = mention(ruling.manager_id or 0)
    what = _RULED[ruling.kind].format(ruling.text)
    return f"- <t:{when}:f> {who} {what}: {quoted(ruling.reason, LONGEST_REASON)}"


def done(match: MatchState) -> str:
    """What the manager is told."""
    players = people(match.people)
    return f"Done. {players} can read it in the match, with your name and your reason."


REFUSALS: Refusals = {
    BadRanking: lambda _: "Every seat has to be named once, the winner first.",
    BadReason: lambda error: (
        f"Give a reason that the players can read, of at most {error.longest} characters."
    ),
}
