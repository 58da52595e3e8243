"""How everything that follows from something else stands in the end, made again from that."""

import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from discord.utils import utcnow
from sqlalchemy import Connection, select

from bot.core.matches import MatchStore
from bot.features.ladders import storage as ladders
from bot.features.ladders.history import standings
from bot.features.leaderboards.live import LIVE_LIST_TIMER
from bot.features.leaderboards.service import read_page
from bot.features.leaderboards.values import Period
from bot.features.ratings import recompute_all
from bot.features.replays import review_of
from bot.screen.names import LONGEST_LISTED, harmless
from data.database import Database
from data.ids import MatchId
from data.tables import metadata
from tests.chaos.reading import Stored
from tests.kit.shown import look

WORKED_OUT = ("results", "seat_results", "ratings", "rating_changes")
PLACES = re.compile("^\\*\\*\\d+\\.\\*\\* (\u2068[^\u2069]*\u2069)", re.MULTILINE)
LINES = re.compile(r"^\*\*\d+\.\*\* .*", re.MULTILINE)
AHEAD = timedelta(hours=3)
"""How far ahead something is noted at most while the clock is: it comes then, and not before."""
FOUND = "My review:"


def read_all(connection: Connection) -> Stored:
    tables = {
        table.name: list(connection.execute(select(table).order_by(*table.primary_key)))
        for table in metadata.sorted_tables
    }
    return Stored(tables)


class Endings:
    """What stands on Discord and in the tables, beside the same made again."""

    def __init__(self, database: Database, backend: Any) -> None:
        self._database = database
        self._backend = backend
        self.counted: dict[str, int] = {}

    async def wrong(self) -> Iterable[str]:
        """What is not what it follows from. It works the ratings out anew, so it comes last."""
        before = await self._database.read(read_all)
        found = [
            *await self._database.read(self._ladders, before),
            *await self._database.read(self._lists, before),
            *await self._database.read(self._champions, before),
        ]
        self.counted["looked back at"] = len(before.of("reviews"))
        practised = {each.match_id for each in before.of("seats") if each.engine is not None}
        store = MatchStore(utcnow)
        for row in before.of("reviews"):
            if row.match_id in practised:
                found += await self._database.read(self._review, store, MatchId(row.match_id))
        await self._database.write(recompute_all, store)
        after = await self._database.read(read_all)
        for name in WORKED_OUT:
            one, other = set(before.tables[name]), set(after.tables[name])
            self.counted[name] = len(one)
            found += [f"{name}: {row}" for row in sorted(one ^ other, key=str)[:5]]
        return found

    def _message(self, channel_id: int | None, message_id: int | None) -> str:
        if channel_id is None or message_id is None:
            return ""
        return look(self._backend.get_message(channel_id, message_id)).text

    def _ladders(self, connection: Connection, stored: Stored) -> Iterable[str]:
        """The standings that are posted are those to which the history leads."""
        found, users = [], self._backend.users.values()
        known = {harmless(each.name, LONGEST_LISTED): each.id for each in users}
        for row in stored.of("ladders"):
            history = ladders.entries_from(connection, row.id)
            order = [int(each) for each in standings(history).order]
            posted = self._message(row.channel_id, row.message_id)
            shown = [known[each] for each in PLACES.findall(posted)]
            self.counted[f"ladder {row.id}"] = len(history)
            if shown != order[: len(shown)] or (order and not shown):
                found.append(f"ladder {row.id} shows {shown}, its history leads to {order}")
        return found

    def _lists(self, connection: Connection, stored: Stored) -> Iterable[str]:
        """A list in a channel shows those who are on it, by the highest rating."""
        found = []
        for row in stored.of("live_leaderboards"):
            timer = stored.one("timers", kind=LIVE_LIST_TIMER, subject_id=row.id)
            if timer is not None and timer.due_at < utcnow() + AHEAD:
                self.counted[f"list {row.id}, to be looked at"] = 1
                continue
            text = self._message(row.channel_id, row.message_id)
            page = read_page(connection, row.game, row.server_id, Period.ACTIVE, utcnow())
            rated = stored.of("ratings", game=row.game, scope=row.server_id)
            highest = sorted(rated, key=lambda each: -each.height)[: len(page.lines)]
            if [each.height for each in highest] != [
                stored.one(
                    "ratings", game=row.game, scope=row.server_id, player_id=line.player_id
                ).height
                for line in page.lines
            ]:
                found.append(f"list {row.id} is not in the order of the ratings")
            names = [self._backend.get_user(line.player_id).name for line in page.lines]
            shown = LINES.findall(text)
            if len(shown) != len(names) or any(
                a not in b for a, b in zip(names, shown, strict=False)
            ):
                found.append(f"list {row.id} shows {shown}, on it are {names}")
        return found

    def _champions(self, connection: Connection, stored: Stored) -> Iterable[str]:
        """A champion's role is with one of those who are first, and with nobody else."""
        found = []
        for row in stored.of("champions"):
            members = self._backend.get_guild(row.server_id).members.values()
            have = {each.user_id for each in members if row.role_id in each.role_ids}
            if row.of_ladder:
                ladder = stored.one("ladders", server_id=row.server_id, game=row.game)
                history = ladders.entries_from(connection, ladder.id)
                first = standings(history).order[:1]
            else:
                page = read_page(connection, row.game, row.server_id, Period.ACTIVE, utcnow())
                first = tuple(line.player_id for line in page.lines if line.place == 1)
            if len(have) != min(1, len(first)) or not have <= set(map(int, first)):
                found.append(f"the role of champion {row.id} is with {have}, first is {first}")
        return found

    def _review(
        self, connection: Connection, store: MatchStore, match_id: MatchId
    ) -> Iterable[str]:
        """Whoever has played the bot is led to what was found, where something was."""
        match = store.read(connection, match_id)
        review = review_of(connection, match)
        if review is None or not review.is_whole:
            return []
        told = FOUND in self._message(match.match.board_channel_id, match.match.board_message_id)
        right = told == bool(review.moments)
        return [] if right else [f"match {match_id}: {len(review.moments)} moves, told: {told}"]
