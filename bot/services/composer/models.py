"""A move under construction."""

from dataclasses import dataclass

from bot.services.composer.composition import Composition
from bot.services.matches import MatchState
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class Composing:
    """Somebody's move in a match, as far as it is put together."""

    match: MatchState
    seat: Seat
    composition: Composition
