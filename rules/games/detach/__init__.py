"""Detach (João Pedro Neto, 2025): a stone becomes two that travel as far as its group is large."""

from rules.games.detach.game import Detach
