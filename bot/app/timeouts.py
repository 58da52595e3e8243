"""``python -m bot timeouts``: deciding on timeouts of which there were too many at once."""

from collections.abc import Callable
from datetime import datetime

import discord

from bot.app.settings import Settings
from bot.services.matches import MatchSummary
from bot.services.timekeeping import Held, forgive_timeouts, held_timeouts
from bot.services.timekeeping import stops_storage as timeout_stops
from data.database import Database

SHOWN = 20

SHOW_WAYS = (
    "Decide with `python -m bot timeouts forgive`: everybody gets time to move; or with "
    "`python -m bot timeouts apply`: they lose on time."
)
NOTHING = "No timeouts are stopped. There is nothing to decide."


async def decide_timeouts(
    settings: Settings,
    decision: str,
    ask: Callable[[str], str] = input,
    now: Callable[[], datetime] = discord.utils.utcnow,
) -> int:
    """Show what is stopped, or do what the operator has decided; the exit code.

    The bot may run meanwhile. ``ask`` asks for the number to be typed back.
    """
    database = await Database.open(settings.database_url, beside_a_bot=True)
    try:
        found = await database.write(held_timeouts, now())
        if found.stop is None:
            print(NOTHING)
            return 0
        print(told(found, now()))
        match decision:
            case "forgive":
                count = await database.write(forgive_timeouts, now())
                print(f"{count} players have time to move, and the clocks go on.")
            case "apply":
                return await _apply(database, len(found.matches), ask)
            case _:
                print(SHOW_WAYS)
        return 0
    finally:
        await database.close()


async def _apply(database: Database, count: int, ask: Callable[[str], str]) -> int:
    typed = ask(f"This ends or changes {count} matches on time. Type {count} to do it: ")
    if typed.strip() != str(count):
        print("That is another number. Nothing was changed.")
        return 1
    await database.write(timeout_stops.allow)
    print("The running bot applies them within a minute, except where somebody has moved.")
    return 0


def told(found: Held, now: datetime) -> str:
    """What is stopped, since when, and of which matches."""
    stop = found.stop
    why = (
        ""
        if stop is None
        else f"Stopped at {stop.stopped_at:%Y-%m-%d %H:%M:%S} UTC: the time of {stop.due} of "
        f"{stop.running} running clocks had run out at once."
    )
    lines = [_line(match, now) for match in found.matches[:SHOWN]]
    more = len(found.matches) - SHOWN
    rest = [f"  and {more} more"] if more > 0 else []
    return "\n".join([why, f"{len(found.matches)} matches wait:", *lines, *rest])


def _line(match: MatchSummary, now: datetime) -> str:
    late = "" if match.deadline is None else f", {(now - match.deadline)} ago".split(".")[0]
    return f"  match {match.id} ({match.game}), player {match.to_move_player}{late}"
