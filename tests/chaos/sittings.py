"""Matches of every other kind: in one sitting, with requests, prepared, against the bot."""

import asyncio
import itertools
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, ClassVar

from discord.utils import utcnow

from rules import GAMES
from tests.chaos.acting import Acting, Played
from tests.chaos.club import CLOCK, GAME, OPENING, Club
from tests.chaos.failing_discord import FailingDiscord
from tests.chaos.pairs import Two
from tests.chaos.reading import Row, Stored, rows
from tests.kit.friend import Friend
from tests.kit.rules import random_move

LIVE = "4m"
QUARTER = 180.0
"""Seconds of a turn after which whoever plays in one sitting is reminded."""
LOST = 240.0 + 70.0
"""Seconds after which whoever has not moved has lost."""
SETTLED = 65.0
"""Seconds after which Discord tells nothing again that somebody has done."""


class Sitting(Two):
    """In one sitting: now and then somebody thinks until reminded, or until the time is over."""

    NAME = "sitting"
    OPTIONS: ClassVar[dict[str, Any]] = {"clock": LIVE}

    async def play(self, enough: asyncio.Event) -> None:
        """Be reminded by direct message, one of the two; then play."""
        who = self.people[0]
        page = await self.settings_page(enough, who)
        way = partial(who.click, self.channel_id, page, "rs:way", "direct")
        await self.insist(enough, way, "eminder")
        await super().play(enough)

    async def turn(self, enough: asyncio.Event, match: Played, ply: int) -> None:
        fate = self.chance.random()
        if ply >= 4 and fate < 0.1:
            await self.rest(enough, LOST)
            while not (enough.is_set() or self.is_over(match.thread_id)):
                await self.rest(enough, 1)
            if self.is_over(match.thread_id):
                self.kept.add(self.match_of(match.thread_id))
            return
        thinking = QUARTER + 20 if fate < 0.25 else self.chance.uniform(1, 10)
        await self.rest(enough, thinking)
        await self.move(self.people[ply % 2], match, ply)

    def missing(self, stored: Stored) -> Iterable[str]:
        """Reminders that whoever lost on time should have had; those matches are kept."""
        for number in self.kept:
            reminded = stored.of("reminders", match_id=number)
            last = max((row.ply for row in stored.of("entries", match_id=number)), default=0)
            if not any(row.ply == last - 1 for row in reminded):
                yield f"a reminder before the time ran out in match {number}"


class Asking(Two):
    """Who ask for moves back, draws and pauses, and give each other time."""

    NAME = "asking"
    OPTIONS: ClassVar[dict[str, Any]] = {"clock": "1d"}

    async def turn(self, enough: asyncio.Event, match: Played, ply: int) -> None:
        await self.rest(enough, self.chance.uniform(1, 6))
        mover, other = self.people[ply % 2], self.people[1 - ply % 2]
        what = self.chance.random()
        if what < 0.15:
            await self._request(match, other, mover, "m:{match}:{ply}:draw")
        elif what < 0.25:  # a pause is an entry, so the plies move on: the match ends
            await self._request(match, mover, other, "kp:{match}:{ply}:7", "Agree")
            await self.rest(enough, 2)
            await self.press_board(mover, match.thread_id, "m:{match}:{ply}:resume")
            await self.resign(enough, other, match.thread_id)
        elif what < 0.4:
            await self.press_board(other, match.thread_id, "k:{match}:day:{ply}")
        else:
            await self.move(mover, match, ply)

    async def _request(
        self, match: Played, one: Friend, other: Friend, mark: str, label: str = "Decline"
    ) -> None:
        await self.press_board(one, match.thread_id, mark)
        card = await self.wait(lambda: self.card(match.thread_id, label))
        if card is not None:
            await self.ask(other.click(match.thread_id, *card))


class Preparing(Two):
    """Who prepare their answers, which are played in the instant of the other's move."""

    NAME = "prepared"

    async def turn(self, enough: asyncio.Event, match: Played, ply: int) -> None:
        await self.rest(enough, self.chance.uniform(1, 4))
        mover, other = self.people[ply % 2], self.people[1 - ply % 2]
        if ply + 1 < len(match.texts) and self.chance.random() < 0.5:
            line = f"{match.texts[ply]}; {match.texts[ply + 1]}"
            told = await self.prepare(other, match.thread_id, line)
            if any("1. `" in each.text for each in told) and self.ply(match.thread_id) == ply:
                self.kept.add((self.match_of(match.thread_id), ply + 2))
        await self.move(mover, match, ply)

    def missing(self, stored: Stored) -> Iterable[str]:
        """Answers that were to be played at once, and were not."""
        for number, ply in self.kept:
            plies = [row.ply for row in stored.of("entries", match_id=number)]
            if ply - 1 in plies and ply not in plies:
                yield f"the prepared answer of match {number} ply {ply}"


class Practising(Acting):
    """Somebody who plays badly against the bot, match after match, and is led to the review."""

    def __init__(
        self, discord: FailingDiscord, server_id: int, number: int, database_url: str
    ) -> None:
        super().__init__(discord, server_id, number, "practice")
        self._database_url = database_url
        self.learner = self.joining("Learner")

    async def play(self, enough: asyncio.Event) -> None:
        while not enough.is_set():
            running = await self._running()
            if not running:
                await self.ask(self.learner.command(self.channel_id, "play", game=GAME, level=1))
            for number, thread in running:
                if thread is not None:
                    await self._play_out(enough, number, thread)
            await self.rest(enough, 5)

    async def _running(self) -> list[Row]:
        """The numbers and threads of the matches that are not over."""
        return await rows(
            self._database_url,
            "SELECT m.id, m.thread_id FROM seats s JOIN matches m ON m.id = s.match_id "
            f"WHERE s.player_id = {self.learner.id} AND m.finished_at IS NULL",
        )

    async def _play_out(self, enough: asyncio.Event, number: int, thread: int) -> None:
        while not enough.is_set() and not (self.has_begun(thread) and self.is_over(thread)):
            played = await rows(
                self._database_url,
                f"SELECT text FROM entries WHERE match_id = {number} AND kind = 'move' "
                "ORDER BY ply",
            )
            position = GAMES[GAME].start(GAMES[GAME].info.variants[0].id)
            for (text,) in played:
                position = position.play(position.parse(text))
            if position.outcome is not None or position.to_move != 0:
                await self.rest(enough, 1)
                continue
            move = str(random_move(position, self.chance))
            await self.ask(self.learner.command(thread, "move", text=move))
            await self.wait(partial(self.has_passed, thread, len(played) + 1))


class Waiting(Acting):
    """People for whom a match waits, and who are told so once a day, at the time they chose."""

    def __init__(self, discord: FailingDiscord, server_id: int, number: int) -> None:
        super().__init__(discord, server_id, number, "waiting")
        self.chosen: dict[int, datetime] = {}
        """When people are told."""

    async def play(self, enough: asyncio.Event) -> None:
        """One after another chooses a time some minutes from now, and waits for it."""
        other = self.joining("Patient")
        for number in itertools.count():
            who = self.joining(f"Waiting {number}")
            if await self.begin(enough, who, other, game=GAME, clock="3d") is None:
                return
            at = utcnow() + timedelta(minutes=4)
            page = await self.settings_page(enough, who)
            daily = partial(who.form, self.channel_id, page, "rs:digest", typed=f"{at:%H:%M}")
            if await self.insist(enough, daily, "Every day at"):
                self.chosen[who.id] = at.replace(second=0, microsecond=0)
            await self.rest(enough, 420)

    def missing(self, stored: Stored) -> Iterable[str]:
        del stored
        for who, at in self.chosen.items():
            came = self.directs(who)
            if at + timedelta(minutes=3) < utcnow() and not came:
                yield f"what waits for somebody, at {at:%H:%M}"
            if len(came) > 1:
                yield f"what waits for somebody, {len(came)} times"


class Leaving(Acting):
    """People who come, do a little of everything, and have everything about them deleted."""

    def __init__(self, discord: FailingDiscord, club: Club, number: int) -> None:
        super().__init__(discord, club.server_id, number, "leaving")
        self._club = club

    async def play(self, enough: asyncio.Event) -> None:
        other = self.joining("Sparring")
        while not (enough.is_set() or self._club.is_ready.is_set()):
            await self.rest(enough, 1)
        for number in itertools.count():
            await self.rest(enough, self.chance.uniform(10, 40))
            who = self.joining(f"Leaving {number}")
            await self._club.join(enough, who)
            await self._club.lift(enough, who)
            thread = await self.begin(enough, who, other, game=GAME, clock=CLOCK)
            if thread is None:
                return
            await self._live_a_little(thread, who, other)
            await self.rest(enough, SETTLED)
            await self._leave(enough, who)

    async def _live_a_little(self, thread: int, who: Friend, other: Friend) -> None:
        match = Played(thread, OPENING)
        await self.move(who, match, 0)
        if self.ply(thread) == 1:
            line = f"{OPENING[1]}; {OPENING[2]}"
            await self.prepare(who, thread, line)
            await self.press_board(who, thread, "m:{match}:{ply}:undo")
        await self.press_board(who, thread, "k:{match}:look:0")
        await self.ask(who.command(self.channel_id, "profile", player=other.id))
        for page in await self.ask(who.command(self.channel_id, "settings")):
            await self.ask(who.click(self.channel_id, page.id, "rs:way", "direct"))
            await self.ask(who.form(self.channel_id, page.id, "rs:quiet", typed="22-7"))

    async def _leave(self, enough: asyncio.Event, who: Friend) -> None:
        while not enough.is_set():
            asked = await self.ask(who.command(self.channel_id, "privacy"))
            for each in asked:
                await self.ask(who.click(self.channel_id, each.id, "z:ask"))
                done = await self.ask(who.click(self.channel_id, each.id, "z:delete"))
                if any("I deleted everything about you" in seen.text for seen in done):
                    self.kept.add(who.id)
                    return

    def missing(self, stored: Stored) -> Iterable[str]:
        """Where people who were deleted are still to be found."""
        members = self.discord.backend.get_guild(self.server_id).members
        roles = set(self._club.roles.values())
        for number in self.kept:
            found = sorted(set(stored.named(number)))
            if found:
                yield f"{number} is forgotten and stands in {', '.join(found)}"
            if roles & set(members[number].role_ids):
                yield f"{number} is forgotten and has a champion's role"
