"""Somebody to play with: an engine for every game, on the rules alone."""

from rules.engine.games import knowledge_of
from rules.engine.levels import LEVELS, Level, NoMoveError, choose
from rules.engine.search import Choice, Limits, Search
