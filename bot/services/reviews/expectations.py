"""Who was ahead in a match, as a chart of the steps of its replay."""

from collections.abc import Sequence

from bot.services.replay import MatchReplay
from bot.services.reviews.models import MatchReview
from renderer.charts import ExpectationsChart
from rules.game import Position


def strip(
    replay: MatchReplay, review: MatchReview, at: int, players: Sequence[str]
) -> ExpectationsChart:
    """The chart of a whole review, with the step that is shown now; ``players`` are by seat."""
    steps = steps_of_moves(replay)
    start, *after = review.expected
    expected, told = [start], dict(zip(steps, after, strict=True))
    for number in range(1, len(replay.steps)):
        # where somebody left, nothing was judged anew
        expected.append(told.get(number, expected[-1]))
    marks = tuple((steps[each.number], each.made.seat) for each in review.moments)
    colours = tuple(_colours(step.position) for step in replay.steps)
    return ExpectationsChart(tuple(players), tuple(expected), colours, marks, at)


def _colours(position: Position) -> tuple[str, ...]:
    seats = range(position.variant.seats)
    return tuple(position.info.colours[position.colour_of(seat)] for seat in seats)


def steps_of_moves(replay: MatchReplay) -> tuple[int, ...]:
    """The number of the step that each move led to, move by move."""
    return tuple(number for number, step in enumerate(replay.steps) if step.made is not None)
