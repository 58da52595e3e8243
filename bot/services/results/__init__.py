"""What finished matches are worth: who is ranked how, and whether it is rated."""

from __future__ import annotations

from bot.services.results.deciding import (
    MOST_RATED,
    RATED_WITHIN,
    TIMEOUTS_WITHIN,
    Agreement,
    End,
    decide_result,
    unrated_from_the_start,
)
from bot.services.results.result import (
    WITHOUT_RESULT,
    FinishedMatch,
    Ranking,
    Result,
)
from data.states import EndReason, UnratedReason
