"""``/challenge``: asking somebody, or anybody, for a match."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.challenges.offering import make_offer
from bot.chat.common.games import game_choices
from bot.chat.common.levels import CASUAL, LEVEL_CHOICES
from bot.chat.interaction.actor import person_of
from bot.chat.interaction.client import Interaction, PlayingClient
from bot.chat.interaction.game_options import AnyClock, AnyVariant
from bot.services.challenges import Offer
from data.states import SeatChoice

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
        variant: AnyVariant | None = None,
        seat: str = SeatChoice.RANDOM.value,
        level: int = CASUAL,
        clock: AnyClock | None = None,
        rated: str | None = None,
    ) -> None:
        people = tuple(person_of(user) for user in (opponent, opponent2) if user is not None)
        wish = None if rated is None else rated == RATED
        offer = Offer(game, people, variant, SeatChoice(seat), clock, wish)
        await make_offer(interaction, offer, level)


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Challenges())
