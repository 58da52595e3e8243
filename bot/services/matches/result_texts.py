"""How a match ended, in words that its message and its picture share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from data.results import MatchResult
from data.states import Ending
from rules.game import GameInfo
from rules.outcomes import outcome_text, result_text

WITHOUT_RESULT = "It has no result."
"""Of a match that was called off or annulled."""

_ENDINGS: Mapping[Ending, str] = {
    Ending.RESIGNED: "by resignation",
    Ending.TIMED_OUT: "on time",
    Ending.AGREED: "the players agreed",
    Ending.DECIDED: "the server's managers decided",
}


def result_words(found: MatchResult, info: GameInfo, names: Sequence[str]) -> str:
    """A result with the names of the seats: ``White wins by resignation.``"""
    if found.reason is not None:
        return outcome_text(found.ranking, found.reason, found.scores, info, names)
    return result_text(found.ranking, _ENDINGS[found.ending], names)
