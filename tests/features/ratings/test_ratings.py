"""Ratings and results as values."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import ratings as seasons
from benchmarks.ratings import finished
from bot.core.matches import WITHOUT_RESULT, PlayerResult, Result
from bot.core.matches.result import ended_by
from bot.features import ratings
from bot.features.moves.words import _consequence
from bot.features.profiles.service import activity
from bot.features.ratings import (
    EVERYWHERE,
    FinishedMatch,
    Rating,
    RatingKey,
    is_provisional,
    points,
    spread,
    values,
    write_rating,
)
from bot.features.ratings.values import NEWCOMER, height, moved_by, rate, rate_match, why_unrated
from data.ids import PlayerId, ServerId
from data.states import Ending, EntryKind, UnratedReason
from rules.game import Outcome as GameOutcome
from rules.game import Reason
from rules.outcomes import Ranking
from tests.kit.club import ADA, BEN
from tests.kit.times import DAY

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
GAME = "any"


def match(ranking: Ranking, server: ServerId | None = None) -> FinishedMatch:
    """One of Ada and Ben that is over."""
    result = Result(ranking, Ending.RULES)
    return seasons.finished(1, (ADA, BEN), result, NOON, game=GAME, server=server)


def numbers(rating: Rating) -> tuple[float, float]:
    return rating.mu, rating.sigma


@pytest.mark.parametrize(
    ("before", "places", "after"),
    [
        ([NEWCOMER, NEWCOMER], [0, 1], [(27.635743628, 7.906946311), (22.364256372, 7.906946311)]),
        (
            [Rating(28, 1.5), Rating(24, 3)],
            [1, 0],
            [(27.784499560, 1.498915601), (24.855600755, 2.935398476)],
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


@pytest.mark.parametrize(
    ("rating", "shown"),
    [
        (NEWCOMER, "1500?"),
        (Rating(27.635743628, 7.9), "1578?"),
        (Rating(26.05, 4.51), "1531?"),
        (Rating(26.05, 4.5), "1531"),
        (Rating(-40, 1), "-418"),
        (Rating(35, 2), "1795"),
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
    changes = rate_match(match(((1,), (0,)), ServerId(3)), {})
    here, everywhere = 3, EVERYWHERE
    assert [change.key for change in changes] == [
        RatingKey(GAME, here, ADA),
        RatingKey(GAME, here, BEN),
        RatingKey(GAME, everywhere, ADA),
        RatingKey(GAME, everywhere, BEN),
    ]
    assert [change.points - change.points_before for change in changes] == [-78, 78, -78, 78]
    assert moved_by(match(((1,), (0,)), ServerId(3))) == tuple(change.key for change in changes)
    in_direct_messages = rate_match(match(((0,), (1,))), {})
    assert [change.scope for change in in_direct_messages] == [EVERYWHERE, EVERYWHERE]


@pytest.mark.parametrize("reason", UnratedReason)
def test_unrated_matches_of_a_season_move_none(reason: UnratedReason) -> None:
    unrated = replace(match(((0,), (1,))), unrated=reason)
    assert rate_match(unrated, {}) == ()
    assert moved_by(unrated) == ()


@pytest.mark.night
def test_ratings_find_the_hidden_skill_and_points_are_neither_made_nor_lost() -> None:
    past = seasons.season(people=60, matches=2_500, seed=11)
    right = seasons.ruled(past)
    ratings = seasons.recompute(right)
    found = seasons.figures(past, ratings, seasons.recompute(right[: len(right) // 2]))
    assert found.correlation >= 0.9
    assert found.established >= 30
    assert found.drift < 0.02
    everywhere = [rating for key, rating in ratings.items() if not key.scope]
    assert abs(mean(map(points, everywhere)) - 1500) < 30


PAGE = (Path(__file__).parents[3] / "docs" / "ratings.md").read_text()
LEAST_CERTAIN = ratings.Rating(sigma=ratings.PROVISIONAL_ABOVE)
HOURS = values.TIMEOUTS_WITHIN.total_seconds() / 3600


@pytest.mark.parametrize(
    "claim",
    [
        f"Everybody begins at **{values.NEWCOMERS_POINTS}**",
        f"more than **{ratings.spread(LEAST_CERTAIN)}** points away",
        "after about **11** rated matches",  # see test_about_eleven_matches_settle_a_rating
        f"Every **{values.MONTH.days}** days without",
        f"in the last **{ratings.ACTIVE_WITHIN.days}** days",
        f"fewer than two players have made **{values.LEAST_MOVES}** moves each",
        f"within **{values.RATED_WITHIN.days}** days | **{values.MOST_RATED}** a week",
        f"within **{HOURS:.0f}** hours",
    ],
)
def test_a_number_of_the_page_is_that_of_the_code(claim: str) -> None:
    assert PAGE.count(claim) == 1


def test_every_reason_is_told() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")]
    assert len(rows) == 1 + len(UnratedReason)


WON: Ranking = ((1,), (0,))
WITH_RESULT = sorted(set(Ending) - WITHOUT_RESULT)
AT = datetime(2026, 3, 2, tzinfo=UTC)


def over(
    ending: Ending = Ending.RULES,
    ranking: Ranking = WON,
    moves: tuple[int, ...] = (2, 2),
    agreed: UnratedReason | None = None,
    *,
    program: bool = False,
) -> FinishedMatch:
    """A match that has ended; the second seat's may be a ``program``."""
    people = tuple(PlayerId(10 + seat) for seat in range(len(moves)))
    match = finished(1, people, Result(ranking, ending), AT, agreed=agreed)
    seats = [replace(seat, moves=made) for seat, made in zip(match.seats, moves, strict=True)]
    if program:
        seats[1] = replace(seats[1], player_id=None)
    return replace(match, seats=tuple(seats))


THREE: Ranking = ((2,), (0,), (1,))


@pytest.mark.parametrize(
    ("match", "timeouts", "why"),
    [
        (over(), 0, None),
        (over(moves=(2, 1)), 0, UnratedReason.TOO_SHORT),
        (over(moves=(1, 2)), 0, UnratedReason.TOO_SHORT),
        (over(Ending.DECIDED, moves=(0, 2)), 0, UnratedReason.TOO_SHORT),
        # of three, two must have moved twice
        (over(ranking=THREE, moves=(0, 2, 2)), 0, None),
        (over(ranking=THREE, moves=(5, 1, 1)), 0, UnratedReason.TOO_SHORT),
        (over(Ending.TIMED_OUT), 0, None),
        (over(Ending.TIMED_OUT), 1, UnratedReason.REPEATED_TIMEOUT),
        # a seat ran out of time again, and the match went on
        (over(ranking=THREE, moves=(9, 2, 9)), 2, UnratedReason.REPEATED_TIMEOUT),
        # what is said on the card holds at the end
        (over(agreed=UnratedReason.FRIENDLY), 0, UnratedReason.FRIENDLY),
        (over(agreed=UnratedReason.TOO_MANY, moves=(0, 0)), 1, UnratedReason.TOO_MANY),
        (over(agreed=UnratedReason.FRIENDLY, program=True), 0, UnratedReason.ENGINE),
        *((over(each), 0, None) for each in WITH_RESULT),
        *((over(each, (), (9, 9)), 1, UnratedReason.NO_RESULT) for each in WITHOUT_RESULT),
    ],
)
def test_why_a_match_is_not_rated(
    match: FinishedMatch, timeouts: int, why: UnratedReason | None
) -> None:
    assert why_unrated(match, timeouts) is why


def test_a_match_is_shown_in_the_week_from_monday_in_which_it_ended() -> None:
    sunday = timedelta(days=6)
    ends = (AT - timedelta(days=1), AT, AT + sunday)
    played = [replace(over(), ended_at=at) for at in ends]
    weeks = activity(played, PlayerId(11), (AT + sunday).date()).weeks
    shown = [(week.begins, week.won) for week in weeks if week.played]
    assert shown == [(date(2026, 2, 23), 1), (date(2026, 3, 2), 2)]


@pytest.mark.parametrize(
    ("ending", "ranking"),
    [
        (Ending.RULES, ()),
        (Ending.RULES, ((1,),)),
        (Ending.RULES, ((0,), (0,))),
        (Ending.DECIDED, ((0,), (2,))),
        (Ending.ABORTED, ((0,), (1,))),
        (Ending.ANNULLED, ((0, 1),)),
    ],
)
def test_a_ranking_names_every_seat_once_or_nobody(ending: Ending, ranking: Ranking) -> None:
    with pytest.raises(ValueError, match="no ranking of a match"):
        Result(ranking, ending)


PLAYED = frozenset({EntryKind.MOVE, EntryKind.LEAVE, EntryKind.TIMEOUT, EntryKind.END})
"""Entries after which the position says whether a match has ended."""
GOING_ON = frozenset({EntryKind.UNDO, EntryKind.FORGIVE, EntryKind.PLACE, EntryKind.PAUSE})


def test_every_other_entry_ends_a_match_in_its_own_way() -> None:
    ends = set(EntryKind) - PLAYED - GOING_ON - {EntryKind.RESUME}
    endings = {ended_by(kind, "0>1\nwhy", (), 2).ending for kind in ends}
    assert endings == set(Ending) - {Ending.RULES, Ending.RESIGNED, Ending.TIMED_OUT}
    assert len(endings) == len(ends)

    for kind in PLAYED | GOING_ON:
        with pytest.raises(ValueError, match="ends no match"):
            ended_by(kind, "0>1", (), 2)


PLACES = st.lists(st.integers(0, 2), min_size=2, max_size=3)
"""A number for each seat: the lower the better, and alike where seats are tied."""


def plain(places: list[int], seat: int) -> str:
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
    assert result.places == tuple(sum(other < at for other in places) for at in places)
    assert result.winners == (() if len(ranked) == 1 else ranked[0])
    people = tuple(PlayerId(10 + seat) for seat in range(len(places)))
    over = finished(1, people, result, datetime(2026, 3, 2, tzinfo=UTC))
    said = {
        "won": "**That wins the match.**",
        "drawn": "**That ends the match in a draw.**",
        "lost": "**That loses the match.**",
    }
    for seat in range(len(places)):
        expected = plain(places, seat)
        assert result.outcome(seat) is PlayerResult[expected.upper()]
        assert over.outcome(PlayerId(10 + seat)) is PlayerResult[expected.upper()]
        told = _consequence(GameOutcome(ranked, Reason.EMPTIED), seat)
        assert str(told).strip() == said[expected]
