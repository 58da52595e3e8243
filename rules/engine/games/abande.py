"""What Abande looks like: points as they would count now, stones to come, and stacks kept safe."""

from collections.abc import Mapping
from typing import ClassVar

from rules.engine.knowledge import Defeat, Feature, Knowledge, State
from rules.engine.lacking import still_counting, uncounted
from rules.game import Position, Seat
from rules.games.abande.position import AbandePosition
from rules.games.abande.turns import TALLEST, board_of, height, pieces_of
from rules.geometry.cellset import cells_in
from rules.texts import Counted, Text, sentences

_RESERVED = 0.6  # for a stone not yet inserted
_SAFE = 1.05  # for a stack that nobody can climb onto any more
_LONELY = Counted(
    "{number} more point of yours would count beside an enemy.",
    "{number} more points of yours would count beside an enemy.",
)
_ADVICE = Text(
    "Climb to stacks of three, which nobody can take, and keep them beside enemy pieces."
)
_MOST_POINTS = Text("After which move do you have the most points?")
_FEWEST_POINTS = Text("After which move does your opponent have the fewest points?")


class AbandeKnowledge(Knowledge):
    """Points, reserves and stacks of three."""

    scale = 4.0
    features: ClassVar[tuple[Feature, ...]] = (
        Feature("points", 1, Text("Your points", "counted"), asks=_MOST_POINTS, lacks=uncounted),
        Feature(
            "their_points",
            -1,
            Text("Their points", "counted"),
            asks=_FEWEST_POINTS,
            lacks=still_counting,
        ),
        Feature("safe", 1, Text("Your stacks of three", "counted"), 1.5),
        Feature("pieces", 1, Text("Your pieces", "counted"), 0.5),
    )

    def worth(self, state: State, seat: Seat) -> float:
        assert isinstance(state, AbandePosition)
        white, black = pieces_of(state.stacks, 0), pieces_of(state.stacks, 1)
        ahead = _side(state, white, black, 0) - _side(state, black, white, 1)
        return ahead if seat == 0 else -ahead

    def measured(self, position: Position, seat: Seat) -> Mapping[str, int]:
        assert isinstance(position, AbandePosition)
        own, enemy = pieces_of(position.stacks, seat), pieces_of(position.stacks, 1 - seat)
        return {
            "points": _points(position, own, enemy),
            "their_points": _points(position, enemy, own),
            "safe": sum(height(position.stacks[cell]) == TALLEST for cell in cells_in(own)),
            "pieces": own.bit_count(),
        }

    def defeat(self, position: Position, seat: Seat) -> Defeat | None:
        assert isinstance(position, AbandePosition)
        mine, theirs = (self.measured(position, each) for each in (seat, 1 - seat))
        told = {name: {"mine": mine[name], "theirs": theirs[name]} for name in mine}
        own = pieces_of(position.stacks, seat)
        lonely = sum(height(position.stacks[cell]) for cell in cells_in(own)) - mine["points"]
        why = sentences(
            Text("Points: you {mine}, they {theirs}.", **told["points"]),
            Text("Pieces: you {mine}, they {theirs}.", **told["pieces"]),
            _LONELY.of(number=lonely) if lonely else None,
            Text(
                "Stacks of three, which nobody can take any more: you {mine}, they {theirs}.",
                **told["safe"],
            )
            if theirs["safe"] > mine["safe"]
            else None,
        )
        return Defeat(why, _ADVICE)


def _side(position: AbandePosition, own: int, enemy: int, seat: Seat) -> float:
    counting = own & board_of(position.variant_id).beside(enemy)
    stacks, total = position.stacks, _RESERVED * position.reserve[seat]
    for cell in cells_in(counting):
        stones = height(stacks[cell])
        total += stones + (_SAFE if stones == TALLEST else 0)
    return total


def _points(position: AbandePosition, own: int, enemy: int) -> int:
    counting = own & board_of(position.variant_id).beside(enemy)
    return sum(height(position.stacks[cell]) for cell in cells_in(counting))
