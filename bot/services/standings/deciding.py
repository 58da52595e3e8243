"""Whether a result is rated, as the results before it say."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection

from bot.services.results import TIMEOUTS_WITHIN, decide_result
from bot.services.standings import finished_storage
from bot.services.standings.facts import agreement_of, end_of
from bot.services.standings.finished_storage import Finished


def decided(connection: Connection, facts: Finished) -> Finished:
    """The same with why it is not rated, if it is not."""
    earlier = [
        finished_storage.timeouts(
            connection, seat.player_id, seat.timed_out_at, TIMEOUTS_WITHIN, facts.number
        )
        for seat in facts.seats
        if seat.player_id is not None and seat.timed_out_at is not None
    ]
    return decided_after(facts, max(earlier, default=0))


def decided_after(facts: Finished, earlier_timeouts: int) -> Finished:
    """The same where it is known how often somebody had run out of time before."""
    result = decide_result(agreement_of(facts), end_of(facts, earlier_timeouts))
    return facts if result.unrated is facts.unrated else replace(facts, unrated=result.unrated)
