"""Where a match turned, read a second time plainly over arbitrary expectations."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.core.matches import MatchState, MoveMade, Result
from bot.features.replays.review import MUCH, MUCH_FOR_THE_LOSER, Judged, MatchReview, Swing
from bot.features.replays.service import MatchReplay, steps_of
from bot.features.replays.sharing import SharedMatch, swing_words, turning_points
from data.states import Ending, ReviewState
from renderer.poster import MOST_STILLS
from rules import GAMES
from tests.kit.play import SHORT_APART
from tests.kit.views import ADA, match_state

SEATS, MOST = range(3), 7
START = GAMES["apart"].start()
MOVE = next(iter(START.moves()))
RANKINGS = (((0,), (1,), (2,)), ((2,), (0, 1)), ((1, 2), (0,)), ((0, 1, 2),))
STEPS = st.integers(-4, 4).map(lambda step: step / 4)
expectations = st.lists(st.tuples(*(STEPS for _ in SEATS)), max_size=MOST + 1)
movers = st.lists(st.sampled_from(SEATS), max_size=MOST)


@given(expectations, movers, st.sampled_from(RANKINGS))
def test_where_it_turned(
    expected: list[tuple[float, ...]],
    seats: list[int],
    ranking: tuple[tuple[int, ...], ...],
) -> None:
    seats = seats[: max(len(expected) - 1, 0)]
    expected = expected[: len(seats) + 1] if seats else []
    judged = tuple(map(Judged, range(MOST), expected, expected[1:]))
    made = tuple(MoveMade(ply, seat, START, MOVE) for ply, seat in enumerate(seats, 1))
    match = match_state(result=Result(ranking, Ending.RULES), moves=made)
    match = replace(match, line=(str(MOVE),) * len(made))
    review = MatchReview(match, ReviewState.WHOLE, judged)
    changes = list(pairwise(expected))
    winner = ranking[0][0] if len(ranking[0]) == 1 else None
    turn = rise = fall = None
    if winner is not None:
        behind = [
            number
            for number, each in enumerate(expected)
            if any(each[winner] <= each[other] for other in SEATS if other != winner)
        ]
        if behind:
            if behind[-1] < len(changes):
                turn = behind[-1] + 1
        elif len(expected) > 1:
            rise, fall = largest(changes, winner, 1), largest(changes, winner, -1)
    assert (review.turn, review.rise, review.fall) == (turn, rise, fall)
    slips = [slip(changes, seats, seat, ranking[0]) for seat in SEATS]
    assert [review.slip(seat) for seat in SEATS] == slips
    swings = [each.number for each in (slips[0], rise, fall) if each]
    found = [*swings, *([] if turn is None else [turn])]
    assert review.stands_out(0) == found
    assert review.opening(ADA) == (found[0] if found else None)


def largest(
    changes: list[tuple[tuple[float, ...], tuple[float, ...]]],
    winner: int,
    sign: int,
) -> Swing | None:
    """The first of the moves that changed most to the winner's good, or bad."""
    found = None
    for number, (before, after) in enumerate(changes, 1):
        change = sign * (after[winner] - before[winner])
        if change >= MUCH and (found is None or change > sign * (found.after - found.before)):
            found = Swing(number, winner, before[winner], after[winner])
    return found


def slip(
    changes: list[tuple[tuple[float, ...], tuple[float, ...]]],
    seats: list[int],
    seat: int,
    winners: tuple[int, ...],
) -> Swing | None:
    """The first of one's own moves that cost most, of somebody who has not won."""
    found = None
    if seat in winners:
        return None
    for number, (before, after) in enumerate(changes, 1):
        cost = before[seat] - after[seat]
        is_more = found is None or cost > found.before - found.after
        if seats[number - 1] == seat and cost >= MUCH_FOR_THE_LOSER and is_more:
            found = Swing(number, seat, before[seat], after[seat])
    return found


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
    assert str(text) == "Move 2 changed the most: {who}'s chance to win went from 45 % to 15 %."
