"""What the end of a match means for the ladder that it was played on."""

from __future__ import annotations

from bot.services.ladders.entries import Annulled, Ended
from bot.services.results import EndReason, FinishedMatch
from data.ids import PlayerId


def ladder_end(match: FinishedMatch, aborted_by: PlayerId | None = None) -> Ended | Annulled:
    """The entry for a match of two that is over; whether it is rated does not matter.

    ``aborted_by`` is the player who called it off after the first move, which loses it; None if it
    was somebody else, or earlier.
    """
    reason = match.result.reason
    if reason is EndReason.ABORTED and aborted_by is not None:
        winner = next(player for player in match.players if player != aborted_by)
        return Ended(match.ended_at, match.match_id, winner)
    if not match.result.ranking:
        return Annulled(match.ended_at, match.match_id)
    winners = [match.players[seat] for seat in match.result.winners]
    losers = [match.players[seat] for seat in match.result.ranking[-1]] if winners else []
    timed_out = losers[0] if losers and reason is EndReason.TIMED_OUT else None
    return Ended(match.ended_at, match.match_id, winners[0] if winners else None, timed_out)
