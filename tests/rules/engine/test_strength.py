"""The engine plays well: seeded matches, by nodes, against somebody who only sees a win at once.

What spoils an evaluation, or what is looked at, is planted here and loses them.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from rules import Move, Position
from rules.engine import Limits, Search, knowledge_of
from rules.engine.knowledge import Knowledge, Part, State, random_move, share_of
from tests.kit.rules import start

LIMITS = Limits(nodes=80)
CASES = {
    ("detach", "hexhex5"): (6, 0.9),
    ("halves", "2p-random"): (10, 0.95),
    ("apart", "standard"): (6, 0.9),
    ("abande", "square"): (6, 0.9),
    ("glaisher", "basic"): (10, 0.9),
}
"""How many matches, and what share of them the engine wins at least."""


@dataclass
class Spoiled(Knowledge):
    """The knowledge of a game, but for what is spoilt; it has only a tree."""

    known: Knowledge
    sign: int = 1
    most: int | None = None

    def worth(self, state: State, seat: int) -> float:
        return self.sign * self.known.worth(state, seat)

    def choices(self, state: State) -> Sequence[Move | Part]:
        return self.known.choices(state)[: self.most]

    def rest(self, state: State) -> Sequence[Move | Part] | None:
        return self.known.rest(state)

    def after(self, state: State, choice: Move | Part) -> State:
        return self.known.after(state, choice)

    def winning(self, position: Position) -> Move | None:
        return self.known.winning(position)


def won(game: str, variant: str, sign: int = 1, most: int | None = None) -> float:
    """The share of its matches that the engine wins, in both seats in turn."""
    number, _ = CASES[game, variant]
    total = 0.0
    for match in range(number):
        position, chance = start(game, variant, match), random.Random(match)
        plain = knowledge_of(position)
        known = plain if (sign, most) == (1, None) else Spoiled(plain, sign, most)
        while position.to_move is not None:
            if position.to_move == match % 2:
                move = Search(known, LIMITS, chance).choices(position)[0].move
            else:
                move = plain.winning(position) or random_move(position, chance)
            position = position.after(move)
        total += (share_of(match % 2, position.outcome, 2) + 1) / 2
    return total / number


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_the_engine_wins(game: str, variant: str) -> None:
    assert won(game, variant) >= CASES[game, variant][1]


@pytest.mark.parametrize(("sign", "most"), [(-1, None), (1, 1), (1, 3)])
@pytest.mark.parametrize(("game", "variant"), CASES)
def test_it_does_not_if_it_is_spoiled(game: str, variant: str, sign: int, most: int | None) -> None:
    assert won(game, variant, sign, most) < CASES[game, variant][1]
