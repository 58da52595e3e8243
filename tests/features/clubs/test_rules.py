"""Who meets whom, and in which order, held against plain ways."""

from datetime import UTC, datetime, timedelta
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from bot.features.clubs.rules import (
    CODE_LENGTH,
    CODE_LETTERS,
    Rated,
    new_code,
    ordered,
    paired,
    side_points,
    typed_code,
)
from bot.features.tournaments.eligibility import lapses
from data.ids import PlayerId
from tests.kit.examples import examples

SIDES = st.tuples(st.integers(0, 5), st.integers(0, 5))
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def teams(sizes: tuple[int, int]) -> tuple[list[PlayerId], list[PlayerId]]:
    one, other = sizes
    return [*map(PlayerId, range(1, one + 1))], [*map(PlayerId, range(101, 101 + other))]


@examples(60)
@given(SIDES, st.integers(1, 6))
def test_without_blocks_the_first_meets_the_first(sizes: tuple[int, int], most: int) -> None:
    one, other = teams(sizes)
    assert paired(one, other, [], most) == [*zip(one, other, strict=False)][:most]


@examples(60)
@given(
    SIDES,
    st.sets(st.tuples(st.integers(1, 5), st.integers(101, 105)), max_size=8),
)
def test_blocks_cost_as_few_boards_and_as_short_ways_as_possible(
    sizes: tuple[int, int], blocked: set[tuple[int, int]]
) -> None:
    one, other = teams(sizes)
    apart = {frozenset((PlayerId(a), PlayerId(b))) for a, b in blocked}
    found = paired(one, other, apart, 6)
    assert all(frozenset(pair) not in apart for pair in found)
    for each in zip(*found, strict=True):
        assert len(set(each)) == len(each)
    assert found == sorted(found, key=lambda pair: one.index(pair[0]))
    assert len(found) == most_boards(one, other, apart)


def most_boards(one: list[PlayerId], other: list[PlayerId], apart: set[frozenset[PlayerId]]) -> int:
    """By trying all."""
    fewer, more = sorted((one, other), key=len)
    return max(
        sum(frozenset(pair) not in apart for pair in zip(fewer, each, strict=False))
        for each in permutations(more)
    )


def test_newcomers_stand_behind_others_of_their_number_then_who_came_first() -> None:
    entered = {PlayerId(n): NOW + timedelta(hours=n) for n in range(1, 5)}
    ratings = {
        PlayerId(4): Rated(1500, settled=True),
        PlayerId(3): Rated(1600, settled=False),
        PlayerId(2): Rated(1400, settled=True),
    }
    assert ordered(entered, ratings) == [3, 4, 1, 2]


def test_points_of_a_side_follow_its_seat() -> None:
    assert [side_points(each, 0) for each in ((0,), (1,), ())] == [2, 0, 1]
    assert [side_points(each, 1) for each in ((0,), (1,), ())] == [0, 2, 1]


def test_games_lost_on_time_within_a_day_are_one_lapse() -> None:
    hours = [0, 5, 23, 24, 30, 60]
    late = [NOW + timedelta(hours=each) for each in hours]
    begun = [NOW + timedelta(hours=each) for each in (0, 24, 60)]
    assert lapses(late) == [(begun[0], begun[1]), (begun[1], begun[2])]


def test_codes_are_read_as_people_write_them() -> None:
    code = new_code()
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(CODE_LETTERS)
    assert typed_code(f" {code[:4].lower()} {code[4:8]}-{code[8:]}\n") == code
