"""Glaisher (Ken Shoda, 2015): stacks fall apart into unequal parts, to connect opposite sides."""

from rules.games.glaisher.game import Glaisher
