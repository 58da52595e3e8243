"""Matches that are over, for the tests of ratings."""

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from benchmarks.ratings import finished
from bot.core.matches import Result
from bot.features.ratings import FinishedMatch
from data.ids import PlayerId, ServerId
from data.states import Ending, UnratedReason
from rules.outcomes import Ranking

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ADA, BEN, CHLOE = PlayerId(1), PlayerId(2), PlayerId(3)
GAME = "any"
RANKINGS: dict[int, list[Ranking]] = {
    2: [((0,), (1,)), ((1,), (0,)), ((0, 1),)],
    3: [((2,), (0,), (1,)), ((0, 1), (2,)), ((1,), (0, 2)), ((0, 1, 2),)],
}


def match(
    players: tuple[PlayerId, ...],
    ranking: Ranking,
    *,
    server: ServerId | None = None,
    number: int = 1,
) -> FinishedMatch:
    result = Result(ranking, Ending.RULES)
    return finished(number, players, result, NOON, game=GAME, server=server)


@st.composite
def matches(draw: st.DrawFn) -> FinishedMatch:
    """Any match, rated or not, of two or three of five people, within some years."""
    count = draw(st.sampled_from((2, 3)))
    people = draw(st.permutations([PlayerId(number) for number in range(5)]))
    ranking = draw(st.sampled_from(RANKINGS[count]))
    return finished(
        draw(st.integers(1, 10**9)),
        tuple(people[:count]),
        Result(ranking, Ending.RULES),
        NOON + timedelta(hours=draw(st.integers(0, 40_000))),
        game=draw(st.sampled_from((GAME, "other"))),
        server=draw(st.sampled_from((None, ServerId(1), ServerId(2)))),
        agreed=draw(st.sampled_from((None, None, UnratedReason.FRIENDLY))),
    )
