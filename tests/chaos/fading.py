"""A server in which places vanish: for a while or for ever, as Discord's final refusals say.

A channel is closed to the bot, or deleted with its threads; a thread or a board is deleted;
somebody takes no direct messages; the bot is removed from the server and invited again.
"""

import asyncio
from collections.abc import Iterable

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.chaos.acting import FOR_TWO, Acting, some_match
from tests.chaos.failing_discord import FailingDiscord
from tests.chaos.reading import Stored, rows
from tests.kit.strict import servers
from tests.kit.strict.answering import refuse
from tests.kit.strict.documented import POST_MESSAGE
from tests.kit.strict.messages import close_directs, open_directs

ENDS_AFTER = 8
"""After so many moves somebody resigns, so that there are ends to be told."""
CLOSED = ("view_channel", "send_messages", "send_messages_in_threads")
UNFORESEEN = ("50001", "50013", "160005", "200000")
"""Final refusals of which nothing can be known before."""
SHORT, LONG = 3.0, 12.0
"""Seconds for which a place is closed."""
BETWEEN = (1.0, 4.0)
"""Seconds between two such troubles in a server."""
RUNNING = (
    "SELECT m.id, m.thread_id, m.ply FROM matches m JOIN seats s ON s.match_id = m.id"
    " WHERE m.finished_at IS NULL AND s.player_id = {player} AND m.channel_id = {channel}"
    " ORDER BY m.id"
)


class Room(Acting):
    """Two people in a channel that may vanish, who play on by what they know."""

    def __init__(
        self, discord_: FailingDiscord, server_id: int, number: int, database_url: str
    ) -> None:
        super().__init__(discord_, server_id, number, "fading")
        self._database_url = database_url
        self.people = [self.joining(f"{name} fading") for name in ("Ada", "Ben")]
        self.calm = asyncio.Lock()
        """Held while somebody acts, and while a place vanishes."""
        self.texts: dict[int, tuple[str, ...]] = {}
        """By match the moves that are to be played."""
        self._chosen = FOR_TWO[0]

    async def play(self, enough: asyncio.Event) -> None:
        while not enough.is_set():
            async with self.calm:
                await self._step()
            await self.rest(enough, self.chance.uniform(0.2, 1.0))

    async def _step(self) -> None:
        asked = RUNNING.format(player=self.people[0].id, channel=self.channel_id)
        found = await rows(self._database_url, asked)
        if not found:
            await self._begin()
        for number, thread, ply in found[:1]:
            await self._turn(number, thread, ply)

    async def _begin(self) -> None:
        card = self.open_card()
        if card is not None:
            await self.ask(self.people[1].click(self.channel_id, *card))
            return
        game, variant = self._chosen = self.chance.choice(FOR_TWO)
        given = {"game": game, "variant": variant, "clock": "1d", "first_move": "first"}
        await self.ask(self.people[0].command(self.channel_id, "challenge", **given))

    async def _turn(self, number: int, thread: int | None, ply: int) -> None:
        """Move, or resign; in the thread, or where that is gone in the channel."""
        texts = self.texts.setdefault(number, some_match(*self._chosen, seed=number))
        place = thread if thread in self.discord.backend.channels else self.channel_id
        if ply >= min(ENDS_AFTER, len(texts)):
            asked = await self.ask(self.people[0].command(place, "resign", match=number))
            await self.press(self.people[0], place, asked, "Resign")
            return
        mover = self.people[ply % 2]
        told = await self.ask(mover.command(place, "move", text=texts[ply], match=number))
        if any(each.text.startswith("Played.") for each in told):
            self.kept.add((number, ply + 1))

    def vanish(self) -> None:
        """Delete the channel with its threads, for ever; there is another one from now on."""
        backend = self.discord.backend
        threads = self.threads()
        for each in threads:  # of which Discord tells nothing more
            backend.get_guild(self.server_id).thread_ids.remove(each)
            del backend.channels[each], backend.messages[each]
        backend.delete_channel(self.channel_id)
        name = f"fading-{self.number}-{len(self.discord.gone)}"
        self.discord.gone |= {self.channel_id, *threads}
        self.channel_id = backend.create_channel(self.server_id, name).id

    def threads(self) -> list[int]:
        channels = self.discord.backend.channels.values()
        return [each.id for each in channels if each.parent_id == self.channel_id]

    def permit(self, *closed: str) -> None:
        """Deny the bot these permissions in the channel, and no others."""
        backend = self.discord.backend
        denied = discord.Permissions(**dict.fromkeys(closed, True)).value
        bot = backend.bot_user.id
        backend.set_overwrite(self.channel_id, Overwrite(bot, OverwriteType.MEMBER, 0, denied))

    def missing(self, stored: Stored) -> Iterable[str]:
        """Moves that were told and lost, boards that came twice, and the newest one's absence."""
        shown: dict[int, list[int]] = {}
        for channel, boards in self.discord.witness.boards.items():
            for number, ply in boards if channel not in self.discord.gone else ():
                shown.setdefault(number, []).append(ply)
        for number, ply in sorted(self.kept):
            if stored.one("entries", match_id=number, ply=ply) is None:
                yield f"match {number} ply {ply} is lost"
        for number in self.texts:
            match, plies = stored.one("matches", id=number), shown.get(number, [])
            yield from (f"match {number} ply {p} twice" for p in {*plies} if plies.count(p) > 1)
            lost = self.discord.gone & {match.channel_id, match.board_channel_id}
            if not lost and match.ply not in plies:
                yield f"the newest board of match {number}, ply {match.ply} beside {plies}"


class Fading(Acting):
    """What vanishes in a server of two rooms, and somebody who follows one who plays there."""

    def __init__(
        self, discord_: FailingDiscord, server_id: int, number: int, rooms: Iterable[Room]
    ) -> None:
        super().__init__(discord_, server_id, number, "fate")
        self._rooms = tuple(rooms)
        self.fan = self.joining("Fan of fading")

    async def play(self, enough: asyncio.Event) -> None:
        """One trouble after another; in the end all is open that is not gone."""
        friend = self._rooms[0].people[0]
        await asyncio.gather(self._trouble(enough), self.follow(enough, self.fan, friend))

    async def _trouble(self, enough: asyncio.Event) -> None:
        acts = (
            *(self._close, self._close, self._vanish, self._thread, self._board),
            *(self._remove, self._directs, *(3 * (self._refuse,))),
        )
        while not enough.is_set():
            await self.rest(enough, self.chance.uniform(*BETWEEN))
            if self.discord.rate:
                await self.chance.choice(acts)(enough, self.chance.choice(self._rooms))

    def _note(self, what: str) -> None:
        self.discord.failed[what] += 1
        self.discord.changes += 1

    async def _for_a_while(self, enough: asyncio.Event) -> None:
        await self.rest(enough, self.chance.uniform(SHORT, LONG))
        self.discord.changes += 1

    async def _close(self, enough: asyncio.Event, room: Room) -> None:
        async with room.calm:
            self._note("channel closed")
            room.permit(self.chance.choice(CLOSED))
        await self._for_a_while(enough)
        room.permit()

    async def _refuse(self, enough: asyncio.Event, room: Room) -> None:
        """Let nothing be posted in a channel and its threads, for what the bot cannot know of."""
        name, backend = self.chance.choice(UNFORESEEN), self.discord.backend
        async with room.calm:
            self._note("posts refused")
            places = (room.channel_id, *room.threads())
            refused = [refuse(backend, POST_MESSAGE, name, each) for each in places]
        await self._for_a_while(enough)
        for each in refused:
            each.lift()
        room.permit("add_reactions")  # somebody changes something, which the bot is told
        room.permit()

    async def _vanish(self, _: asyncio.Event, room: Room) -> None:
        async with room.calm:
            self._note("channel deleted")
            room.vanish()

    async def _thread(self, _: asyncio.Event, room: Room) -> None:
        async with room.calm:
            for each in room.threads()[-1:]:
                self._note("thread deleted")
                self.discord.gone.add(each)
                self.discord.backend.delete_channel(each)

    async def _board(self, _: asyncio.Event, room: Room) -> None:
        async with room.calm:
            for thread in room.threads()[-1:]:
                for each in self.shown(thread)[-1:]:
                    self._note("board deleted")
                    self.discord.backend.delete_message(thread, each.id)

    async def _directs(self, enough: asyncio.Event, _: Room) -> None:
        self._note("directs closed")
        self.discord.shut_out.add(self.fan.id)
        close_directs(self.discord.backend, self.fan.id)
        await self._for_a_while(enough)
        open_directs(self.discord.backend, self.fan.id)

    async def _remove(self, enough: asyncio.Event, _: Room) -> None:
        """Nobody can do anything with the bot while it is not in the server."""
        async with self._rooms[0].calm, self._rooms[1].calm:
            self._note("bot removed")
            servers.remove_bot(self.discord.backend, self.server_id)
            await self._for_a_while(enough)
            servers.add_bot(self.discord.backend, self.server_id)

    def missing(self, stored: Stored) -> Iterable[str]:
        """Places at which the bot is still said to be absent, and is not; ends told twice."""
        for each in stored.of("absences", server_id=self.server_id, ended=None):
            there = each.channel_id in {0, *self.discord.backend.channels}
            if there and each.channel_id not in self.discord.gone:
                yield f"an absence in {each.channel_id}, which is open"
        texts = [each.text for each in self.directs(self.fan.id)]
        yield from (f"told twice: {each}" for each in {*texts} if texts.count(each) > 1)
