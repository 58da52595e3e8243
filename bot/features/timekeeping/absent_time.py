"""Time stands still in a match while the bot cannot be where it is played.

Nothing of a match is written when the bot goes away, as that may concern thousands. Whoever reads
its clocks next finds the absence, and lets them stand still from its beginning on.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection

from bot.core import absences, outbox_places
from bot.core.absences import Absence, Spot
from bot.core.clocks import PauseKind
from bot.core.matches import storage as matches
from bot.core.matches.storage import MatchSummary
from bot.features.timekeeping.stored import MatchClocks
from data.ids import ChannelId

_KIND = PauseKind.ABSENCE


def follow_absences(connection: Connection, loaded: MatchClocks, now: datetime) -> None:
    """Let the time of every seat stand still while the bot cannot be there, and else run."""
    is_still = any(_KIND in each.pauses for each in loaded.seats.values())
    if is_still or loaded.match.absent_since:
        found = _absences_of(connection, loaded.match)
        _stand_still(loaded, found) if found else loaded.stand_still(_KIND, now, still=False)


def move_match(
    connection: Connection, match: MatchSummary, channel_id: ChannelId, now: datetime
) -> None:
    """Have a match played in another channel; the time that stood still where it was is kept."""
    if match.time is not None and match.absent_since is not None:
        loaded = MatchClocks(match)
        follow_absences(connection, loaded, now)
        loaded.save(connection, now)
    place = {"channel_id": channel_id, "thread_id": None, "thread_fallback": None}
    matches.change(connection, match.id, **place)
    # what failed there may do here
    waiting = (f"match:{match.id}", f"reminder:{match.id}")
    outbox_places.redirect(connection, waiting, channel_id, now)


def end_absence(
    connection: Connection, loaded: MatchClocks, absence: Absence, now: datetime
) -> None:
    """Let time run again where the bot can be again, unless something else is in its way."""
    found = _absences_of(connection, loaded.match)
    _stand_still(loaded, found)
    if all(each.id == absence.id for each in found):
        loaded.stand_still(_KIND, now, still=False)


def _absences_of(connection: Connection, match: MatchSummary) -> tuple[Absence, ...]:
    if match.server_id is None:
        return ()
    return absences.of_spot(connection, Spot(match.server_id, match.home))


def _stand_still(loaded: MatchClocks, found: Sequence[Absence]) -> None:
    if found:
        loaded.stand_still(_KIND, min(each.began for each in found), still=True)
