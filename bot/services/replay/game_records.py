"""Matches as Abstract Play's game records: JSON that several game sites understand.

The format is public: schema ``gamerecord`` 1-0-0 of AbstractPlay's recranks. A record has a header
and rounds; a round has one place for each seat, null where that seat did not move.
"""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from bot.services.matches import MatchRunning, Result
from bot.services.replay.models import MatchReplay, NoResult, ReplayStep
from rules.game import Seat

SITE = "Quintet"

Round = list[str | None]


def game_record(replay: MatchReplay, names: tuple[str, ...], now: datetime) -> str:
    """The match as a game record, with the players' names by seat.

    Raises MatchRunning, or NoResult for a match that does not count.
    """
    match = replay.match
    if replay.finished_at is None or match.result is None:
        raise MatchRunning(match)
    if not match.result.ranking:
        raise NoResult(match)
    header: dict[str, Any] = {
        "game": {"name": match.info.name, "variants": [match.variant.name]},
        "site": {"name": SITE, "gameid": str(match.id)},
        "date-start": match.created_at.isoformat(),
        "date-end": replay.finished_at.isoformat(),
        "date-generated": now.isoformat(),
        "players": list(_players(replay, names, match.result)),
    }
    if match.variant.seeded:
        header["startingPosition"] = replay.steps[0].position.encode()
    record = {"header": header, "moves": _rounds(replay.steps, match.variant.seats)}
    return json.dumps(record, ensure_ascii=False, indent=2) + "\n"


def _players(
    replay: MatchReplay, names: tuple[str, ...], result: Result
) -> Iterator[dict[str, str | int | bool]]:
    for seat in replay.match.seats:
        player: dict[str, str | int | bool] = {
            "name": names[seat.seat],
            "userid": str(seat.holder),
            "result": _worth(result, seat.seat),
            "left": seat.left,
        }
        if result.scores is not None:
            player["score"] = result.scores[seat.seat]
        yield player


def _worth(result: Result, seat: Seat) -> int:
    """How many groups of players this seat did better than: 1 for a win, 0 for a loss or draw."""
    group = next(at for at, seats in enumerate(result.ranking) if seat in seats)
    return len(result.ranking) - 1 - group


def _rounds(steps: tuple[ReplayStep, ...], seats: int) -> list[Round]:
    rounds: list[Round] = []
    last = seats
    for step in steps:
        if step.seat is None or step.is_leaving:
            continue
        if step.seat <= last:
            rounds.append([None] * seats)
        rounds[-1][step.seat] = step.entry
        last = step.seat
    return rounds
