"""``/challenge``: asking somebody, or anybody, for a match."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.challenges.offering import make_offer
from bot.chat.common.clocks import clock_label
from bot.chat.common.games import game_choices
from bot.chat.common.levels import CASUAL, LEVEL_CHOICES
from bot.chat.interaction.actor import actor_of, person_of
from bot.chat.interaction.client import Interaction, PlayingClient, services
from bot.services.challenges import Offer
from bot.services.clocks import complete_clock
from data.states import SeatChoice
from rules import GAMES

SEAT_CHOICES = [
    app_commands.Choice(name="I move first", value=SeatChoice.FIRST.value),
    app_commands.Choice(name="I move second", value=SeatChoice.SECOND.value),
    app_commands.Choice(name="At random", value=SeatChoice.RANDOM.value),
]
RATED, FRIENDLY = "rated", "friendly"
RATED_CHOICES = [
    app_commands.Choice(name="Rated: it moves your ratings", value=RATED),
    app_commands.Choice(name="Friendly: it moves no rating", value=FRIENDLY),
]
CLOCK_LENGTH = 100


class Challenges(commands.Cog):
    """Challenging people."""

    @app_commands.command(description="Challenge somebody to a match, or anybody who is here")
    @app_commands.describe(
        game="Which game",
        opponent="Whom; leave it out and anyone here may accept",
        opponent2="The third player, where three play",
        variant="How it is played; the usual way if left out",
        seat="Who moves first; drawn at random if left out",
        level="How strong I play, where you name me as the opponent",
        clock="How long you may think, such as 3d for every move; as usual here if left out",
        rated="Whether it moves your ratings; as usual here if left out",
    )
    @app_commands.choices(game=game_choices(), seat=SEAT_CHOICES, rated=RATED_CHOICES)
    @app_commands.choices(level=LEVEL_CHOICES)
    @app_commands.guild_only()
    async def challenge(
        self,
        interaction: Interaction,
        game: str,
        opponent: discord.User | None = None,
        opponent2: discord.User | None = None,
        variant: str | None = None,
        seat: str = SeatChoice.RANDOM.value,
        level: int = CASUAL,
        clock: app_commands.Range[str, 1, CLOCK_LENGTH] | None = None,
        rated: str | None = None,
    ) -> None:
        people = tuple(person_of(user) for user in (opponent, opponent2) if user is not None)
        wish = None if rated is None else rated == RATED
        offer = Offer(game, people, variant, SeatChoice(seat), clock, wish)
        await make_offer(interaction, offer, level)

    @challenge.autocomplete("variant")
    async def variants(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return variant_choices(interaction, typed)

    @challenge.autocomplete("clock")
    async def clocks(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        server_id = actor_of(interaction).place.server_id
        settings = services(interaction).settings
        allowed = (
            None if server_id is None else (await settings.of_server(server_id)).allowed_clocks
        )
        found = complete_clock(typed)
        return [
            app_commands.Choice(name=clock_label(clock), value=str(clock))
            for clock in found
            if allowed is None or str(clock) in allowed
        ]


def variant_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The variants of the game that was chosen, by what was typed of them."""
    chosen = GAMES.get(str(interaction.namespace.game))
    known = () if chosen is None else chosen.info.variants
    return [
        app_commands.Choice(name=variant.name, value=variant.id)
        for variant in known
        if typed.casefold() in f"{variant.name} {variant.id}".casefold()
    ]


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Challenges())
