"""Groups and whom their players meet: Berger's tables, divisions of a league, brackets.

Source: FIDE Handbook C.05, annex 1 (Berger tables).
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

LEAST = 3
"""The smallest group, if there are so many players."""

Meeting: TypeAlias = tuple[int, int]
"""Two start numbers, the player who moves first before the other."""


def berger(players: int) -> list[list[Meeting]]:
    """The rounds for a number of players, at least two, in the order in which they are played.

    With an odd number one player is left out in each round. Each player moves first as often as
    second, give or take one.
    """
    even = players + players % 2
    return [
        [meeting for meeting in _round(number, even) if max(meeting) <= players]
        for number in range(1, even)
    ]


def _round(number: int, even: int) -> list[Meeting]:
    """One round: two players meet whose numbers have the same sum, modulo the circle's size.

    The circle is everybody but the last player, who meets the one left alone in it.
    """
    circle = even - 1
    alone = next(one for one in range(1, even) if (2 * one - number - 1) % circle == 0)
    meetings = [(alone, even) if alone <= even // 2 else (even, alone)]
    for step in range(1, even // 2):
        one, other = (alone - 1 + step) % circle + 1, (alone - 1 - step) % circle + 1
        low, high = sorted((one, other))
        meetings.append((low, high) if (low + high) % 2 else (high, low))
    return meetings


def sizes(players: int, most: int) -> list[int]:
    """The sizes of groups of at most ``most``: as even as possible, the larger ones last.

    If one would have fewer than LEAST, there is one group less: 5 are not divided into 2 and 3.
    """
    number = -(-players // most)
    if number > 1 and players // number < LEAST:
        number -= 1
    size, larger = divmod(players, number)
    return [size] * (number - larger) + [size + 1] * larger


def groups(players: int, most: int) -> list[list[int]]:
    """The start numbers of each group, dealt out in snake order: 1, 2, 3 and back 4, 5, 6."""
    number = len(sizes(players, most))
    dealt: list[list[int]] = [[] for _ in range(number)]
    order: Sequence[int] = [*range(number), *reversed(range(number))]
    for player in range(1, players + 1):
        dealt[order[(player - 1) % (2 * number)]].append(player)
    return dealt


def bracket(players: int) -> list[tuple[int, int | None]]:
    """The first round of a bracket, from the top down; None is a bye.

    Seeding is the usual one: 1 and 2 can meet only in the final, 1 to 4 not before the semi-finals,
    and so on. The best have the byes, all of them in the first round.
    """
    order = [1]
    while len(order) < players:
        order = [each for seed in order for each in (seed, 2 * len(order) + 1 - seed)]
    ties = zip(order[::2], order[1::2], strict=True)
    return [(high, low if low <= players else None) for high, low in ties]


SMALL = 5
"""Up to this size of a division, one player goes up and one down; else two and two."""


def divisions(players: Sequence[int], most: int) -> list[list[int]]:
    """The players divided into divisions of at most ``most``, the larger ones below."""
    cut: list[list[int]] = []
    begun = 0
    for size in sizes(len(players), most):
        cut.append(list(players[begun : begun + size]))
        begun += size
    return cut


def exchanged(above: int, below: int) -> int:
    """How many players go up, and as many down, between two divisions of these sizes."""
    return 1 if min(above, below) <= SMALL else 2


def moved(ended: Sequence[Sequence[int]]) -> list[int]:
    """The list after a season, from each division's final order, with players moved up and down."""
    after = [list(division) for division in ended]
    for above, (higher, lower) in enumerate(pairwise(ended)):
        number = exchanged(len(higher), len(lower))
        after[above][-number:] = lower[:number]
        after[above + 1][:number] = higher[-number:]
    return [player for division in after for player in division]


def next_list(
    ended: Sequence[Sequence[int]],
    sat_out: Mapping[int, int],
    gone: Collection[int],
    joined: Sequence[int],
) -> list[int]:
    """All players of a league after a season, the top first.

    ``ended`` is the final order of each division. Players who sat out keep the place, from 0, that
    ``sat_out`` gives. ``gone`` players are dropped; those who ``joined`` come last, the strongest
    first.
    """
    after = moved(ended)
    for player, place in sorted(sat_out.items(), key=lambda each: each[1]):
        after.insert(place, player)
    return [player for player in after if player not in gone] + list(joined)
