"""People of a server who do things, whatever happens, and remember what they were told."""

import asyncio
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from simcord.backend.errors import BackendError

from rules import GAMES
from tests.chaos.failing_discord import FailingDiscord
from tests.chaos.reading import Stored
from tests.kit.friend import Action, Friend
from tests.kit.rules import random_match
from tests.kit.shown import Shown, look, posted

LOOK_EVERY = 0.1
GIVE_UP_AFTER = 8.0
"""Seconds after which somebody who saw nothing happen tries again."""
TWICE = 0.03
"""How many clicks Discord tells of twice."""
FOR_TWO = [
    (game, variant.id)
    for game in GAMES
    for variant in GAMES[game].info.variants
    if variant.seats == 2 and not variant.seeded
]


@dataclass
class Played:
    """A match as its players know it: what they want to play, and which plies were told."""

    thread_id: int
    texts: tuple[str, ...]
    told: set[int] = field(default_factory=set)


class Acting:
    """Some people in a channel of their own."""

    def __init__(
        self, discord: FailingDiscord, server_id: int, number: int, channel: str = "games"
    ) -> None:
        self.discord = discord
        self.number = number
        self.server_id = server_id
        self.chance = Random(f"{channel} {number}")
        self.channel_id = discord.backend.create_channel(server_id, f"{channel}-{number}").id
        self.matches: list[Played] = []
        self.actions: list[Action] = []
        self.kept: set[Any] = set()
        """What the verdict has to ask after: matches, plies or people, as each has noted them."""

    async def play(self, enough: asyncio.Event) -> None:
        raise NotImplementedError

    def missing(self, stored: Stored) -> Iterable[str]:  # noqa: ARG002 - as for all
        """What they were promised and did not get, or got and should not have; for the verdict."""
        return ()

    def joining(self, name: str) -> Friend:
        return Friend.joining(self.discord, self.server_id, f"{name} {self.number}")

    def do(self, action: Action) -> Any:
        """Do something, which Discord may tell of twice; the record of what the bot makes of it."""
        self.actions.append(action)
        action.send()
        if self.discord.rate and self.chance.random() < TWICE:
            seconds = self.chance.choice([0.0, 0.5, 60.0])
            self.discord.send_again("INTERACTION_CREATE", action.payload, seconds)
        return action.record

    async def ask(self, action: Action) -> list[Shown]:
        """Do something; what one is answered in the end, nothing if no answer came in time."""
        record = self.do(action)
        await self.wait(lambda: record.responded and not record.loading)
        return [] if record.loading else self.answers(record)

    async def insist(
        self, enough: asyncio.Event, action: Callable[[], Action], *words: str
    ) -> list[Shown]:
        """Do something again and again until the answer has one of the words."""
        while not enough.is_set():
            answers = await self.ask(action())
            if any(word in each.text for each in answers for word in words):
                return answers
            await self.rest(enough, 1)
        return []

    async def settings_page(self, enough: asyncio.Event, who: Friend) -> int:
        """The message that shows somebody their settings; 0 where it is enough before."""
        page = await self.insist(
            enough, lambda: who.command(self.channel_id, "settings"), "Your settings"
        )
        return page[0].id if page else 0

    async def wait(self, condition: Callable[[], Any], seconds: float = GIVE_UP_AFTER) -> Any:
        """What the condition gives, once it gives something; None after so long."""
        for _ in range(int(seconds / LOOK_EVERY)):
            found = condition()
            if found:
                return found
            await asyncio.sleep(LOOK_EVERY)
        return None

    async def rest(self, enough: asyncio.Event, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await enough.wait()

    def answers(self, record: Any) -> list[Shown]:
        """What stands in the answers to something that was done, as they are now."""
        numbers = [record.message_id, *record.followup_ids]
        found = [self.message(record.channel_id, each) for each in numbers if each is not None]
        if not found and record.source_message_id is not None:
            found = [self.message(record.channel_id, record.source_message_id)]
        return [each for each in found if each is not None]

    def message(self, channel_id: int, number: int) -> Shown | None:
        """A message as it stands now, None if it was taken away."""
        try:
            return look(self.discord.backend.get_message(channel_id, number))
        except BackendError:
            return None

    def shown(self, channel_id: int | None) -> list[Shown]:
        return [] if channel_id is None else posted(self.discord.backend, channel_id)

    def directs(self, who: int) -> list[Shown]:
        return self.shown(self.discord.backend.dm_channels.get(who))

    async def begin(
        self, enough: asyncio.Event, first: Friend, second: Friend, **options: Any
    ) -> int | None:
        """A challenge that is accepted, offered again if need be; the match's thread."""
        known = {shown.id for shown in self.shown(self.channel_id)}
        given = {"first_move": "first", "clock": "none", "rated": "rated", **options}
        while not enough.is_set():
            card = self.open_card(known)
            if card is None:
                self.do(first.command(self.channel_id, "challenge", **given))
                card = await self.wait(lambda: self.open_card(known))
            if card is not None:
                self.do(second.click(self.channel_id, *card))
                if await self.wait(partial(self.has_begun, card[0])):
                    return int(card[0])
        return None

    async def move(self, who: Friend, match: Played, ply: int) -> None:
        """Make the move of this ply, unless its answer is seen by now, and remember "Played"."""
        if self.ply(match.thread_id) != ply:  # a prepared one may have come with it
            return
        text = match.texts[ply]
        record = self.do(who.command(match.thread_id, "move", text=text))
        await self.wait(lambda: self.ply(match.thread_id) > ply)
        for _ in range(5):  # the answer may come after the board
            if not record.loading:
                break
            await asyncio.sleep(LOOK_EVERY)
        if any(each.text.startswith("Played.") for each in self.answers(record)):
            match.told.add(ply + 1)

    async def resign(self, enough: asyncio.Event, who: Friend, thread_id: int) -> None:
        while not enough.is_set() and not self.is_over(thread_id):
            asked = await self.ask(who.command(thread_id, "resign"))
            await self.press(who, thread_id, asked, "Resign")
            await self.wait(partial(self.is_over, thread_id))

    def ply(self, thread_id: int) -> int:
        """Up to which ply there are boards, -1 for none."""
        boards = self.discord.witness.boards.get(thread_id, ())
        return max((ply for _, ply in boards), default=-1)

    def has_passed(self, thread_id: int, ply: int) -> bool:
        return self.ply(thread_id) > ply

    def has_begun(self, thread_id: int) -> bool:
        return self.ply(thread_id) >= 0

    def match_of(self, thread_id: int) -> int:
        return self.discord.witness.boards[thread_id][0][0]

    async def press_board(self, who: Friend, thread_id: int, mark: str) -> list[Shown]:
        """Press what ``mark`` names, with the match and its ply, on the newest board."""
        board = self.last_board(thread_id)
        if board is None:
            return []
        said = mark.format(match=self.match_of(thread_id), ply=self.ply(thread_id))
        return await self.ask(who.click(thread_id, board.id, said))

    async def prepare(self, who: Friend, thread_id: int, line: str) -> list[Shown]:
        board = self.last_board(thread_id)
        if board is None:
            return []
        form = f"if:{self.match_of(thread_id)}:00000000:type:0"
        return await self.ask(who.form(thread_id, board.id, form, line=line))

    def last_board(self, thread_id: int) -> Shown | None:
        """The newest board, None where there is none."""
        marked = f"m:{self.match_of(thread_id)}:{self.ply(thread_id)}:"
        for each in self.shown(thread_id):
            if any(mark.startswith(marked) for mark in each.custom_ids):
                return each
        return None

    def is_over(self, thread_id: int) -> bool:
        board = self.last_board(thread_id)
        return board is not None and "Rematch" in board.buttons

    async def press(
        self, who: Friend, channel_id: int, answers: Iterable[Shown], label: str
    ) -> list[Shown]:
        """Press a button in the first of these answers that has it; what one is answered."""
        for each in answers:
            if label in each.buttons:
                return await self.ask(who.click(channel_id, each.id, mark_of(each, label)))
        return []

    async def follow(self, enough: asyncio.Event, fan: Friend, friend: Friend) -> bool:
        """Follow a person for sure, unless it is enough before."""
        while not enough.is_set():
            shown = await self.ask(fan.command(self.channel_id, "profile", player=friend.id))
            told = await self.press(fan, self.channel_id, shown, "Follow")
            if any("Stop following" in each.buttons for each in (*shown, *told)):
                return True
            await self.rest(enough, 1)
        return False

    def open_card(self, known: Collection[int] = ()) -> tuple[int, str] | None:
        """The first card in the channel, of those that are not known, that can be accepted."""
        return self.card(self.channel_id, "Accept", known=known)

    def card(
        self, channel_id: int, label: str, said: str = "", known: Collection[int] = ()
    ) -> tuple[int, str] | None:
        """The first message with such a button, in which that is said, and the button's id."""
        for shown in self.shown(channel_id):
            if shown.id not in known and label in shown.buttons and said in shown.text:
                return shown.id, mark_of(shown, label)
        return None


def mark_of(shown: Shown, label: str) -> str:
    return shown.custom_ids[shown.buttons.index(label)]


def some_match(game: str, variant: str, seed: int) -> tuple[str, ...]:
    return tuple(str(move) for _, move, _ in random_match(game, variant, seed))
