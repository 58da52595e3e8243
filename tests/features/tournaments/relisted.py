"""A second way to work out the list of a league: who goes up and down, and who comes after whom."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from tests.features.tournaments.recounted import Recounted

ONE_AND_ONE = 5
"""Up to so many in a division, one goes up and one down; else two and two."""


def ended(people: Sequence[Any], counts: Mapping[int, Recounted]) -> list[list[int]]:
    """The order in which each division ended; ``people`` are the rows of all, the top first."""
    found: list[list[int]] = []
    for division in sorted(counts):
        places = counts[division].places()
        order = [
            (row.withdrawn == "timed_out", places.get(row.player_id, len(people) + 1), row.number)
            for row in people
            if row.division == division
        ]
        found.append([people[number - 1].player_id for _, _, number in sorted(order)])
    return found


def borders(divisions: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Where the list is cut, and how many are exchanged there."""
    place = 0
    for above, below in pairwise(divisions):
        place += len(above)
        yield place, 1 if min(len(above), len(below)) <= ONE_AND_ONE else 2


def list_after(
    people: Sequence[Any], counts: Mapping[int, Recounted], staying: set[int]
) -> list[int]:
    """The list after a season, of those who stay: exchanged at each border, each in their place."""
    divisions = ended(people, counts)
    before = [who for division in divisions for who in division]
    after = list(before)
    for place, number in borders(divisions):
        after[place - number : place] = before[place : place + number]
        after[place : place + number] = before[place - number : place]
    for row in people:
        if row.sits_out:
            after.insert(row.number - 1, row.player_id)
    return [who for who in after if who in staying]


def moves(people: Sequence[Any], counts: Mapping[int, Recounted]) -> dict[int, int]:
    """Who goes up (1) and who down (-1) as things are."""
    divisions = ended(people, counts)
    flat, found = [who for division in divisions for who in division], dict[int, int]()
    for place, number in borders(divisions):
        found.update(dict.fromkeys(flat[place - number : place], -1))
        found.update(dict.fromkeys(flat[place : place + number], 1))
    return found
