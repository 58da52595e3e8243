"""Abande (Dieter Stein, 2005): one band of stones and stacks, in which only contact counts."""

from rules.games.abande.game import Abande
