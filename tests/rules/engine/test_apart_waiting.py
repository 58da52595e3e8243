"""Turns of Apart that bring nothing away are one choice, and none of them is lost."""

from collections.abc import Sequence

import pytest

from rules import Position
from rules.engine import knowledge_of
from rules.engine.games.apart import Waiting, to_bring_away
from rules.engine.knowledge import Part
from rules.game import Move
from rules.games.apart.position import ApartPosition
from tests.kit.positions import met

MET = met("apart", "standard", 60)


def choices(position: Position) -> Sequence[Move | Part]:
    return knowledge_of(position).choices(position)


@pytest.mark.parametrize("position", MET, ids=str)
def test_every_result_can_be_chosen(position: ApartPosition) -> None:
    knowledge = knowledge_of(position)
    ends = []
    for choice in choices(position):
        after = knowledge.after(position, choice)
        follows = [after]
        if isinstance(choice, Waiting):
            assert after.to_move == position.to_move
            follows = [knowledge.after(after, turn) for turn in knowledge.choices(after)]
        ends += follows
    assert sorted(map(str, ends)) == sorted(
        str(position.after(turn)) for turn in position.results()
    )


def test_what_waits_takes_nothing_and_brings_nothing_away() -> None:
    waiting = 0
    for position in MET:
        assert isinstance(position, ApartPosition)
        seat = position.plies % 2
        now = to_bring_away(position.stones[seat])[0]
        for choice in choices(position):
            for turn in choice.turns if isinstance(choice, Waiting) else ():
                after = position.after(turn)
                waiting += 1
                assert to_bring_away(after.stones[seat])[0] >= now
                assert after.stones[1 - seat] == position.stones[1 - seat]
    assert waiting > 1_000
