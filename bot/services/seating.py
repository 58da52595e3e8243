"""Who sits where when a match begins."""

from __future__ import annotations

from random import Random

from data.ids import PlayerId
from data.states import SeatChoice


def seated(
    players: tuple[PlayerId, ...], choice: SeatChoice, randomness: Random
) -> tuple[PlayerId, ...]:
    """The players by seat. The first one chose a seat; the others are dealt theirs by lot."""
    challenger, *others = players
    randomness.shuffle(others)
    match choice:
        case SeatChoice.FIRST:
            place = 0
        case SeatChoice.SECOND:
            place = 1
        case SeatChoice.RANDOM | SeatChoice.ROTATED:
            place = randomness.randrange(len(players))
    others.insert(place, challenger)
    return tuple(others)
