"""Five abstract games as a library: positions are values, moves are texts, errors explain.

>>> from rules import GAMES
>>> position = GAMES["apart"].start()
>>> position = position.play("b2-b4")
>>> print(position.to_move)
1
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.abande import Abande
from rules.apart import Apart
from rules.detach import Detach
from rules.errors import AmbiguousMove, IllegalMove, MoveError, NotationError, PositionError
from rules.game import (
    Cell,
    Colour,
    Event,
    Fact,
    Game,
    GameInfo,
    Move,
    Outcome,
    Piece,
    Position,
    Reason,
    Seat,
    Step,
    StepKind,
    StepMenu,
    Variant,
)
from rules.glaisher import Glaisher
from rules.halves import Halves

_REGISTERED: tuple[Game, ...] = (Detach(), Halves(), Apart(), Abande(), Glaisher())

GAMES: Mapping[str, Game] = MappingProxyType({game.info.id: game for game in _REGISTERED})
"""Every game by its id, in the order in which people are offered them."""

__all__ = [
    "GAMES",
    "AmbiguousMove",
    "Cell",
    "Colour",
    "Event",
    "Fact",
    "Game",
    "GameInfo",
    "IllegalMove",
    "Move",
    "MoveError",
    "NotationError",
    "Outcome",
    "Piece",
    "Position",
    "PositionError",
    "Reason",
    "Seat",
    "Step",
    "StepKind",
    "StepMenu",
    "Variant",
]
