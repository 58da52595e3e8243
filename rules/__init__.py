"""Five abstract games as a library: positions are values, moves are texts, errors explain.

>>> from rules import GAMES
>>> position = GAMES["apart"].start()
>>> position = position.play("b2-b4")
>>> print(position.to_move)
1
"""

from rules.errors import AmbiguousMove, IllegalMove, MoveError, NotationError, PositionError
from rules.game import Event, Fact, Game, GameInfo, Move, Outcome, Piece, Position, Reason, Step
from rules.games import GAMES
