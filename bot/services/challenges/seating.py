"""Who sits where when a match begins."""

from __future__ import annotations

from random import Random

from data.ids import Holder
from data.states import SeatChoice


def seated(
    players: tuple[Holder, ...], choice: SeatChoice, randomness: Random
) -> tuple[Holder, ...]:
    """The players by seat. The first one chose a seat; the others get theirs at random."""
    challenger, *others = players
    randomness.shuffle(others)
    places = {SeatChoice.FIRST: 0, SeatChoice.SECOND: 1}
    place = places.get(choice, randomness.randrange(len(players)))
    return (*others[:place], challenger, *others[place:])
