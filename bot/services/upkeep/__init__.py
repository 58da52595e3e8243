"""Taking away, by age, what nobody needs any more."""

from __future__ import annotations

from bot.services.upkeep.pruning import Pruning
