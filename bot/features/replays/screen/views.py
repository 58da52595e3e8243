"""Which position a page of a replay shows: one of the match, or the one after a better move."""

from dataclasses import dataclass

from bot.features.replays.review import MatchReview, Moment, steps_of_moves
from bot.features.replays.service import MatchReplay
from bot.screen.ids import ReplayAction, ReplayButton
from data.ids import PlayerId
from rules.game import Move
from rules.texts import Text


@dataclass(frozen=True, slots=True)
class View:
    """The step that is shown; ``moment`` is what the review points out about its move.

    If there is a ``better`` move, the board after that is shown.
    """

    number: int
    moment: Moment | None = None
    better: Move | None = None

    def sentence(self, replay: MatchReplay) -> Text | None:
        if self.better is None or self.moment is None:
            return replay.steps[self.number].sentence
        return self.moment.made.before.describe(self.better)


def view_of(
    asked: ReplayButton, replay: MatchReplay, review: MatchReview | None, reader_id: PlayerId
) -> View:
    """The view to which a button leads; too high a number leads to the last step."""
    steps, last = steps_of_moves(replay), len(replay.steps) - 1
    found = review if review is not None and review.is_whole else None
    number = last if asked.action is ReplayAction.LAST else min(asked.number, last)
    if asked.action is ReplayAction.LOOK and found is not None:
        opening = found.opening(reader_id)
        number = number if opening is None else steps[opening]
    moments = {} if found is None else {steps[each.number]: each for each in found.moments}
    moment = moments.get(number)
    if moment is None or asked.action is not ReplayAction.BETTER:
        return View(number, moment)
    return View(number, moment, moment.made.before.legal(moment.better.line[0]))
