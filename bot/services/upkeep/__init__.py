"""Taking away, by age, what nobody needs any more."""

from bot.services.upkeep.pruning import Pruning
