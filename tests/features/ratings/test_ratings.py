from dataclasses import replace
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import ratings as seasons
from bot.core.matches import Result
from bot.features.ratings import (
    EVERYWHERE,
    FinishedMatch,
    Rating,
    RatingKey,
    is_provisional,
    points,
    spread,
    write_rating,
)
from bot.features.ratings.values import NEWCOMER, height, moved_by, rate, rate_match
from data.ids import ServerId
from data.states import Ending, UnratedReason
from tests.features.ratings.rated_matches import ADA, BEN, GAME, NOON, match, matches
from tests.kit.times import DAY


def numbers(rating: Rating) -> tuple[float, float]:
    return rating.mu, rating.sigma


@pytest.mark.parametrize(
    ("before", "places", "after"),
    [
        ([NEWCOMER, NEWCOMER], [0, 1], [(27.635743628, 7.906946311), (22.364256372, 7.906946311)]),
        ([NEWCOMER, NEWCOMER], [0, 0], [(25.0, 7.906946311), (25.0, 7.906946311)]),
        (
            [Rating(28, 1.5), Rating(24, 3)],
            [1, 0],
            [(27.784499560, 1.498915601), (24.855600755, 2.935398476)],
        ),
        (
            [NEWCOMER, NEWCOMER, NEWCOMER],
            [0, 1, 2],
            [(30.271487256, 7.454706936), (25.0, 7.454706936), (19.728512744, 7.454706936)],
        ),
        (
            [NEWCOMER, NEWCOMER, NEWCOMER],
            [2, 0, 0],
            [(19.728512744, 7.454706936), (27.635743628, 7.454706936), (27.635743628, 7.454706936)],
        ),
        (
            [NEWCOMER, Rating(30, 2), NEWCOMER],
            [0, 0, 2],
            [(28.423086318, 7.210482481), (30.102160717, 1.987937097), (19.812639511, 7.210482481)],
        ),
    ],
)
def test_the_numbers_are_those_of_the_model(
    before: list[Rating], places: list[int], after: list[tuple[float, float]]
) -> None:
    rated = rate(before, places, NOON)
    for rating, expected in zip(rated, after, strict=True):
        assert numbers(rating) == pytest.approx(expected, abs=1e-8)
    assert {rating.played_at for rating in rated} == {NOON}


RATINGS = st.builds(Rating, st.floats(0, 50), st.floats(0.8, 8.3))


@given(RATINGS, RATINGS)
def test_who_wins_rises_and_who_loses_falls(first: Rating, second: Rating) -> None:
    won, lost = rate([first, second], [0, 1], NOON)
    assert won.mu > first.mu
    assert lost.mu < second.mu


@given(st.lists(st.tuples(RATINGS, st.integers(0, 2)), min_size=2, max_size=3))
def test_seats_do_not_matter(seats: list[tuple[Rating, int]]) -> None:
    ratings, places = [rating for rating, _ in seats], [place for _, place in seats]
    turned = rate(ratings[::-1], places[::-1], NOON)[::-1]
    for one, other in zip(rate(ratings, places, NOON), turned, strict=True):
        assert numbers(one) == pytest.approx(numbers(other))


@pytest.mark.parametrize(
    ("days", "sigma"),
    [(0, 1.5), (29, 1.5), (30, 2.5**0.5), (365, 5.25**0.5), (365 * 90, 25 / 3), (-9, 1.5)],
)
def test_uncertainty_grows_with_every_month_without_play(days: int, sigma: float) -> None:
    at = NOON + days * DAY
    rested, grown = Rating(28, 1.5, NOON), Rating(28, sigma, at)
    after, expected = (rate([each, NEWCOMER], [0, 1], at)[0] for each in (rested, grown))
    assert numbers(after) == pytest.approx(numbers(expected))


def test_a_match_after_a_long_time_moves_more() -> None:
    settled = Rating(28, 1.5, NOON)
    soon, late = (rate([settled, settled], [0, 1], NOON + days * DAY)[0] for days in (1, 700))
    assert late.mu > soon.mu
    assert late.sigma > soon.sigma


@pytest.mark.parametrize(
    ("rating", "shown"),
    [
        (NEWCOMER, "1500?"),
        (Rating(27.635743628, 7.9), "1578?"),
        (Rating(26.05, 4.51), "1531?"),
        (Rating(26.05, 4.5), "1531"),
        (Rating(-40, 1), "-418"),
    ],
)
def test_a_rating_as_people_see_it(rating: Rating, shown: str) -> None:
    assert write_rating(rating) == shown


def test_settled_players_come_first_and_nobody_rises_by_uncertainty() -> None:
    strong, steady, fresh = Rating(30, 4.4), Rating(28, 1.0), Rating(40, 8.0)
    assert sorted([fresh, strong, steady], key=height, reverse=True) == [strong, steady, fresh]
    assert spread(steady) == 59


def test_about_eleven_matches_settle_a_rating() -> None:
    rating, settled = NEWCOMER, Rating(25, 2)
    played = 0
    while is_provisional(rating):
        rating = rate([rating, settled], [played % 2, 1 - played % 2], NOON)[0]
        played += 1
    assert 9 <= played <= 12


def test_a_match_in_a_server_moves_ratings_there_and_everywhere() -> None:
    changes = rate_match(match((ADA, BEN), ((1,), (0,)), server=ServerId(3)), {})
    here, everywhere = 3, EVERYWHERE
    assert [change.key for change in changes] == [
        RatingKey(GAME, here, ADA),
        RatingKey(GAME, here, BEN),
        RatingKey(GAME, everywhere, ADA),
        RatingKey(GAME, everywhere, BEN),
    ]
    assert [change.points - change.points_before for change in changes] == [-78, 78, -78, 78]
    assert moved_by(match((ADA, BEN), ((1,), (0,)), server=ServerId(3))) == tuple(
        change.key for change in changes
    )


def test_a_match_in_direct_messages_counts_everywhere_once() -> None:
    changes = rate_match(match((ADA, BEN), ((0,), (1,)), server=None), {})
    assert [change.scope for change in changes] == [EVERYWHERE, EVERYWHERE]


def test_what_a_player_has_elsewhere_stays_there() -> None:
    first = match((ADA, BEN), ((0,), (1,)), server=ServerId(3), number=1)
    second = match((ADA, BEN), ((0,), (1,)), server=ServerId(4), number=2)
    ratings = seasons.recompute([first, second])
    assert ratings[RatingKey(GAME, 3, ADA)] == ratings[RatingKey(GAME, 4, ADA)]
    assert ratings[RatingKey(GAME, EVERYWHERE, ADA)].mu > ratings[RatingKey(GAME, 4, ADA)].mu


@pytest.mark.parametrize("reason", UnratedReason)
def test_unrated_matches_of_a_season_move_none(reason: UnratedReason) -> None:
    unrated = replace(match((ADA, BEN), ((0,), (1,))), unrated=reason)
    assert rate_match(unrated, {}) == ()
    assert moved_by(unrated) == ()


@pytest.mark.slow
@given(st.lists(matches(), min_size=1, max_size=12), st.data())
def test_rulings_move_only_what_followed(played: list[FinishedMatch], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(played) - 1))
    annulled = seasons.ranked(played[number], Result((), Ending.ANNULLED))
    annulled = replace(annulled, unrated=UnratedReason.NO_RESULT)
    overruled = [*played[:number], annulled, *played[number + 1 :]]
    without = played[:number] + played[number + 1 :]
    assert seasons.recompute(overruled) == seasons.recompute(without)
    touched = set(played[number].people)
    for later in without[number:]:
        if touched & {key.player_id for key in moved_by(later)}:
            touched |= set(later.people)
    before, after = seasons.recompute(played), seasons.recompute(overruled)
    assert {key.player_id for key in before if before[key] != after.get(key)} <= touched


def test_points_are_on_the_scale_of_elo() -> None:
    assert points(Rating(26, 2)) - points(Rating(25, 2)) in (29, 30)
    assert points(Rating(35, 2)) == 1795


@pytest.fixture(scope="module")
def past() -> seasons.Season:
    return seasons.season(people=60, matches=2_500, seed=11)


def test_a_season_has_everything_that_happens_on_a_server(past: seasons.Season) -> None:
    matches = past.matches
    assert {len(match.people) for match in past.matches} == {2, 3}
    assert {match.server_id for match in past.matches} == {seasons.SERVER, None}
    assert sum(len(seasons.ranking_of(match)) == 1 for match in matches) > 20
    assert sum(match.unrated is not None for match in matches) > 100
    assert sum(match.ending is Ending.TIMED_OUT for match in matches) > 100
    assert len(past.rulings) >= 3
    assert seasons.ruled(past) != past.matches


def test_ratings_find_the_hidden_skill(past: seasons.Season) -> None:
    right = seasons.ruled(past)
    found = seasons.figures(
        past, seasons.recompute(right), seasons.recompute(right[: len(right) // 2])
    )
    assert found.correlation >= 0.9
    assert found.established >= 30
    assert found.drift < 0.02


def test_the_server_alone_finds_it_too(past: seasons.Season) -> None:
    here = {
        key: rating for key, rating in seasons.recompute(seasons.ruled(past)).items() if key.scope
    }
    skill = [past.skill[key.player_id] for key in here]
    assert seasons.rank_correlation(skill, [points(rating) for rating in here.values()]) >= 0.9


def test_points_are_neither_made_nor_lost(past: seasons.Season) -> None:
    everywhere = [
        rating for key, rating in seasons.recompute(seasons.ruled(past)).items() if not key.scope
    ]
    assert abs(mean(map(points, everywhere)) - 1500) < 30
