"""What Detach looks like: whoever has more stones able to detach, to more places, stands better."""

import functools
from collections.abc import Collection, Mapping
from typing import ClassVar

from rules.engine.knowledge import Defeat, Feature, Knowledge, State
from rules.engine.lacking import detaching, idling
from rules.game import Position, Seat
from rules.games.detach.detachment import Reach, reaches
from rules.games.detach.position import DetachPosition
from rules.geometry.cellset import groups
from rules.texts import Counted, Text, sentences

_EACH = 0.25  # for a landing, beside 1 for the stone
_MOST = 4  # landings more than that hardly matter
_TURN = 0.5
_ADVICE = Text("Keep some of your groups small: the larger a group, the less room its stones find.")
_MOST_STONES = Text("After which move can most of your stones detach?")
_FEWEST_STONES = Text("After which move can the fewest stones of your opponent detach?")


class DetachKnowledge(Knowledge):
    """Stones that can detach, and where to."""

    scale = 4.0
    features: ClassVar[tuple[Feature, ...]] = (
        Feature(
            "mine",
            1,
            Text("Your stones that can detach", "counted"),
            asks=_MOST_STONES,
            lacks=idling,
        ),
        Feature(
            "theirs",
            -1,
            Text("Their stones that can detach", "counted"),
            asks=_FEWEST_STONES,
            lacks=detaching,
        ),
        Feature("freest", 1, Text("Hexes for your stones to land on", "counted"), 0.25),
        Feature("cramped", -1, Text("Hexes for their stones to land on", "counted"), 0.25),
    )

    def worth(self, state: State, seat: Seat) -> float:
        assert isinstance(state, DetachPosition)
        own, enemy = state.stones[seat], state.stones[1 - seat]
        ahead = _mobility(state.side, own, enemy) - _mobility(state.side, enemy, own)
        return ahead + (_TURN if state.ply % 2 == seat else -_TURN)

    def measured(self, position: Position, seat: Seat) -> Mapping[str, int]:
        assert isinstance(position, DetachPosition)
        own, enemy = position.stones[seat], position.stones[1 - seat]
        mine = reaches(position.side, own, enemy).values()
        theirs = reaches(position.side, enemy, own).values()
        return {
            "mine": len(mine),
            "theirs": len(theirs),
            "freest": _landings(mine),
            "cramped": _landings(theirs),
        }

    def defeat(self, position: Position, seat: Seat) -> Defeat | None:
        assert isinstance(position, DetachPosition)
        own = position.stones[seat]
        neighbours = position.variant.board.neighbours
        most = max(group.bit_count() for group in groups(own, neighbours))
        longest = 2 * position.side - 2
        why = sentences(
            Counted(
                "Your only stone cannot detach.",
                "None of your {number} stones can detach.",
                own.bit_count(),
            ),
            Counted(
                "Your largest group has {number}: each of its stones would have to fly exactly "
                "{number} hex.",
                "Your largest group has {number}: each of its stones would have to fly exactly "
                "{number} hexes.",
                most,
            ),
            Text("No two hexes here are more than {longest} apart.", longest=longest)
            if most > longest
            else Text("There is no room for two."),
        )
        return Defeat(why, _ADVICE)


def _landings(reached: Collection[Reach]) -> int:
    """How many hexes there are on which any of the stones may land."""
    return len({landing for reach in reached for landing in reach.landings()})


@functools.lru_cache(maxsize=20_000)
def _mobility(side: int, own: int, enemy: int) -> float:
    total = 0.0
    for reach in reaches(side, own, enemy).values():
        total += 1 + _EACH * min(len(reach.free) + len(reach.swaps), _MOST)
    return total
