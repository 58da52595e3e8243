"""Declares the feature: results and ratings."""

from bot.core.matches import OF_RESULTS, Hook
from bot.core.services import Hooks
from bot.features.ratings.counting import count_result
from bot.screen.interaction import Feature

HOOKS = Hooks(changed=(Hook(count_result, OF_RESULTS),))

# locks are taken in one order: first requests and reminders of a match, then its people
FEATURE = Feature(hooks=lambda _: HOOKS, after=("reminders", "requests", "timekeeping"))
