"""What managers read when they decide, annul or move a match."""

from __future__ import annotations

from bot.chat.common.text import match_title, mention
from bot.services.matches.match_log import read_ranking
from bot.services.matches.models import MatchView

REASON = "Why? The players will read it"
NOT_A_PLAYER = "Name people who play in that match. Nothing was changed."
NOT_DONE = "That cannot be done. Nothing was changed."
NOT_A_CHANNEL = "Choose a text channel of this server in which I may post. Nothing was changed."
LONGEST_TITLE = 45


def decide_title(view: MatchView, ranking: str) -> str:
    """The heading of the form: what will be decided."""
    best = read_ranking(ranking)[0]
    if len(best) == len(view.players):
        return f"Match {view.id}: a draw"
    colours = " and ".join(view.seats[seat].colour_name for seat in best)
    return f"Match {view.id}: {colours} won"[:LONGEST_TITLE]


def annul_title(view: MatchView) -> str:
    """The heading of the form: which match will not count."""
    return f"Annul {match_title(view)}"[:LONGEST_TITLE]


def place_title(view: MatchView) -> str:
    """The heading of the form: which match will be played elsewhere."""
    return f"Move {match_title(view)}"[:LONGEST_TITLE]


def done(view: MatchView) -> str:
    """What the manager is told."""
    players = " and ".join(mention(player) for player in view.players)
    return f"Done. {match_title(view)} shows it to {players}, with your name and reason."
