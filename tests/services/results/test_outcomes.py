"""Who has won, drawn and lost, by a plain second reading, wherever it is asked."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from bot.chat.composer.text import _consequence
from bot.services.standings.facts import places_of
from data.finished import Finished, SeatResult
from data.ids import MatchId, PlayerId
from data.results import MatchResult, Outcome
from data.states import Ending, EndReason
from rules.game import Outcome as GameOutcome
from rules.game import Reason

PLACES = st.lists(st.integers(0, 2), min_size=2, max_size=3)
"""A number for each seat: the lower the better, and alike where seats are tied."""


def plain(places: list[int], seat: int) -> str:
    """What people would say."""
    if any(other < places[seat] for other in places):
        return "lost"
    return "won" if places.count(places[seat]) == 1 else "drawn"


def ranking(places: list[int]) -> tuple[tuple[int, ...], ...]:
    groups = [[seat for seat, at in enumerate(places) if at == each] for each in range(3)]
    return tuple(tuple(group) for group in groups if group)


@given(PLACES)
def test_everything_says_the_same_of_a_result(places: list[int]) -> None:
    ranked = ranking(places)
    result = MatchResult(ranked, Ending.RULES)
    before = places_of(ranked)
    facts = Finished(
        match_id=MatchId(1),
        number=1,
        game="halves",
        variant="3p",
        server_id=None,
        ended_at=datetime(2026, 3, 2, tzinfo=UTC),
        reason=EndReason.RULES,
        agreed=None,
        unrated=None,
        seats=tuple(SeatResult(PlayerId(10 + n), before[n], 5) for n in range(len(places))),
    )
    said = {
        "won": "**That wins the match.**",
        "drawn": "**That ends the match in a draw.**",
        "lost": "**That loses the match.**",
    }
    for seat in range(len(places)):
        expected = plain(places, seat)
        assert result.outcome(seat) is Outcome[expected.upper()]
        assert facts.outcome(PlayerId(10 + seat)) is Outcome[expected.upper()]
        told = _consequence(GameOutcome(ranked, Reason.EMPTIED), seat)
        assert told.strip() == said[expected]
