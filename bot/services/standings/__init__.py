"""What matches come to: results in their order, and the ratings that follow from them."""

from __future__ import annotations

from bot.services.standings.aftermath import Aftermath, aftermath_of
from bot.services.standings.counting import PART
from bot.services.standings.finished_storage import Meetings
from bot.services.standings.recomputing import Recomputed, recompute_all
from bot.services.standings.rows import after_change, rating_of, scope_of
