"""Which moves a review points out, and its chart of who was ahead."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.core.matches import MatchState, MoveMade
from bot.features.replays.review_storage import BetterMove, StoredReview
from bot.features.replays.service import MatchReplay
from data.ids import Engine, PlayerId
from data.states import ReviewState
from renderer.charts import ExpectationsChart
from rules.game import Seat

MOST_MOMENTS = 3
MUCH = 0.3
"""A change of expectation, of at most 2, that is pointed out."""
MUCH_FOR_THE_LOSER = 0.2
"""The same for the worst move of a player who has lost without a clear mistake."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A move that cost its player much, and a clearly better one.

    ``number`` counts the moves of the match from 0. ``chance`` is the player's expectation after
    the move, ``missed`` after the better one, both from -1 to 1.
    """

    number: int
    made: MoveMade
    chance: float
    missed: float
    better: BetterMove

    @property
    def cost(self) -> float:
        """How much expectation the move cost, at most 2."""
        return self.missed - self.chance


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The move after which the winner was ahead until the end; ``number`` counts from 0."""

    number: int
    winner: Seat


@dataclass(frozen=True, slots=True)
class Swing:
    """A move by ``seat`` that changed an expectation; ``number`` counts from 0.

    ``before`` and ``after`` are the expectations of the seat ``whose``, from -1 to 1.
    """

    number: int
    seat: Seat
    whose: Seat
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class MatchReview:
    """The review of a match as far as it is worked out; the same for every reader."""

    match: MatchState
    stored: StoredReview

    @property
    def state(self) -> ReviewState:
        return self.stored.state

    @property
    def is_whole(self) -> bool:
        return self.state is ReviewState.WHOLE

    @property
    def _seats_of_people(self) -> frozenset[Seat]:
        return frozenset(
            seat for seat, holder in enumerate(self.match.players) if not isinstance(holder, Engine)
        )

    @property
    def expected(self) -> tuple[tuple[float, ...], ...]:
        """The expectation of each seat, from -1 to 1: at the start, and after each move."""
        judged = self.stored.judged
        return (judged[0].before, *(each.after for each in judged)) if judged else ()

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The three costliest moves, in order; against engines, only the person's."""
        found = []
        for judged in self.stored.judged:
            if judged.better is not None and judged.number < len(self.match.moves):
                made = self.match.moves[judged.number]
                if self.match.match.is_practice and made.seat not in self._seats_of_people:
                    continue
                chance, missed = judged.after[made.seat], judged.before[made.seat]
                found.append(Moment(judged.number, made, chance, missed, judged.better))
        costliest = sorted(found, key=lambda each: (-each.cost, each.number))[:MOST_MOMENTS]
        return tuple(sorted(costliest, key=lambda each: each.number))

    def opening(self, reader_id: PlayerId) -> int | None:
        """The number of the move to show this reader first; None if none stands out.

        Of the moves pointed out, the one that cost the reader most, or else anybody. If there are
        none: a loser's costliest move, the turning point, or the largest change.
        """
        seat = self.match.seat_of(reader_id)
        own = [each for each in self.moments if each.made.seat == seat]
        if self.moments:
            return max(own or self.moments, key=lambda each: each.cost).number
        found = (self.slip(seat), self.turn, self.rise, self.fall)
        return next((each.number for each in found if each is not None), None)

    def slip(self, seat: Seat | None) -> Swing | None:
        """The costliest move of a loser if nothing is pointed out; None if none cost much."""
        result = self.match.result
        lost = result is not None and result.winners and seat not in result.winners
        if seat is None or not lost or self.moments:
            return None
        expected = [each[seat] for each in self.expected]
        own = [number for number in range(self._moves) if self.match.moves[number].seat == seat]
        costs = {number: expected[number] - expected[number + 1] for number in own}
        worst = max(costs, key=costs.__getitem__, default=None)
        if worst is None or costs[worst] < MUCH_FOR_THE_LOSER:
            return None
        return Swing(worst, seat, seat, expected[worst], expected[worst + 1])

    @property
    def turn(self) -> TurningPoint | None:
        """The move since which a sole winner was ahead for good; None if never, or always."""
        winner, number = self._winner, self._ahead_since
        if winner is None or not 0 < number <= self._moves:
            return None
        return TurningPoint(number - 1, winner)

    @property
    def rise(self) -> Swing | None:
        """The move that helped most a winner who was always ahead; None if none did much."""
        return None if self._ahead_since else self._largest(1)

    @property
    def fall(self) -> Swing | None:
        """The move that cost most a winner who was always ahead; None if none did much."""
        return None if self._ahead_since else self._largest(-1)

    @property
    def is_learners_loss(self) -> bool:
        """Whether an engine won against a person."""
        return self.match.match.is_practice and self._winner not in self._seats_of_people

    def _largest(self, sign: int) -> Swing | None:
        winner = self._winner
        if winner is None or not self._moves:
            return None
        expected = [each[winner] for each in self.expected]
        gains = [sign * (after - before) for before, after in pairwise(expected)][: self._moves]
        number = max(range(self._moves), key=gains.__getitem__)
        if gains[number] < MUCH:
            return None
        seat = self.match.moves[number].seat
        return Swing(number, seat, winner, expected[number], expected[number + 1])

    @property
    def _winner(self) -> Seat | None:
        result = self.match.result
        return result.winners[0] if result is not None and len(result.winners) == 1 else None

    @property
    def _ahead_since(self) -> int:
        """The index of the position since which the winner was ahead to the end."""
        number = len(self.expected)
        while number and _is_ahead(self.expected[number - 1], self._winner):
            number -= 1
        return number

    @property
    def _moves(self) -> int:
        return min(len(self.stored.judged), len(self.match.moves))


def _is_ahead(expected: tuple[float, ...], seat: Seat | None) -> bool:
    return seat is not None and all(
        expected[seat] > each for other, each in enumerate(expected) if other != seat
    )


def expectations_chart(
    replay: MatchReplay, review: MatchReview, at: int, players: Sequence[str]
) -> ExpectationsChart:
    """The chart of a complete review, with step ``at`` marked; ``players`` are named by seat."""
    steps = steps_of_moves(replay)
    start, *after = review.expected
    expected, told = [start], dict(zip(steps, after, strict=True))
    for number in range(1, len(replay.steps)):
        # a player leaving is not judged
        expected.append(told.get(number, expected[-1]))
    marks = tuple((steps[each.number], each.made.seat) for each in review.moments)
    seats = range(review.match.variant.seats)
    colours = tuple(
        tuple(step.position.info.colours[step.position.colour_of(seat)] for seat in seats)
        for step in replay.steps
    )
    return ExpectationsChart(tuple(players), tuple(expected), colours, marks, at)


def steps_of_moves(replay: MatchReplay) -> tuple[int, ...]:
    """For each move the number of the step to which it led."""
    return tuple(number for number, step in enumerate(replay.steps) if step.made is not None)
