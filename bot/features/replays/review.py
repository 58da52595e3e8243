"""What a review says of a match: which moves it points out, and its chart of who was ahead."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.core.matches import MatchState, MoveMade
from bot.features.replays.service import MatchReplay
from data.ids import Engine, PlayerId
from data.states import ReviewState
from renderer.charts import ExpectationsChart
from rules.engine.hints import Kind, Merit
from rules.game import Seat
from rules.record import leaver

MOST_MOMENTS = 3
MUCH = 0.3
"""A change of expectation, of at most 2, that is pointed out."""
MUCH_FOR_THE_LOSER = 0.2
"""The same for the worst move of a player who has lost without a clear mistake."""
_UNKNOWN = Merit(Kind.PROMISES)


@dataclass(frozen=True, slots=True)
class BetterMove:
    """A move that would have been clearly better, in notation, and why.

    ``line``: the move and the answers that ``merit`` assumes. ``punished_by``: a move by which the
    next player could have won at once. ``expected``: the line expected after the better move;
    ``allowed``: after the move made. Both are empty in old reviews.
    """

    line: tuple[str, ...]
    merit: Merit = _UNKNOWN
    punished_by: str | None = None
    expected: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgement of a move; ``number`` counts the moves that were not taken back, from 0.

    ``before`` and ``after`` it are the expectations of each seat, from -1 to 1.
    """

    number: int
    before: tuple[float, ...]
    after: tuple[float, ...]
    better: BetterMove | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """A move that cost its player much, and a clearly better one.

    ``number`` is the step to which it led. ``chance`` is the player's expectation after
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
class Swing:
    """A move that changed what ``seat`` could expect, from -1 to 1; ``number`` is its step."""

    number: int
    seat: Seat
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class MatchReview:
    """The review of a match as far as it is worked out; the same for every reader.

    All but ``state`` and ``judged`` needs a whole review. Moves have the numbers of the steps to
    which they led in the replay, from 1, where somebody leaving is a step too.
    """

    match: MatchState
    state: ReviewState
    judged: tuple[Judged, ...]

    @property
    def is_whole(self) -> bool:
        return self.state is ReviewState.WHOLE

    @property
    def moves(self) -> dict[int, MoveMade]:
        """The moves by their numbers."""
        steps = (at for at, entry in enumerate(self.match.line, 1) if leaver(entry) is None)
        return dict(zip(steps, self.match.moves, strict=True))

    @property
    def expected(self) -> tuple[tuple[float, ...], ...]:
        """The expectation of each seat, from -1 to 1: at the start, and after each step."""
        if not self.judged:
            return ()
        after = dict(zip(self.moves, (each.after for each in self.judged), strict=True))
        found = [self.judged[0].before]
        for number in range(1, len(self.match.line) + 1):
            found.append(after.get(number, found[-1]))  # a player leaving is not judged
        return tuple(found)

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The three costliest moves, in order; against engines, only the person's."""
        found = []
        for (number, made), judged in zip(self.moves.items(), self.judged, strict=True):
            if judged.better is None:
                continue
            if self.match.match.is_practice and made.seat not in self._seats_of_people:
                continue
            chance, missed = judged.after[made.seat], judged.before[made.seat]
            found.append(Moment(number, made, chance, missed, judged.better))
        costliest = sorted(found, key=lambda each: (-each.cost, each.number))[:MOST_MOMENTS]
        return tuple(sorted(costliest, key=lambda each: each.number))

    def opening(self, reader_id: PlayerId) -> int | None:
        """The number of the move to show this reader first; None if none stands out.

        Of the moves pointed out, the one that cost the reader most, or else anybody. If there are
        none, the first that ``stands_out``.
        """
        seat = self.match.seat_of(reader_id)
        own = [each for each in self.moments if each.made.seat == seat]
        if self.moments:
            return max(own or self.moments, key=lambda each: each.cost).number
        return next(iter(self.stands_out(seat)), None)

    def stands_out(self, seat: Seat | None) -> list[int]:
        """The moves to look at if none is pointed out.

        A loser's costliest move; then the turning point, or the largest changes, if there are any.
        """
        swings = (self.slip(seat), self.rise, self.fall)
        found = [each.number for each in swings if each is not None]
        return found if self.turn is None else [*found, self.turn]  # a turn excludes rise and fall

    def slip(self, seat: Seat | None) -> Swing | None:
        """The costliest move of a loser if nothing is pointed out; None if none cost much."""
        result = self.match.result
        lost = result is not None and result.winners and seat not in result.winners
        if seat is None or not lost or self.moments:
            return None
        own = [number for number, made in self.moves.items() if made.seat == seat]
        return self._most(own, seat, -1, MUCH_FOR_THE_LOSER)

    @property
    def turn(self) -> int | None:
        """The move since which a sole winner was ahead for good; None if never, or always."""
        since = self._ahead_since
        return since if 0 < since < len(self.expected) else None

    @property
    def rise(self) -> Swing | None:
        """The move that helped most a winner who was always ahead; None if none did much."""
        return None if self._ahead_since else self._most(self.moves, self.winner, 1, MUCH)

    @property
    def fall(self) -> Swing | None:
        """The move that cost most a winner who was always ahead; None if none did much."""
        return None if self._ahead_since else self._most(self.moves, self.winner, -1, MUCH)

    @property
    def is_learners_loss(self) -> bool:
        """Whether an engine won against a person."""
        return self.match.match.is_practice and self.winner not in self._seats_of_people

    @property
    def winner(self) -> Seat | None:
        """The only winner; None if there are several, or none."""
        result = self.match.result
        return result.winners[0] if result is not None and len(result.winners) == 1 else None

    def changes(self) -> dict[int, float]:
        """How much each move changed what its player could expect, at most 2."""
        expected = self.expected
        return {
            number: abs(expected[number][made.seat] - expected[number - 1][made.seat])
            for number, made in self.moves.items()
        }

    def _most(
        self, numbers: Collection[int], seat: Seat | None, sign: int, least: float
    ) -> Swing | None:
        """The move that changed most what a seat could expect, in one direction."""
        if seat is None or not numbers:
            return None
        expected = [each[seat] for each in self.expected]
        changes = {number: sign * (expected[number] - expected[number - 1]) for number in numbers}
        most = max(changes, key=changes.__getitem__)
        if changes[most] < least:
            return None
        return Swing(most, seat, expected[most - 1], expected[most])

    @property
    def _seats_of_people(self) -> frozenset[Seat]:
        return frozenset(
            seat for seat, holder in enumerate(self.match.players) if not isinstance(holder, Engine)
        )

    @property
    def _ahead_since(self) -> int:
        """The number of the step since which the winner was ahead to the end."""
        expected, winner = self.expected, self.winner
        number = len(expected)
        while number and _is_ahead(expected[number - 1], winner):
            number -= 1
        return number


def _is_ahead(expected: tuple[float, ...], seat: Seat | None) -> bool:
    return seat is not None and all(
        expected[seat] > each for other, each in enumerate(expected) if other != seat
    )


def expectations_chart(
    replay: MatchReplay, review: MatchReview, at: int | None, players: Sequence[str]
) -> ExpectationsChart:
    """The chart of a complete review, with step ``at`` marked; ``players`` are named by seat."""
    marks = tuple((each.number, each.made.seat) for each in review.moments)
    seats = range(review.match.variant.seats)
    colours = tuple(
        tuple(step.position.info.colours[step.position.colour_of(seat)] for seat in seats)
        for step in replay.steps
    )
    return ExpectationsChart(tuple(players), review.expected, colours, marks, at)
