"""How a player of Apart gets on alone, against every turn that the rules give a piece."""

import random
from collections.abc import Iterator

from rules.engine import knowledge_of
from rules.engine.games.apart import separable, to_bring_away, ways
from rules.games.apart.info import BOARD
from rules.games.apart.jumps import Journey, touching
from rules.games.apart.position import ApartPosition
from rules.geometry.cellset import cell_set, cells_in

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


def test_ways_are_the_turns_that_help() -> None:
    for own in sets(80, most=4):
        assert ways(own) == len(departures(own))


def test_whether_a_turn_will_be_lost() -> None:
    seen = set()
    for own in (*sets(80, most=3), *sets(120, most=1)):
        seen.add(separable(own))
        assert separable(own) == can_be_parted(own)
    assert seen == {True, False}


def test_who_has_nowhere_to_go_stands_worse_though_it_looks_the_same() -> None:
    def looks(own: int) -> tuple[int, ...]:
        return *to_bring_away(own), own.bit_count()

    compared = 0
    found = list(sets(120, most=1))
    for stuck in (own for own in found if not separable(own)):
        for free in (own for own in found if separable(own) and looks(own) == looks(stuck)):
            worse, better = (ApartPosition((own, ENEMIES), 20) for own in (stuck, free))
            known = knowledge_of(worse)
            assert known.worth(worse, 0) < known.worth(better, 0)
            glance = known.at_a_glance()
            assert glance.worth(worse, 0) == glance.worth(better, 0)
            compared += 1
    assert compared > 5
