"""Matches as Abstract Play's game records: JSON that several game sites understand.

The format is public: schema ``gamerecord`` 1-0-0 of AbstractPlay's recranks. A record has a header
and rounds; a round has one place for each seat, null where that seat did not move.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from bot.services.matches.errors import MatchRunning, NoResult
from bot.services.replay.service import Scene, Story
from data.states import MatchState
from rules.game import Outcome, Seat

SITE = "Quintet"

Round = list[str | None]


def game_record(story: Story, names: tuple[str, ...], now: datetime) -> str:
    """The match as a game record, with the players' names by seat.

    Raises MatchRunning, or NoResult for a match that does not count.
    """
    view = story.view
    if story.finished_at is None or view.state is MatchState.RUNNING:
        raise MatchRunning(view)
    if view.outcome is None or view.state is MatchState.ANNULLED:
        raise NoResult(view)
    header: dict[str, Any] = {
        "game": {"name": view.info.name, "variants": [view.variant.name]},
        "site": {"name": SITE, "gameid": str(view.id)},
        "date-start": view.created_at.isoformat(),
        "date-end": story.finished_at.isoformat(),
        "date-generated": now.isoformat(),
        "players": list(_players(story, names, view.outcome)),
    }
    if view.variant.seeded:
        header["startingPosition"] = story.scenes[0].position.encode()
    record = {"header": header, "moves": _rounds(story.scenes, view.variant.seats)}
    return json.dumps(record, ensure_ascii=False, indent=2) + "\n"


def _players(
    story: Story, names: tuple[str, ...], outcome: Outcome
) -> Iterator[dict[str, str | int | bool]]:
    for seat in story.view.seats:
        player: dict[str, str | int | bool] = {
            "name": names[seat.seat],
            "userid": str(seat.player_id),
            "result": _worth(outcome, seat.seat),
            "left": seat.left,
        }
        if outcome.scores is not None:
            player["score"] = outcome.scores[seat.seat]
        yield player


def _worth(outcome: Outcome, seat: Seat) -> int:
    """How many groups of players this seat did better than: 1 for a win, 0 for a loss or draw."""
    group = next(at for at, seats in enumerate(outcome.ranking) if seat in seats)
    return len(outcome.ranking) - 1 - group


def _rounds(scenes: tuple[Scene, ...], seats: int) -> list[Round]:
    rounds: list[Round] = []
    last = seats
    for scene in scenes:
        if scene.seat is None or scene.is_leaving:
            continue
        if scene.seat <= last:
            rounds.append([None] * seats)
        rounds[-1][scene.seat] = scene.entry
        last = scene.seat
    return rounds
