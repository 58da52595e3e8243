"""Why somebody has lost, and what to watch out for the next time."""

from __future__ import annotations

from collections.abc import Iterator

from bot.services.matches import MatchState
from rules import GAMES
from rules.engine.defeat import why_lost
from rules.game import Seat
from rules.rulebook import watch_out

WHY = "**Why you lost:** {}"
WATCH_OUT = "**Watch out:** {}"


def defeat_lines(match: MatchState, seat: Seat) -> Iterator[str]:
    """Said to whoever played ``seat``; nothing where the board does not tell why they lost."""
    result = match.result
    why = why_lost(match.position, seat)
    if not why or result is None or seat in result.winners:
        return
    yield WHY.format(why)
    tip = watch_out(GAMES[match.info.id])
    if tip:
        yield WATCH_OUT.format(tip)
