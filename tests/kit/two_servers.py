"""Two servers whose keepers agree on a match, as everybody sees it."""

from typing import Any

import discord

from tests.kit.passing_time import pass_time
from tests.kit.people import fill, keeper_of
from tests.kit.shown import components_of, message_of
from tests.kit.world import Shown, World

CLOCK = "3d+12h/4d"
LISTS = (3, 5)


class Duel:
    """The Otters, in the world's server, and the Herons in another; each has a keeper."""

    def __init__(self, world: World) -> None:
        self.world = world
        server = world.env.create_guild("Heron Club", owner=world.env.create_user("heron owner"))
        role = server.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
        hera = server.add_member(world.env.create_user("Hera"), roles=[role])
        self.channels = (world.channel, server.create_text_channel("marsh"))
        self.keepers = (keeper_of(world), hera)
        self.eve, self.finn = (
            server.add_member(world.env.create_user(name)) for name in ("Eve", "Finn")
        )

    async def agree(self) -> None:
        """The keepers hand over a code, and accept it."""
        otter, heron = self.keepers
        form = await self.setup(0, "Offer a match")
        offer = {"game": "detach hexhex6", "boards": "2", "clock": CLOCK, "team": "Otters"}
        told = self.world.answer(await fill(otter, form, **offer, rating="1"))
        code = told.text.split("`")[1]
        form = await self.setup(1, "I have a code")
        shown = await fill(heron, form, code=code)
        seen = self.world.answer(shown).text
        assert "Otters" in seen
        assert "up to 2 boards" in seen
        assert "Board Club" not in seen
        form = await heron.click(message_of(shown), label="Accept")
        await fill(heron, form, team="Herons")
        await self.world.settle()

    async def setup(self, side: int, label: str) -> Any:
        """The form behind a button of managers."""
        shown: Any = await self.keepers[side].slash(self.channels[side], "club")
        return await self.keepers[side].click(shown.response, label=label)

    def card(self, side: int) -> Shown:
        shown = self.world.shown(self.channels[side])
        return next(each for each in shown if each.text.startswith("### "))

    def news(self, side: int) -> list[Shown]:
        shown = self.world.shown(self.channels[side])
        return [each for each in shown if each.text.startswith("**")]

    async def press(self, side: int, who: Any, label: str) -> Any:
        """Press a button of the card; the private answer."""
        card = self.world.message(self.channels[side], self.card(side).id)
        answered = await who.click(card, label=label)
        await self.world.settle()
        return answered

    async def join(self, side: int, who: Any) -> str:
        asked = await self.press(side, who, "Join")
        told = self.world.answer(asked).text
        await who.click(asked.response, label="Join")
        await self.world.settle()
        return told

    async def page(self, side: int, who: Any) -> Any:
        return (await self.press(side, who, "Open")).response

    async def choose(self, side: int, who: Any, action: str, value: str) -> Any:
        page = await self.page(side, who)
        ids = [each["custom_id"] for each in components_of(page) if each["type"] in LISTS]
        named = next(each for each in ids if f":{action}:" in each)
        return page, await who.select(page, [value], custom_id=named)

    def thread(self, side: int, match_id: int) -> Any:
        threads: Any = self.channels[side].threads
        return next(each for each in threads if each.name.endswith(f"match {match_id}"))

    async def later(self) -> None:
        await pass_time(self.world, 121)
        await self.world.settle()
