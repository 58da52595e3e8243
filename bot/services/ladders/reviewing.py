"""Pairs and people whose records on a ladder a manager may want to look at.

None of this proves anything: friends play many matches, and somebody always wins.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.services.ladders import storage
from bot.services.ladders.models import PairRecord, Review
from bot.services.ladders.places import Pair, pair
from bot.services.ladders.storage import PlayedMatch
from data.ids import LadderId, MatchId, PlayerId

LOOKED_BACK = timedelta(days=180)
ONE_SIDED_FROM = 4
"""So many matches in a row of a pair, all won by one of the two."""
SHORT = 8
"""A match of fewer plies is over before it has begun."""
SHORT_FROM = 2
"""So many short matches of a pair are told."""
TIMEOUTS_FROM = 2
MOST = 10
"""How many of each kind are told."""


@dataclass
class _Record:
    wins: Counter[PlayerId] = field(default_factory=Counter)
    draws: int = 0
    short: list[MatchId] = field(default_factory=list)


def review(connection: Connection, ladder_id: LadderId, now: datetime) -> Review:
    """What is unusual in the last half year."""
    played = storage.played(connection, ladder_id, now - LOOKED_BACK)
    records = _records(played)
    timeouts = Counter(each.timed_out_id for each in played if each.timed_out_id is not None)
    one_sided = [each for each in records if _is_one_sided(each)]
    short = [each for each in records if len(each.short) >= SHORT_FROM]
    return Review(
        one_sided=tuple(sorted(one_sided, key=lambda each: -each.matches)[:MOST]),
        short=tuple(sorted(short, key=lambda each: -len(each.short))[:MOST]),
        timeouts=tuple(
            (who, often) for who, often in timeouts.most_common(MOST) if often >= TIMEOUTS_FROM
        ),
    )


def _is_one_sided(record: PairRecord) -> bool:
    return record.matches >= ONE_SIDED_FROM and max(record.wins) == record.matches


def _records(played: Iterable[PlayedMatch]) -> list[PairRecord]:
    found: dict[Pair, _Record] = defaultdict(_Record)
    for each in played:
        record = found[pair(each.player_id, each.opponent_id)]
        if each.winner_id is None:
            record.draws += 1
        else:
            record.wins[each.winner_id] += 1
        if each.plies < SHORT:
            record.short.append(each.match_id)
    return [
        PairRecord(
            who, (record.wins[who[0]], record.wins[who[1]]), record.draws, tuple(record.short)
        )
        for who, record in found.items()
    ]
