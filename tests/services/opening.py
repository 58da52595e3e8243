"""Opening the club several times, as several runs of the program."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from data.sqlite import BUSY_SECONDS
from tests.kit.club import ANSWER_WITHIN, Club
from tests.kit.scripted import ScriptedDiscord


class OpenClub:
    """Opens clubs on one file, with one clock for all of them, and closes them at the end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened: list[Club] = []

    async def __call__(
        self,
        discord: ScriptedDiscord | None = None,
        *,
        busy_seconds: float = BUSY_SECONDS,
        answer_within: timedelta = ANSWER_WITHIN,
    ) -> Club:
        club = await Club.open(
            self._path,
            discord,
            self._opened[0].clock if self._opened else None,
            busy_seconds=busy_seconds,
            answer_within=answer_within,
        )
        self._opened.append(club)
        return club

    async def close_all(self) -> None:
        for club in self._opened:
            await club.close()
