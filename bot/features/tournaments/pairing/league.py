"""The list of a league, the top division first, from one season to the next."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from bot.features.tournaments.pairing.berger import sizes

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
