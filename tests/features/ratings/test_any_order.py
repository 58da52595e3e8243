"""Ratings kept as things happen are those worked out anew, after anything in any order."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, create_engine, select

from benchmarks.ratings import finished, recompute, ruled_on
from bot.core.matches import MatchStore, Result
from bot.core.people import forgotten as privacy
from bot.features.ratings import FinishedMatch, recompute_all
from bot.features.ratings.storage import following, load
from bot.features.ratings.storage import forget as take_off
from data.ids import PlayerId, ServerId
from data.standing_tables import rating_changes, ratings, results
from data.states import Ending, UnratedReason
from data.tables import metadata
from rules.outcomes import Ranking
from tests.kit.examples import examples
from tests.kit.stored_season import FIRST, StoredSeason

PEOPLE, SERVER = 5, ServerId(1)
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
RANKINGS: tuple[Ranking, ...] = (((0,), (1,)), ((1,), (0,)), ((0, 1),))


@dataclass(frozen=True)
class Played:
    """Two people played; ``late`` if who lost ran out of time; so many hours after the last."""

    players: tuple[int, int]
    ranking: Ranking
    late: bool
    friendly: bool
    hours: int


@dataclass(frozen=True)
class Ruled:
    number: int
    ranking: Ranking | None


@dataclass(frozen=True)
class Deleted:
    player: int


PAIRS = st.permutations(range(PEOPLE)).map(lambda order: (order[0], order[1]))
STEPS = st.one_of(
    st.builds(
        Played, PAIRS, st.sampled_from(RANKINGS[:2]), st.booleans(), st.booleans(),
        st.sampled_from((0, 1, 30, 2000)),
    ),
    st.builds(Played, PAIRS, st.just(RANKINGS[2]), st.just(False), st.booleans(), st.just(1)),
    st.builds(Ruled, st.integers(0, 30), st.none() | st.sampled_from(RANKINGS)),
    st.builds(Deleted, st.integers(0, PEOPLE - 1)),
)  # fmt: skip


class Club:
    """Does one thing after another, as far as it can still be done."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.stored = StoredSeason("apart", "standard")
        self.stored.prepare(connection, PEOPLE, SERVER, BEGIN)
        self.matches: list[FinishedMatch] = []
        self.gone: set[int] = set()
        self.now = BEGIN

    def do(self, step: Played | Ruled | Deleted) -> None:
        match step:
            case Played():
                self._play(step)
            case Ruled():
                self._rule(step)
            case Deleted(player) if player not in self.gone:
                self.gone.add(player)
                take_off(self.connection, PlayerId(FIRST + player))
                privacy.forget(self.connection, PlayerId(FIRST + player), self.now)

    def _play(self, step: Played) -> None:
        if self.gone & set(step.players):
            return
        self.now += timedelta(hours=step.hours)
        ending = Ending.TIMED_OUT if step.late else Ending.RESIGNED
        agreed = UnratedReason.FRIENDLY if step.friendly else None
        players = (PlayerId(step.players[0]), PlayerId(step.players[1]))
        result, number = Result(step.ranking, ending), len(self.matches) + 1
        self.matches.append(
            finished(number, players, result, self.now, server=SERVER, agreed=agreed)
        )
        self.stored.end(self.connection, self.matches[-1])

    def _rule(self, step: Ruled) -> None:
        there = [each for each in self.matches if not self.gone & set(each.people)]
        if not there:
            return
        match = there[step.number % len(there)]
        result = Result((), Ending.ANNULLED)
        if step.ranking is not None:
            result = Result(step.ranking, Ending.DECIDED)
        self.stored.rule(self.connection, ruled_on(match, result))

    def ledger(self) -> dict[str, list[Any]]:
        return {
            table.name: sorted(map(tuple, self.connection.execute(select(table))), key=repr)
            for table in (results, rating_changes, ratings)
        }


def rated_one_after_another(connection: Connection) -> bool:
    """Whether the kept ratings are those that the kept results give, worked out in memory."""
    expected = recompute(following(connection, 0, 1000))
    rows = load(connection, expected)
    kept = {key: row.rating for key, row in rows.items()}
    return kept == {key: expected[key] for key in kept}


@examples(25)
@given(st.lists(STEPS, max_size=14))
def test_what_stands_is_what_working_it_out_anew_gives(steps: list[Any]) -> None:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        metadata.create_all(connection)
        club = Club(connection)
        for step in steps:
            club.do(step)
        stood = club.ledger()
        assert rated_one_after_another(connection)
        recompute_all(connection, MatchStore(lambda: club.now))
        assert club.ledger() == stood
    engine.dispose()
