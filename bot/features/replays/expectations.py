"""Who was ahead in a match, as a chart of the steps of its replay."""

from collections.abc import Sequence

from bot.features.replays.review import MatchReview
from bot.features.replays.service import MatchReplay
from renderer.charts import ExpectationsChart


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
    seats = range(review.match.variant.seats)
    colours = tuple(
        tuple(step.position.info.colours[step.position.colour_of(seat)] for seat in seats)
        for step in replay.steps
    )
    return ExpectationsChart(tuple(players), tuple(expected), colours, marks, at)


def steps_of_moves(replay: MatchReplay) -> tuple[int, ...]:
    """The number of the step that each move led to, move by move."""
    return tuple(number for number, step in enumerate(replay.steps) if step.made is not None)
