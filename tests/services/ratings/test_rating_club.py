"""The simulated server of the benchmark, in a shorter season."""

from statistics import mean

import pytest

from benchmarks.ratings import (
    SERVER,
    Season,
    figures,
    live,
    rank_correlation,
    ranking_of,
    recompute,
    ruled,
    season,
)
from bot.services.ratings import points
from bot.services.results import rate_match
from data.states import Ending


@pytest.fixture(scope="module")
def past() -> Season:
    return season(people=60, matches=2_500, seed=11)


def test_a_season_has_everything_that_happens_on_a_server(past: Season) -> None:
    matches = past.matches
    assert {len(match.people) for match in past.matches} == {2, 3}
    assert {match.server_id for match in past.matches} == {SERVER, None}
    assert sum(len(ranking_of(match)) == 1 for match in matches) > 20
    assert sum(match.unrated is not None for match in matches) > 100
    assert sum(match.ending is Ending.TIMED_OUT for match in matches) > 100
    assert len(past.rulings) >= 3
    assert ruled(past) != past.matches


def test_ratings_find_the_hidden_skill(past: Season) -> None:
    right = ruled(past)
    found = figures(past, recompute(right), recompute(right[: len(right) // 2]))
    assert found.correlation >= 0.9
    assert found.established >= 30
    assert found.drift < 0.02


def test_the_server_alone_finds_it_too(past: Season) -> None:
    here = {key: rating for key, rating in recompute(ruled(past)).items() if key.scope}
    skill = [past.skill[key.player_id] for key in here]
    assert rank_correlation(skill, [points(rating) for rating in here.values()]) >= 0.9


def test_points_are_neither_made_nor_lost(past: Season) -> None:
    everywhere = [rating for key, rating in recompute(ruled(past)).items() if not key.scope]
    assert abs(mean(map(points, everywhere)) - 1500) < 30


@pytest.mark.slow
def test_ratings_that_stood_are_those_recomputed(past: Season) -> None:
    assert live(past) == recompute(ruled(past)) != recompute(past.matches)


def test_no_rating_moves_on_an_unrated_match(past: Season) -> None:
    unrated = [match for match in past.matches if match.unrated is not None]
    assert all(rate_match(match, {}) == () for match in unrated)
    rated = [match for match in past.matches if match.unrated is None]
    assert recompute(past.matches) == recompute(rated)
