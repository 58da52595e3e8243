"""``/challenge``: asking somebody, or anybody, for a match."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.challenges.offering import make_offer
from bot.chat.common.games import game_choices
from bot.chat.interaction.actor import person_of
from bot.chat.interaction.client import Interaction, PlayingClient
from bot.services.challenges import Offer
from data.states import SeatChoice
from rules import GAMES

SEAT_CHOICES = [
    app_commands.Choice(name="I move first", value=SeatChoice.FIRST.value),
    app_commands.Choice(name="I move second", value=SeatChoice.SECOND.value),
    app_commands.Choice(name="At random", value=SeatChoice.RANDOM.value),
]


class Challenges(commands.Cog):
    """Challenging people."""

    @app_commands.command(description="Challenge somebody to a match, or anybody who is here")
    @app_commands.describe(
        game="Which game",
        opponent="Whom; leave it out and anyone here may accept",
        opponent2="The third player, where three play",
        variant="How it is played; the usual way if left out",
        seat="Who moves first; drawn at random if left out",
    )
    @app_commands.choices(game=game_choices(), seat=SEAT_CHOICES)
    @app_commands.guild_only()
    async def challenge(
        self,
        interaction: Interaction,
        game: str,
        opponent: discord.User | None = None,
        opponent2: discord.User | None = None,
        variant: str | None = None,
        seat: str = SeatChoice.RANDOM.value,
    ) -> None:
        people = tuple(person_of(user) for user in (opponent, opponent2) if user is not None)
        await make_offer(interaction, Offer(game, people, variant, SeatChoice(seat)))

    @challenge.autocomplete("variant")
    async def variants(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        chosen = GAMES.get(str(interaction.namespace.game))
        known = () if chosen is None else chosen.info.variants
        return [
            app_commands.Choice(name=variant.name, value=variant.id)
            for variant in known
            if typed.casefold() in f"{variant.name} {variant.id}".casefold()
        ]


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Challenges())
