"""In a language for trials no page of a tournament is plain English, in any format."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.chat.tournaments.choices import Choices, packed
from bot.chat.tournaments.creating import Control as Chosen
from bot.chat.tournaments.creating import CupPanel
from bot.chat.tournaments.events import HEARD
from data.states import TournamentEvent, TournamentKind
from languages.pseudo import Pseudo
from tests.kit.crawling import BUTTON, Control, Crawler, press_control
from tests.kit.cups import CupWorld, open_cup
from tests.kit.people import acting, with_role
from tests.kit.plain_english import plain_in
from tests.kit.speaking import known, speak
from tests.kit.table import DAY, look, press
from tests.kit.world import World, open_world

CHOSEN = {
    TournamentKind.LEAGUE: {},
    TournamentKind.ROUND_ROBIN: {"at_once": "2"},
    TournamentKind.KNOCKOUT: {"third": "1"},
    TournamentKind.SWISS: {"rounds": "3", "round_days": "14"},
}
MOVES = ("b2-b4", "c7-c5")
ENDS = ("cu:1:withdrawn", "cu:1:leave")
"""What is pressed by those who are to go."""


class Readers:
    """Ada, who plays, and Boss, who organises: their Discord is in the language for trials."""

    def __init__(self, world: World, cup: CupWorld, boss: Any) -> None:
        self.world, self.cup, self.boss = world, cup, boss
        self.plain: set[str] = set()

    async def read(self, kind: TournamentKind) -> None:
        """Look at everything that there is now."""
        await self.cup.pass_on()
        await self._press_all(self.world.ada, "cu:", ("show", "history"))
        for about in ({}, {"player": self.world.ben}, {"player": self.boss}, self._both()):
            await self.boss.slash(self.cup.channel, "tournament manage", **about)
        await self._press_all(self.boss, "ca:1:", (), "ca:1:begin", "ca:1:put_in")
        await self._make(kind)
        self.look()

    def _both(self) -> dict[str, Any]:
        return {"player": self.world.ben, "opponent": self.world.chloe}

    async def _press_all(self, who: Any, only: str, asked: Any, *never: str) -> None:
        for command in asked:
            await who.slash(self.cup.channel, f"tournament {command}")
        crawler = Crawler(self.world, who, self.cup.channel, only, (*ENDS, *never))
        await crawler.press_all()
        assert crawler.found
        for form in crawler.forms:
            self.plain |= {*plain_in([form]), *plain_in(form["components"])}

    async def _make(self, kind: TournamentKind) -> None:
        """The panel that makes one of the kind, and its form."""
        await self.boss.slash(self.cup.channel, "tournament create")
        for control, step in (
            (Chosen.BACK, 1),
            (Chosen.NEXT, 0),
            (Chosen.NEXT, 1),
            (Chosen.LIMITS, 2),
        ):
            now = CupPanel(control, kind, "apart", packed(Choices(step=step, rating_to=1700)))
            button = Control(str(now), BUTTON, (), private=True, dangerous=False)
            pressed = await press_control(self.world, self.boss, self.cup.channel, button)
            if pressed.modal is not None:
                self.plain |= {*plain_in([pressed.modal]), *plain_in(pressed.modal["components"])}
        self.look()

    def look(self) -> None:
        """Read what stands in the channel and in Ada's direct messages."""
        backend = self.world.env.backend
        direct = backend.dm_channels.get(self.world.ada.id)
        for there in (self.cup.channel.id, *([] if direct is None else [direct])):
            for message in backend.messages[there].values():
                if any(message.visible_to(each.id) for each in (self.world.ada, self.boss)):
                    self.plain |= {*plain_in(message.components)}


async def _play(world: World, cup: CupWorld, people: list[Any], played: set[int]) -> None:
    """Who entered earlier wins all games that run."""
    for thread in [each for each in cup.threads() if each.id not in played]:
        played.add(thread.id)
        board = world.shown(thread)[0]
        both = [each for each in people if f"\u2068{each.name}\u2069" in board.text]
        both.sort(key=lambda each: each.id not in board.pinged)
        for who, move in zip(both, MOVES, strict=True):
            await who.slash(thread, "move", text=move)
        last = max(both, key=people.index)
        question = (await last.slash(thread, "resign")).response
        if "Resign" in look(question).buttons:  # else it ended with somebody who was withdrawn
            await last.click(question, label="Resign")
        await world.settle()


@pytest.mark.slow
@pytest.mark.parametrize("kind", TournamentKind)
async def test_no_page_of_a_tournament_is_plain_english(
    tmp_path: Path, kind: TournamentKind
) -> None:
    with known(de=Pseudo()):
        async with open_world(tmp_path / "pseudo.db") as world:
            boss, _ = with_role(world, "Boss", "Bosses", manage_guild=True)
            speak(world, dict.fromkeys((world.ada.id, boss.id), "de"))
            owner = acting(world, boss, manages_server=True)
            services = world.client.services
            await services.settings.change_server(owner, lambda now: replace(now, language="de"))
            cup = await open_cup(world, kind.value, game="apart", **CHOSEN[kind], days="0")
            more = [
                world.server.add_member(world.env.create_user(each)) for each in ("Eve", "Finn")
            ]
            readers, played = Readers(world, cup, boss), set[int]()
            people = [world.ada, world.ben, world.chloe, world.dan, *more]
            for who in people:
                await press(world, who, cup.message(), "cu:1:join:0")
                await world.settle()
            await readers.read(kind)
            await cup.manage("Begin now")
            await readers.read(kind)
            await cup.manage("Pause", "\u2026 1")
            await readers.read(kind)
            await cup.manage("Resume", "\u2026 2")
            await _play(world, cup, people, played)
            await cup.manage("Withdraw", "\u2026 3", player=more[1])
            await readers.read(kind)
            while any(each.id not in played for each in cup.threads()):
                await _play(world, cup, people, played)
            await cup.pass_on(DAY)
            await readers.read(kind)
            over = HEARD[TournamentEvent.OVER].said(Pseudo())
            assert any(over in each for each in cup.news())
    assert sorted(readers.plain) == []
