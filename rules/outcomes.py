"""How a game ended, in words that picture, message and terminal share."""

from collections.abc import Sequence

from rules.game import GameInfo, Reason, Seat
from rules.words import listed

Ranking = tuple[tuple[Seat, ...], ...]
"""Groups of seats, best first."""


def result_text(ranking: Ranking, because: str, names: Sequence[str]) -> str:
    """A result and its reason, with names: ``White wins: Black cannot move.``

    ``because`` is a clause, or begins with "by", "on" or "with".
    """
    if len(ranking) == 1:
        return f"Draw: {because}."
    winners = listed([names[seat] for seat in ranking[0]])
    wins = "draw for first place" if len(ranking[0]) > 1 else "wins"
    between = " " if because.startswith(("by ", "on ", "with ")) else ": "
    return f"{winners} {wins}{between}{because}."


def score_text(ranking: Ranking, scores: Sequence[int], names: Sequence[str]) -> str:
    """A result by points: ``White wins, 16 points to 15.``"""
    if len(ranking) == 1:
        return f"Draw: {max(scores)} points each."
    winners = ranking[0]
    others = listed([str(score) for seat, score in enumerate(scores) if seat not in winners])
    return f"{listed([names[seat] for seat in winners])} wins, {max(scores)} points to {others}."


def outcome_text(
    ranking: Ranking,
    reason: Reason,
    scores: Sequence[int] | None,
    info: GameInfo,
    names: Sequence[str],
) -> str:
    """The game's own result in words; what the game says of an ending may name the ``{loser}``."""
    if reason is Reason.SCORE and scores is not None:
        return score_text(ranking, scores, names)
    because = {Reason.LEFT: "by resignation"} | dict(info.endings)
    loser = names[ranking[-1][0]]
    return result_text(ranking, because[reason].format(loser=loser), names)
