"""What managers read when they decide, annul or move a match."""

from __future__ import annotations

from bot.chat.common.text import all_of, match_title, people
from bot.services.matches import MatchState
from rules.game import Seat

REASON = "Why? The players will read it"
NOT_A_PLAYER = "Name people who play in that match. Nothing was changed."
WINNER_FIRST = "Name the winner too, or nobody at all for a draw. Nothing was changed."
NOT_DONE = "That cannot be done. Nothing was changed."
NOT_A_CHANNEL = "Choose a text channel of this server in which I may post. Nothing was changed."
LONGEST_TITLE = 45


Ranking = tuple[tuple[Seat, ...], ...]
"""Seats in groups that share a place, best first."""


def decide_title(view: MatchState, ranking: Ranking) -> str:
    """The heading of the form: what will be decided."""
    best = ranking[0]
    if len(best) == len(view.players):
        return f"Match {view.id}: a draw"
    colours = all_of([view.seats[seat].colour_name for seat in best])
    return f"Match {view.id}: {colours} won"[:LONGEST_TITLE]


def annul_title(view: MatchState) -> str:
    """The heading of the form: which match will not count."""
    return f"Annul {match_title(view)}"[:LONGEST_TITLE]


def place_title(view: MatchState) -> str:
    """The heading of the form: which match will be played elsewhere."""
    return f"Move {match_title(view)}"[:LONGEST_TITLE]


def done(view: MatchState) -> str:
    """What the manager is told."""
    players = people(view.people)
    return f"Done. {players} can read it in the match, with your name and your reason."
