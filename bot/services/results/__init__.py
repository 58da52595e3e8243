"""What matches came to, in their order: whether they are rated, and the ratings that follow."""

from bot.services.results.counting import PART, Aftermath, aftermath_of
from bot.services.results.models import MOST_RATED, RATED_WITHIN, FinishedMatch, Meetings
from bot.services.results.recomputing import recompute_all
