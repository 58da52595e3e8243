"""Opening the club several times, as several runs of the program."""

from datetime import timedelta

from data.sqlite import BUSY_SECONDS
from tests.kit.club import ANSWER_WITHIN, Club
from tests.kit.scripted import ScriptedDiscord


class OpenClub:
    """Opens clubs on one database, with one clock for all, and closes them at the end."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._opened: list[Club] = []

    async def __call__(
        self,
        discord: ScriptedDiscord | None = None,
        *,
        busy_seconds: float = BUSY_SECONDS,
        answer_within: timedelta = ANSWER_WITHIN,
    ) -> Club:
        club = await Club.at(
            self._url,
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
