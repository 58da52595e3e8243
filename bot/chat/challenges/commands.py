"""``/challenge``: asking somebody, or anybody, for a match."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.client import Quintet
from bot.chat.challenges.card import post_card
from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.interaction.refusals import missing_permission
from data.states import SeatChoice
from rules import GAMES

Player = discord.Member | discord.User

GAME_CHOICES = [
    app_commands.Choice(name=game.info.name, value=game.info.id) for game in GAMES.values()
]
SEAT_CHOICES = [
    app_commands.Choice(name="I move first", value=SeatChoice.FIRST.value),
    app_commands.Choice(name="I move second", value=SeatChoice.SECOND.value),
    app_commands.Choice(name="By lot", value=SeatChoice.RANDOM.value),
]


class Challenges(commands.Cog):
    """Challenging people."""

    @app_commands.command(description="Challenge somebody to a match, or anybody who is here")
    @app_commands.describe(
        game="Which game",
        opponent="Whom; leave it out and anyone here may accept",
        opponent2="The third player, where three play",
        variant="How it is played; the usual way if left out",
        seat="Who moves first; by lot if left out",
    )
    @app_commands.choices(game=GAME_CHOICES, seat=SEAT_CHOICES)
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
        missing = first_missing(interaction.app_permissions, POSTING)
        if missing is not None:
            await answers.say(interaction, missing_permission(missing))
            return
        view = await answers.services(interaction).challenges.offer(
            answers.you(interaction),
            tuple(answers.person(user) for user in (opponent, opponent2) if user is not None),
            game,
            variant,
            SeatChoice(seat),
            answers.place(interaction),
            answers.once(interaction),
        )
        await post_card(interaction, view)

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


async def setup(client: Quintet) -> None:
    await client.add_cog(Challenges())
