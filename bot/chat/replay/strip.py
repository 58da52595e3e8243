"""Who was ahead in a match, as a chart of the steps of its replay."""

from __future__ import annotations

from bot.services.replay import MatchReplay
from bot.services.reviews import MatchReview
from renderer.charts import ExpectationsChart

_PLACES = ("First player", "Second player", "Third player")


def strip(replay: MatchReplay, review: MatchReview, at: int) -> ExpectationsChart:
    """The chart of a whole review, with the step that is shown now."""
    steps = steps_of_moves(replay)
    start, *after = review.expected
    expected, told = [start], dict(zip(steps, after, strict=True))
    for number in range(1, len(replay.steps)):
        # where somebody left, nothing was judged anew
        expected.append(told.get(number, expected[-1]))
    marks = tuple((steps[each.number], each.made.seat) for each in review.moments)
    return ExpectationsChart(names(replay), tuple(expected), marks, at)


def steps_of_moves(replay: MatchReplay) -> tuple[int, ...]:
    """The number of the step that each move led to, move by move."""
    return tuple(number for number, step in enumerate(replay.steps) if step.made is not None)


def names(replay: MatchReplay) -> tuple[str, ...]:
    """What the seats are called: by their colours, unless some were exchanged."""
    first, last = replay.steps[0].position, replay.steps[-1].position
    seats = range(first.variant.seats)
    if any(first.colour_of(seat) != last.colour_of(seat) for seat in seats):
        return _PLACES[: len(seats)]
    return tuple(first.info.colours[first.colour_of(seat)] for seat in seats)
