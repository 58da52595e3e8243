"""When people on a ladder were, are and will be away on vacation."""

from collections import defaultdict

from sqlalchemy import Connection

from bot.services.ladders.due import Vacations
from bot.services.ladders.idle import last_fall
from bot.services.ladders.places import Span, Standings
from bot.services.timekeeping import vacation_storage as vacations
from data.ids import PlayerId


def vacations_of(connection: Connection, ladder: Standings) -> Vacations:
    """The vacations that can matter to when somebody on the ladder falls."""
    if not ladder.order:
        return {}
    idle = min(last_fall(rung) or rung.active_at for rung in ladder.rungs.values())
    found: defaultdict[PlayerId, list[Span]] = defaultdict(list)
    for each in vacations.ending_after(connection, ladder.order, idle):
        found[each.player_id].append((each.began_at, each.ended_at or each.ends_at))
    return found
