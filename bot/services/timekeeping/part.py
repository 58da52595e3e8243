"""What the time of matches takes part in."""

from __future__ import annotations

from operator import attrgetter

from bot.services.matches import Hook, MatchStore, Now, When
from bot.services.part import Part
from bot.services.timekeeping.keeping import check_time, keep_time
from bot.services.timekeeping.news import clock_posts
from bot.services.timekeeping.pause_ends import PauseEnds
from bot.services.timekeeping.presence import Presence
from bot.services.timekeeping.timeouts import Timeouts
from bot.services.timekeeping.vacations import VacationService
from data.states import TimerKind

TIMED = attrgetter("match.is_timed")


def time_part(store: MatchStore, presence: Presence, vacations: VacationService, now: Now) -> Part:
    """Outages are noted before any time is reckoned; then each change moves the clocks."""
    return Part(
        check=(When(TIMED, presence.hear), When(TIMED, check_time)),
        keep=(Hook(keep_time, where=attrgetter("after.match.is_timed")),),
        timers={
            TimerKind.DEADLINE: Timeouts(store, presence, now).apply,
            TimerKind.PAUSE_END: PauseEnds(store).apply,
            TimerKind.VACATION_END: vacations.expire,
        },
        posts=(clock_posts(store),),
    )
