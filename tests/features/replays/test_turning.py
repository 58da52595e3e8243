"""Where a match turned, which moves a poster shows, and what it says of them."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.matches import MatchState, MoveMade, Result
from bot.features.replays.review import MUCH, Judged, MatchReview, Swing
from bot.features.replays.service import MatchReplay, steps_of
from bot.features.replays.sharing import SharedMatch, swing_words, turning_points
from data.states import Ending, ReviewState
from renderer.poster import MOST_STILLS
from rules import GAMES
from tests.kit.play import SHORT_APART
from tests.kit.views import ADA, match_state

WON = Result(((0,), (1,)), Ending.RULES)
LEVELS = st.lists(st.floats(-1, 1, allow_nan=False), min_size=2, max_size=len(SHORT_APART) + 1)


def played(number: int) -> MatchState:
    position, made = GAMES["apart"].start(), []
    for ply, text in enumerate(SHORT_APART[:number], 1):
        made.append(MoveMade(ply, position.ply % 2, position, position.parse(text)))
        position = position.play(text)
    match = match_state(position, result=WON, moves=tuple(made))
    return replace(match, line=SHORT_APART[:number])


def review(levels: list[float]) -> MatchReview:
    """A review of a match in which the first seat could expect so much."""
    expected = [(each, -each) for each in levels]
    judged = tuple(map(Judged, range(len(levels) - 1), expected, expected[1:]))
    return MatchReview(played(len(judged)), ReviewState.WHOLE, judged)


@pytest.mark.parametrize(
    ("levels", "turn", "rise", "fall"),
    [
        ([0.2, 0.5, 0.5], None, 1, None),
        ([0.2, 0.45, 0.5], None, None, None),  # nothing that would be much
        ([0.1, 0.45, 0.1, 0.45], None, 1, 2),  # the first of those that are alike
        ([-0.2, 0.4, 0.5], 1, None, None),
        ([0.5, -0.1, 0.0, 0.4], 3, None, None),  # who is level is not ahead
        ([0.5, 0.9, -0.1], None, None, None),  # the winner was behind to the end
    ],
)
def test_where_it_turned(
    levels: list[float], turn: int | None, rise: int | None, fall: int | None
) -> None:
    found = review(levels)
    swings = [None if each is None else each.number for each in (found.rise, found.fall)]
    assert (found.turn, *swings) == (turn, rise, fall)
    stands_out = [number for number in (rise, fall, turn) if number is not None]
    assert found.stands_out(0) == stands_out
    assert found.opening(ADA) == (stands_out[0] if stands_out else None)
    drawn = replace(found, match=replace(found.match, result=Result(((0, 1),), Ending.RULES)))
    assert (drawn.turn, drawn.rise, drawn.fall) == (None, None, None)


def test_a_loser_is_told_of_the_own_move_that_cost_most() -> None:
    found = review([0.0, 0.5, 0.6, 0.6, 0.85, 0.85, 0.9])
    assert found.slip(1) == Swing(4, 1, -0.6, -0.85)
    assert found.slip(0) is None, "of who has won"
    assert review([0.0, 0.5, 0.6]).slip(1) is None, "which was not much"


def test_of_three_the_winner_is_ahead_of_both() -> None:
    expected = [(0.0, 0.25, 0.25), (0.0, 0.0, 0.5)]
    match = replace(played(1), result=Result(((2,), (0, 1)), Ending.RULES))
    judged = (Judged(0, *expected),)
    assert MatchReview(match, ReviewState.WHOLE, judged).turn == 1


@given(LEVELS)
def test_what_changed_most_is_shown_in_order(levels: list[float]) -> None:
    found = review(levels)
    shown = turning_points(found)
    changes = [abs(after - before) for before, after in pairwise(levels)]
    assert list(shown) == sorted(set(shown))
    assert len(shown) <= MOST_STILLS
    assert set(shown) <= set(range(1, len(changes) + 1))
    much = [number for number, change in enumerate(changes) if change >= MUCH]
    assert len(shown) >= min(len(much), MOST_STILLS)
    told = list(swing_words(found))
    if much:
        most = max(changes)
        assert str(told[0][0]).split()[1] in {
            str(number + 1) for number, change in enumerate(changes) if change == most
        }
    assert any("was ahead" in str(text) for text, _ in told) == (found.turn is not None)


@given(LEVELS)
def test_a_film_has_all_turns_and_no_gap_that_a_moment_would_fill(levels: list[float]) -> None:
    found = review(levels)
    replay = MatchReplay(found.match, tuple(steps_of(found.match)))
    shown = SharedMatch(replay, found, server_named=False)
    turns = turning_points(found)
    assert set(turns) <= set(shown.moments)
    assert list(shown.moments) == sorted(set(shown.moments))
    assert len(shown.moments) <= MOST_STILLS
    if len(turns) < MOST_STILLS < len(levels) // 2:
        assert len(shown.moments) > len(turns)


def test_the_largest_change_is_told_by_its_player() -> None:
    (text, seat), *_ = swing_words(review([0.0, 0.1, 0.7, 0.6]))
    assert seat == 1
    assert str(text) == "Move 2 changed the most: {side}'s chance to win went from 45 % to 15 %."
