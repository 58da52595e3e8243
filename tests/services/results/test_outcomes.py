"""Who has won, drawn and lost, by a plain second reading, wherever it is asked."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from benchmarks.ratings import finished
from bot.chat.composer.text import _consequence
from bot.services.matches import Outcome, Result
from data.ids import PlayerId
from data.states import Ending
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
    result = Result(ranked, Ending.RULES)
    people = tuple(PlayerId(10 + seat) for seat in range(len(places)))
    over = finished(1, people, result, datetime(2026, 3, 2, tzinfo=UTC))
    said = {
        "won": "**That wins the match.**",
        "drawn": "**That ends the match in a draw.**",
        "lost": "**That loses the match.**",
    }
    for seat in range(len(places)):
        expected = plain(places, seat)
        assert result.outcome(seat) is Outcome[expected.upper()]
        assert over.outcome(PlayerId(10 + seat)) is Outcome[expected.upper()]
        told = _consequence(GameOutcome(ranked, Reason.EMPTIED), seat)
        assert told.strip() == said[expected]
