"""Points, tie-breaks and places."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.tournaments.knockout import bracket
from bot.features.tournaments.round_robin import League, berger, exchanged, groups, next_list, sizes
from bot.features.tournaments.standings import as_points, standings_of
from data.ids import PlayerId
from tests.features.tournaments.written import NINE, histories_of


def test_who_is_level_in_everything_shares_a_place() -> None:
    circle = histories_of({1: "2w1 3b0", 2: "1b0 3w1", 3: "1w1 2b0"})
    assert [(row.place, row.shared) for row in standings_of(circle)] == [(1, True)] * 3


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        # 1 and 2 are level in points; 2 has the better Sonneborn-Berger
        ({1: "2w0 3w1 4w1", 2: "1b1 3w0 4w1", 3: "1b0 2b1 4w=", 4: "1b0 2b0 3b="}, [2, 1, 3, 4]),
        # 2 and 4 are level in points and Sonneborn-Berger; 4 beat 2
        ({1: "2w= 3w1 4w1", 2: "1b= 3w1 4b0", 3: "1b0 2b0 4w=", 4: "1b0 2w1 3b="}, [1, 4, 2, 3]),
        # a draw decides nothing; the wins do
        ({1: "2w= 3w= 4w=", 2: "1b= 3w= 4w=", 3: "1b= 2b= 4w1", 4: "1b= 2b= 3b0"}, [3, 1, 2, 4]),
    ],
)
def test_where_everybody_meets(lines: dict[int, str], order: list[int]) -> None:
    assert [row.number for row in standings_of(histories_of(lines))] == order


def test_direct_encounter_counts_only_if_all_who_are_level_have_met() -> None:
    lines = {1: "4w1 5w0", 2: "5w1 4w0", 3: "6w1 6b0", 4: "1b0 2b1", 5: "2b0 1b1", 6: "3b0 3w1"}
    table = standings_of(histories_of(lines), rounds=2)
    assert {row.place for row in table} == {1}


@given(st.permutations(range(1, 10)))
def test_the_order_of_the_players_changes_nothing(order: list[int]) -> None:
    histories = histories_of({number: NINE[number] for number in order})
    assert standings_of(histories, 4) == standings_of(histories_of(NINE), 4)


PLAYERS = st.integers(2, 60)


def test_the_published_table_of_six() -> None:
    assert berger(6)[:2] == [[(1, 6), (2, 5), (3, 4)], [(6, 4), (5, 3), (1, 2)]]


@given(PLAYERS)
def test_everybody_meets_everybody_once_and_sides_are_balanced(players: int) -> None:
    rounds = berger(players)
    meetings = [meeting for each in rounds for meeting in each]
    assert len({frozenset(meeting) for meeting in meetings}) == len(meetings)
    assert len(meetings) == players * (players - 1) // 2
    for each in rounds:
        seats = Counter(player for meeting in each for player in meeting)
        assert set(seats.values()) == {1}
        assert len(seats) == players - players % 2
    firsts = Counter(first for first, _ in meetings)
    seconds = Counter(second for _, second in meetings)
    assert all(abs(firsts[each] - seconds[each]) <= 1 for each in range(1, players + 1))


@given(PLAYERS, st.integers(4, 10))
def test_groups_are_even_and_nobody_is_left_out(players: int, most: int) -> None:
    dealt = groups(players, most)
    assert sorted(player for group in dealt for player in group) == list(range(1, players + 1))
    lengths = [len(group) for group in dealt]
    assert max(lengths) - min(lengths) <= 1
    assert sorted(lengths) == sorted(sizes(players, most))
    assert max(lengths) <= most or lengths == [5]
    assert min(lengths) >= min(3, players)


def test_groups_are_dealt_out_like_a_snake() -> None:
    assert groups(12, 4) == [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]]


def test_the_bracket() -> None:
    assert bracket(5) == [(1, None), (4, 5), (2, None), (3, None)]
    assert bracket(6) == [(1, None), (4, 5), (2, None), (3, 6)]
    assert bracket(12) == [
        *((1, None), (8, 9), (4, None), (5, 12)),
        *((2, None), (7, 10), (3, None), (6, 11)),
    ]


@given(st.integers(2, 128))
def test_seeds_meet_as_late_as_they_can(players: int) -> None:
    ties = bracket(players)
    seated = [low for _, low in ties if low is not None] + [high for high, _ in ties]
    assert sorted(seated) == list(range(1, players + 1))
    alive = [high for high, _ in ties]
    while len(alive) > 1:  # the better seed goes on
        assert sorted(alive) == list(range(1, len(alive) + 1))
        alive = [min(pair) for pair in zip(alive[::2], alive[1::2], strict=True)]


def divisions(players: Sequence[int], most: int) -> list[list[int]]:
    rules = replace(League.rules, size=most)
    return [[*each] for each in League().grouped([*map(PlayerId, players)], rules)]


@given(st.integers(1, 40), st.integers(4, 10), st.randoms(use_true_random=False))
def test_a_league_from_one_season_to_the_next(players: int, most: int, random: object) -> None:
    ended = divisions(range(1, players + 1), most)
    lengths = [len(division) for division in ended]
    assert lengths == sorted(lengths)
    for division in ended:
        random.shuffle(division)  # type: ignore[attr-defined]
    after = divisions(next_list(ended, {}, (), ()), most)
    assert [len(division) for division in after] == lengths
    where = {player: place for place, division in enumerate(after) for player in division}
    for above, (higher, lower) in enumerate(pairwise(ended)):
        number = exchanged(len(higher), len(lower))
        assert sum(where[player] > above for player in higher) == number
        assert sum(where[player] <= above for player in lower) == number
        assert all(where[player] == above for player in lower[:number])


def test_who_sits_out_keeps_the_place_and_who_leaves_gives_it_up() -> None:
    ended = [[1, 2, 3, 4], [6, 5, 7, 8]]
    assert next_list(ended, {}, (), ()) == [1, 2, 3, 6, 4, 5, 7, 8]
    assert next_list(ended, {9: 2}, {5}, [20, 10]) == [1, 2, 9, 3, 6, 4, 7, 8, 20, 10]


@pytest.mark.parametrize(
    ("count", "unit", "written"),
    [(0, 2, "0"), (1, 2, "½"), (5, 2, "2½"), (6, 2, "3"), (9, 4, "2¼"), (3, 4, "¾"), (7, 1, "7")],
)
def test_points_are_written_alike_in_every_language(count: int, unit: int, written: str) -> None:
    assert as_points(count, unit) == written
