"""Why somebody has lost, and what to do about it the next time."""

from collections.abc import Iterator

from bot.services.matches import MatchState
from rules.engine.defeat import why_lost
from rules.game import Seat

WHY = "**Why you lost:** {}"
NEXT_TIME = "**Next time:** {}"


def defeat_lines(match: MatchState, seat: Seat) -> Iterator[str]:
    """Said to whoever played ``seat``; nothing where the board does not tell why they lost."""
    found = why_lost(match.position, seat)
    if found is None or match.result is None or not match.result.ranking:
        return
    if seat in match.result.winners:
        return
    yield WHY.format(found.why)
    yield NEXT_TIME.format(found.advice)
