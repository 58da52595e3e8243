"""Hex (Piet Hein, 1942) on a small rhombus: a game that is registered by tests alone.

It has what a game needs and nothing else, so it is also the example of docs/adding-a-game.md.
"""

from tests.kit.toy_game.game import Hex

__all__ = ["Hex"]
