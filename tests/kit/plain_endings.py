"""What can be had of a position, by trying everything: without the engine, by the rules alone."""

from collections.abc import Iterator

from rules import Move, Position
from rules.game import Seat
from rules.games.halves.position import HalvesPosition
from rules.games.halves.state import Phase
from tests.kit.rules import random_match


class _TooMuchError(Exception):
    """More positions than were allowed."""


class _Trying:
    def __init__(self, seat: Seat, most: int) -> None:
        self._seat, self._left = seat, most
        self._known: dict[Position, bool] = {}

    def can_force(self, position: Position) -> bool:
        if position.outcome is not None:
            return position.outcome.winners == (self._seat,)
        known = self._known.get(position)
        if known is None:
            self._left -= 1
            if self._left < 0:
                raise _TooMuchError
            enough = any if position.to_move == self._seat else all
            known = enough(self.can_force(position.after(move)) for move in position.moves())
            self._known[position] = known
        return known


def can_force(position: Position, seat: Seat, most: int = 200_000) -> bool | None:
    """Whether ``seat`` can win alone, whatever the others do, also where it hurts them.

    None where that takes more than ``most`` positions.
    """
    try:
        return _Trying(seat, most).can_force(position)
    except _TooMuchError:
        return None


def wins_at_once(position: Position, most: int | None = None) -> list[Move]:
    """The moves by which whoever moves wins at once, found by making every one.

    Those that share a win count where nobody can win alone. With ``most``, of so many moves only.
    """
    alone, shared = list[Move](), list[Move]()
    for number, move in enumerate(position.moves()):
        if number == most:
            break
        outcome = position.after(move).outcome
        if outcome is not None and position.to_move in outcome.winners:
            (alone if len(outcome.winners) == 1 else shared).append(move)
    return alone or shared


def late_endings(variant: str, seed: int, most: int) -> Iterator[HalvesPosition]:
    """Those positions of a random match of Halves in which at most so many tiles are left."""
    for position, _, _ in random_match("halves", variant, seed):
        assert isinstance(position, HalvesPosition)
        stand = position
        if stand.phase is Phase.WANING and stand.occupied.bit_count() <= most:
            yield position
