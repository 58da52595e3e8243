"""How Apart ends: alone against every turn of a piece; turns that bring nothing away are one."""

import random
from collections.abc import Iterator, Sequence

import pytest

from rules import Position
from rules.engine import knowledge_of
from rules.engine.games.apart import Waiting, separable, to_bring_away
from rules.engine.knowledge import Part
from rules.game import Move
from rules.games.apart.info import BOARD
from rules.games.apart.jumps import Journey, touching
from rules.games.apart.position import ApartPosition
from rules.geometry.cellset import cell_set, cells_in
from tests.kit.positions import met

EVERY = 64
ENEMIES = cell_set((BOARD.index["h7"], BOARD.index["h8"]))


def sets(number: int, most: int) -> Iterator[int]:
    """Pieces of one player, few enough of which have to leave."""
    chance = random.Random(number)
    while number:
        columns = chance.choice((3, 4, 5))
        own = cell_set(chance.sample(range(8 * columns), chance.randint(4, 9)))
        if 0 < to_bring_away(own)[0] <= most:
            number -= 1
            yield own


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


def test_who_has_nowhere_to_go_stands_worse_though_it_looks_the_same() -> None:
    def looks(own: int) -> tuple[int, ...]:
        return *to_bring_away(own), own.bit_count()

    compared = 0
    found = list(sets(120, most=1))
    for stuck in (own for own in found if not separable(own)):
        for free in (own for own in found if separable(own) and looks(own) == looks(stuck)):
            worse, better = (ApartPosition((own, ENEMIES), ply=20) for own in (stuck, free))
            known = knowledge_of(worse)
            assert known.worth(worse, 0) < known.worth(better, 0)
            glance = known.at_a_glance()
            assert glance.worth(worse, 0) == glance.worth(better, 0)
            compared += 1
    assert compared > 5


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
        seat = position.ply % 2
        now = to_bring_away(position.stones[seat])[0]
        for choice in choices(position):
            for turn in choice.turns if isinstance(choice, Waiting) else ():
                after = position.after(turn)
                waiting += 1
                assert to_bring_away(after.stones[seat])[0] >= now
                assert after.stones[1 - seat] == position.stones[1 - seat]
    assert waiting > 1_000
