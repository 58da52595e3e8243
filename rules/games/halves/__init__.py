"""Halves (Cameron Browne, 2007): build a shape together, elect a colour, then take it down."""

from rules.games.halves.game import Halves
