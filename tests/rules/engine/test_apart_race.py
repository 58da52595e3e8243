"""How Apart ends: alone against every turn of a piece; turns that bring nothing away are one."""

from collections.abc import Sequence

import pytest

from rules import Position
from rules.engine import knowledge_of
from rules.engine.games.apart import Waiting, to_bring_away
from rules.engine.knowledge import Part
from rules.game import Move
from rules.games.apart.jumps import Journey, touching
from rules.games.apart.position import ApartPosition
from rules.geometry.cellset import cells_in
from tests.kit.positions import met

EVERY = 64


def departures(own: int) -> list[int]:
    """What follows when fewer have to leave after a turn, and who moved stands alone."""
    found = []
    for origin in cells_in(own):
        rest = own ^ 1 << origin
        for turn in Journey(origin, rest, 0, EVERY).results():
            end = 1 << turn.path[-1]
            fewer = to_bring_away(rest)[0] < to_bring_away(own)[0]
            if fewer and not touching(rest | end) & end:
                found.append(rest | end)
    return found


def can_be_parted(own: int) -> bool:
    return not touching(own) or any(can_be_parted(after) for after in departures(own))


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
