"""How a game ended, in words that picture, message and terminal share."""

from collections.abc import Sequence

from rules.game import GameInfo, Reason, Seat
from rules.texts import Counted, Filling, Text, listed
from rules.verdict import Verdict

Ranking = tuple[tuple[Seat, ...], ...]
"""Groups of seats, best first."""

RESIGNED = Verdict(
    Text("{winner} wins by resignation."), Text("{winner} share first place by resignation.")
)


def result_text(ranking: Ranking, said: Verdict, names: Sequence[Filling]) -> Text:
    """A result and its reason, with names: ``White wins: Black cannot move.``"""
    if len(ranking) == 1:
        return said.drawn
    sentence = said.won if len(ranking[0]) == 1 else said.shared
    winners = listed([names[seat] for seat in ranking[0]])
    return sentence.of(winner=winners, loser=names[ranking[-1][0]])


def score_text(ranking: Ranking, scores: Sequence[int], names: Sequence[Filling]) -> Text:
    """A result by points: ``White wins, 16 points to 15.``"""
    most = max(scores)
    if len(ranking) == 1:
        return Counted("Draw: {number} point each.", "Draw: {number} points each.", most)
    winners = ranking[0]
    others = listed([str(score) for seat, score in enumerate(scores) if seat not in winners])
    return Counted(
        "{winner} wins, {number} point to {others}.",
        "{winner} wins, {number} points to {others}.",
        most,
        winner=listed([names[seat] for seat in winners]),
        others=others,
    )


def outcome_text(
    ranking: Ranking,
    reason: Reason,
    scores: Sequence[int] | None,
    info: GameInfo,
    names: Sequence[Filling],
) -> Text:
    """The game's own result in words."""
    if reason is Reason.SCORE and scores is not None:
        return score_text(ranking, scores, names)
    said = RESIGNED if reason is Reason.LEFT else info.endings[reason]
    return result_text(ranking, said, names)
