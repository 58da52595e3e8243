"""Everybody meets everybody: Berger's tables, and how a field is cut into groups. Brackets, too.

Source: FIDE Handbook C.05, annex 1 (Berger tables).
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

LEAST = 3
"""So many are in a group, if there are so many."""

Meeting: TypeAlias = tuple[int, int]
"""Two start numbers; the first moves first."""


def berger(players: int) -> list[list[Meeting]]:
    """The rounds for so many players, from two, in the order in which they are played.

    An odd field leaves one player out in each round. Each player moves first as often as second,
    or once more or less often.
    """
    even = players + players % 2
    return [
        [meeting for meeting in _round(number, even) if max(meeting) <= players]
        for number in range(1, even)
    ]


def _round(number: int, even: int) -> list[Meeting]:
    """In a round the numbers of two who meet have one sum, counted in a circle without the last."""
    circle = even - 1
    alone = next(one for one in range(1, even) if (2 * one - number - 1) % circle == 0)
    meetings = [(alone, even) if alone <= even // 2 else (even, alone)]
    for step in range(1, even // 2):
        one, other = (alone - 1 + step) % circle + 1, (alone - 1 - step) % circle + 1
        low, high = sorted((one, other))
        meetings.append((low, high) if (low + high) % 2 else (high, low))
    return meetings


def sizes(players: int, most: int) -> list[int]:
    """How many are in each group of at most ``most``: as even as possible, the larger ones last.

    Where one would have fewer than LEAST, there is a group less: 5 are not cut into 2 and 3.
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
    """Who meets whom, from the top of the bracket down; None is a bye.

    Start numbers are folded: 1 and 2 can meet in the final alone, 1 to 4 not before the
    semi-finals, and so on. The best have the byes, all of them in the first round.
    """
    order = [1]
    while len(order) < players:
        order = [each for seed in order for each in (seed, 2 * len(order) + 1 - seed)]
    ties = zip(order[::2], order[1::2], strict=True)
    return [(high, low if low <= players else None) for high, low in ties]


SMALL = 5
"""Up to so many in a division, one goes up and one down; else two and two."""


def divisions(players: Sequence[int], most: int) -> list[list[int]]:
    """The list cut into divisions of at most ``most``, the larger ones below."""
    cut: list[list[int]] = []
    begun = 0
    for size in sizes(len(players), most):
        cut.append(list(players[begun : begun + size]))
        begun += size
    return cut


def exchanged(above: int, below: int) -> int:
    """How many go up, and as many down, between two divisions of so many."""
    return 1 if min(above, below) <= SMALL else 2


def moved(ended: Sequence[Sequence[int]]) -> list[int]:
    """The list after a season, from each division's order: who goes up passes who goes down."""
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
    """Everybody who is in the league after a season, the top first.

    ``ended`` are the places in each division. Who sat the season out keeps the place that
    ``sat_out`` names, counted from 0; who is gone drops out; who joined comes last, the strongest
    first.
    """
    after = moved(ended)
    for player, place in sorted(sat_out.items(), key=lambda each: each[1]):
        after.insert(place, player)
    return [player for player in after if player not in gone] + list(joined)
