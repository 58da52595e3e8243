"""Playing against the bot itself, which begins at once: ``/practice``."""

from discord import app_commands
from discord.ext import commands

from bot.chat.challenges.commands import FIRST_MOVES
from bot.chat.challenges.offering import make_offer
from bot.chat.interaction import AnyGame, ChatPart, Interaction, command, game_options
from bot.chat.interaction.command_words import choices
from bot.services.challenges import ChallengeOffer
from bot.services.matches import game_of, variant_of
from data.ids import Engine
from data.states import SeatChoice


async def play(
    interaction: Interaction,
    game: str,
    level: int,
    seat: SeatChoice = SeatChoice.FIRST,
    variant: str | None = None,
) -> None:
    """Begin a match in which engines of ``level`` take all other seats."""
    seats = variant_of(game_of(game).info, variant).seats
    engines = (Engine(level),) * (seats - 1)
    await make_offer(interaction, ChallengeOffer(game, (), variant, seat, engines=engines))


class Opponents(commands.Cog):
    @command(
        "Play against me, the bot, right away; it is never rated",
        game="Which game",
        level="How strong I play; a beginner if left out",
        first_move="Who moves first; you if left out",
        variant="Which variant; the usual one if left out",
    )
    @app_commands.choices(first_move=choices(FIRST_MOVES))
    @app_commands.choices(level=game_options.LEVEL_CHOICES)
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def practice(
        self,
        interaction: Interaction,
        game: AnyGame,
        level: int = game_options.BEGINNER,
        first_move: str = SeatChoice.FIRST.value,
        variant: game_options.AnyVariant | None = None,
    ) -> None:
        await play(interaction, game, level, SeatChoice(first_move), variant)


PART = ChatPart(cogs=(Opponents,))
