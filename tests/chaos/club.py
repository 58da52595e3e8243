"""What a server lives with: a ladder, lists that follow, champions, puzzles, friends' results."""

import asyncio
import re
from collections.abc import Iterable
from datetime import datetime
from functools import partial

import discord
from discord.utils import utcnow

from rules.puzzles import puzzle_of
from tests.chaos.acting import Acting
from tests.chaos.failing_discord import FailingDiscord
from tests.chaos.reading import Stored
from tests.kit.friend import Friend
from tests.kit.play import SHORT_APART
from tests.kit.shown import Shown

GAME, CLOCK = "apart", "1d"
LIST_ACTION = f"lb:{GAME}:here:active:0:live"
CLIMBERS = 10
OPENING = SHORT_APART[:4]
"""Until both have moved twice, so that giving up counts."""


class Club(Acting):
    """A manager, who sets all of it up and meddles with it, and those on the ladder, who play."""

    def __init__(self, discord_: FailingDiscord, server_id: int, number: int) -> None:
        super().__init__(discord_, server_id, number, "club")
        self.standings, self.lists, self.puzzles = (
            discord_.backend.create_channel(server_id, f"{name}-{number}").id
            for name in ("ladder", "list", "puzzle")
        )
        self.keeper = self.joining("Keeper")
        self.climbers = [self.joining(f"Climber {each}") for each in range(CLIMBERS)]
        self.roles = {
            of_ladder: discord_.backend.create_role(server_id, f"Champion {of_ladder}").id
            for of_ladder in (True, False)
        }
        self._manage()
        self.is_ready = asyncio.Event()

    def _manage(self) -> None:
        backend = self.discord.backend
        allowed = discord.Permissions(manage_guild=True, manage_roles=True).value
        for who in (self.keeper.id, backend.bot_user.id):
            role = backend.create_role(self.server_id, "Managers", permissions=allowed)
            backend.add_member_role(self.server_id, who, role.id)
        roles = backend.get_guild(self.server_id).roles
        for number, role in roles.items():
            if number not in (self.server_id, *self.roles.values()):
                role.position += len(roles)

    async def play(self, enough: asyncio.Event) -> None:
        """Set everything up; then the manager meddles while the others play."""
        await self._set_up(enough)
        self.is_ready.set()
        await asyncio.gather(self._meddle(enough), *(self._climb(enough) for _ in range(2)))

    async def _set_up(self, enough: asyncio.Event) -> None:
        keeper = self.keeper
        opening = {"game": GAME, "clock": CLOCK, "channel": str(self.standings)}
        told = ("ladder is open", "has a ladder of")
        await self._fill(enough, "ladder manage", "create", *told, **opening)
        for who in self.climbers:
            await self.join(enough, who)
        for of_ladder, role in self.roles.items():
            command = "ladder manage" if of_ladder else "leaderboard"
            of = "ladder" if of_ladder else "board"
            await self._fill(enough, command, of, "goes to the leader", role=str(role))
        listed = await self.insist(
            enough, lambda: keeper.command(self.lists, "leaderboard", game=GAME), "leaderboard"
        )
        if listed:
            await self.insist(
                enough,
                lambda: keeper.click(self.lists, listed[0].id, LIST_ACTION),
                "updates every two minutes",
                "has this list already",
            )
        await self._want_puzzles(enough, self.puzzles)

    async def join(self, enough: asyncio.Event, who: Friend) -> None:
        await self.insist(enough, lambda: who.command(self.channel_id, "ladder join"), "place")

    async def _fill(
        self, enough: asyncio.Event, command: str, act: str, *words: str, **written: str
    ) -> None:
        """Send the form of a button on a panel until the answer has one of the words."""
        while not enough.is_set():
            for panel in await self.ask(self.keeper.command(self.channel_id, command, game=GAME)):
                for form in (each for each in panel.custom_ids if each.endswith(f":{act}")):
                    sent = self.keeper.form(self.channel_id, panel.id, form, **written)
                    told = await self.ask(sent)
                    if any(word in each.text for each in told for word in words):
                        return
            await self.rest(enough, 1)

    async def _want_puzzles(self, enough: asyncio.Event, *channels: int) -> None:
        """Choose where puzzles come, or nothing, until the settings are shown with that."""
        panel = await self.insist(
            enough, lambda: self.keeper.command(self.channel_id, "server"), "Settings of"
        )
        if panel:
            here, page, chosen = self.channel_id, panel[0].id, [*map(str, channels)]
            pick = lambda: self.keeper.click(here, page, "ds:channel", *chosen)  # noqa: E731 - short
            await self.insist(enough, pick, "The Daily:")

    async def _meddle(self, enough: asyncio.Event) -> None:
        """Move somebody on the ladder now and then, and let another puzzle come."""
        while not enough.is_set():
            await self.rest(enough, self.chance.uniform(60, 180))
            await self.lift(enough, self.chance.choice(self.climbers))
            await self.rest(enough, self.chance.uniform(60, 180))
            await self._want_puzzles(enough)
            await self._want_puzzles(enough, self.puzzles)

    async def lift(self, enough: asyncio.Event, who: Friend) -> None:
        written = {"player": str(who.id), "place": "1", "reason": "for the sake of it"}
        await self._fill(enough, "ladder manage", "place", "Done.", "not on", **written)

    async def _climb(self, enough: asyncio.Event) -> None:
        while not enough.is_set():
            await self.rest(enough, self.chance.uniform(5, 25))
            one, other = self.chance.sample(self.climbers, 2)
            thread = await self._begin(enough, one, other)
            if thread is not None:
                await self._contest(enough, thread, one, other)

    async def _begin(self, enough: asyncio.Event, one: Friend, other: Friend) -> int | None:
        """A match about a place; None where the ladder, or the other one, says no."""
        asked = await self.ask(
            one.command(self.channel_id, "ladder challenge", game=GAME, opponent=other.id)
        )
        if not any("You challenge" in each.text for each in asked):
            return None
        mention = f"<@{other.id}>"
        card = await self.wait(lambda: self.card(self.channel_id, "Accept", mention))
        if card is None or self.chance.random() < 0.1:
            card = self.card(self.channel_id, "Decline", mention)
            if card is not None:
                await self.ask(other.click(self.channel_id, *card))
            return None
        while not enough.is_set() and self.card(self.channel_id, "Accept", mention):
            await self.ask(other.click(self.channel_id, *card))
            if await self.wait(lambda: self.has_begun(card[0])):
                return int(card[0])
        return int(card[0]) if self.has_begun(card[0]) else None

    async def _contest(self, enough: asyncio.Event, thread: int, *people: Friend) -> None:
        """Play the opening; then one of the two gives up, and somebody shares it."""
        for _ in range(4 * len(OPENING)):
            ply = self.ply(thread)
            if ply >= len(OPENING) or enough.is_set():
                break
            for who in people:  # who begins is not for them to say
                self.do(who.command(thread, "move", text=OPENING[ply]))
            await self.wait(partial(self.has_passed, thread, ply))
        await self.resign(enough, self.chance.choice(people), thread)
        if not self.is_over(thread):
            return
        board, friend = self.last_board(thread), self.chance.choice(self.climbers)
        if board is not None and "Share" in board.buttons and self.chance.random() < 0.3:
            share = board.custom_ids[board.buttons.index("Share")]
            told = await self.ask(friend.click(thread, board.id, share))
            for each in told:
                if "Post it" in each.buttons:
                    told = await self.ask(friend.click(thread, each.id, each.custom_ids[0]))
            if any("being posted" in each.text for each in told):
                self.kept.add(thread)

    def missing(self, stored: Stored) -> Iterable[str]:
        """Cards of the matches of which somebody was told that a card is posted."""
        standing = [mark for each in self.shown(self.channel_id) for mark in each.custom_ids]
        for thread in self.kept:
            number = self.match_of(thread)
            if not stored.of("outbox", kind="share", subject_id=number, done=True):
                yield f"the card of match {number}"
            elif not any(mark.startswith(f"h:{number}:") for mark in standing):
                yield f"the card of match {number} in its channel"


class Fans(Acting):
    """Somebody who hears how friends' matches end, and somebody who solves what stands there."""

    def __init__(
        self, discord_: FailingDiscord, club: Club, friends: Iterable[Friend], number: int
    ) -> None:
        super().__init__(discord_, club.server_id, number, "fans")
        self._club = club
        self._friends = tuple(friends)
        self.fan, self.solver = self.joining("Fan"), self.joining("Solver")
        self.since: dict[int, datetime] = {}
        """From when on somebody is followed for sure."""
        self.one_match: set[int] = set()
        """The matches of which the fan was told that their end is told."""
        self.asked_of: set[int] = set()
        """The matches of which the fan asked for the end, whether or not an answer came."""

    async def play(self, enough: asyncio.Event) -> None:
        """Follow the friends, then one match after another; solve each puzzle that comes."""
        for friend in self._friends:
            if await self.follow(enough, self.fan, friend):
                self.since[friend.id] = utcnow()
        while not enough.is_set():
            await self.rest(enough, self.chance.uniform(10, 40))
            await self._solve()
            await self._follow_a_match()

    async def _follow_a_match(self) -> None:
        """Ask for the end of a match of people that are not followed."""
        known, channels = self.discord.witness.boards, self.discord.backend.channels
        here = {each.id for each in channels.values() if each.guild_id == self.server_id}
        threads = [each for each, boards in known.items() if len(boards) < 4 and each in here]
        for thread in threads[-1:]:
            number, ply = known[thread][-1]
            board = self.last_board(thread)
            if board is None or number in self.one_match or self.is_over(thread):
                continue
            mark = f"m:{number}:{ply}:follow"
            self.asked_of.add(number)
            told = await self.ask(self.fan.click(thread, board.id, mark))
            if any("direct message" in each.text for each in told):
                self.one_match.add(number)

    async def _solve(self) -> None:
        found = [each for each in self.shown(self._club.puzzles) if "Solve it" in each.buttons]
        for each in found[-1:]:
            if each.id in self.kept:
                continue
            click = self.solver.click(self._club.puzzles, each.id, each.custom_ids[0])
            for board in await self.ask(click):
                await self._answer(each.id, board)

    async def _answer(self, post: int, board: Shown) -> None:
        """Type the answer, and keep the message of which it is told that this is right."""
        for mark in (each for each in board.custom_ids if re.match("pz:.*:.*:type", each)):
            puzzle = puzzle_of(mark.split(":")[1])
            assert puzzle is not None
            move = str(puzzle.answer())
            told = await self.ask(self.solver.form(self._club.puzzles, board.id, mark, move=move))
            if any("Right!" in each.text for each in told):
                self.kept.add(post)

    def missing(self, stored: Stored) -> Iterable[str]:
        """Results of friends that did not come, came twice, or were none of the fan's business."""
        texts = [each.text for each in self.directs(self.fan.id)]
        told = [int(each.split(" match ")[1].split(" between ")[0]) for each in texts]
        yield from (f"match {each} told twice" for each in set(told) if told.count(each) > 1)
        wanted = set(self._expected(stored))
        yield from (f"the end of match {each} for a fan" for each in wanted - set(told))
        for number in set(told) - wanted - self.asked_of:
            if not stored.people(number) & set(self.since):
                yield f"match {number} told to somebody who did not ask"
        for post in self.kept:
            row = stored.one("daily_posts", message_id=post)
            seen = self.message(self._club.puzzles, post)
            if row is None or seen is None or " solved it" not in seen.text:
                yield f"that puzzle {post} was solved"

    def _expected(self, stored: Stored) -> Iterable[int]:
        for row in stored.of("matches", server_id=self.server_id):
            # who is deleted takes along what was still to be told of them
            is_deleted = any(each < 0 for each in stored.people(row.id))
            if row.finished_at is None or row.thread_id is None or is_deleted:
                continue
            begun = [self.since[each] for each in stored.people(row.id) if each in self.since]
            ended = self.discord.witness.at.get((row.id, row.ply))
            if (ended is not None and any(at < ended for at in begun)) or row.id in self.one_match:
                yield row.id
