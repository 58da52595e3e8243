"""``/play``: a match against the bot, at once."""

from discord import app_commands
from discord.ext import commands

from bot.core.matches import game_of, variant_of
from bot.features.challenges.offer import ChallengeOffer
from bot.features.challenges.screen.offering import make_offer
from bot.screen.buttons import games_row
from bot.screen.ids import CustomId, Name
from bot.screen.interaction import (
    AnyGame,
    Click,
    Handler,
    Interaction,
    Screen,
    command,
    command_options,
)
from bot.screen.page import Accent, Button, Page, Row, Style
from data.ids import Engine
from data.states import SeatChoice
from rules.engine import LEVELS
from rules.texts import Text

NO_LEVEL = 0
"""The level is not chosen yet."""


class PlayButton(CustomId, prefix="pl"):
    """Begins a match against the bot at ``level``, or asks for it."""

    game: Name
    level: int
    seat: SeatChoice = SeatChoice.FIRST


async def play(
    interaction: Interaction,
    game: str | None = None,
    level: int | None = None,
    seat: SeatChoice = SeatChoice.FIRST,
    variant: str | None = None,
) -> None:
    """Begin a match against engines of ``level``; without a game, ask which."""
    if game is None:
        games = games_row(lambda game: PlayButton(game, level or NO_LEVEL, seat))
        await interaction.show(Page(Text("### Play me\nWhich game?"), games, accent=Accent.TEAL))
        return
    seats = variant_of(game_of(game).info, variant).seats
    engines = (Engine(level or command_options.BEGINNER),) * (seats - 1)
    await make_offer(interaction, ChallengeOffer(game, (), variant, seat, engines=engines))


async def on_play(click: Click[PlayButton]) -> None:
    asked = click.id
    if asked.level in LEVELS:
        await play(click, asked.game, asked.level, asked.seat)
        return
    await click.defer_update()
    levels = (
        Button(
            level.name,
            PlayButton(asked.game, number, asked.seat),
            Style.SUCCESS if number == command_options.BEGINNER else Style.SECONDARY,
        )
        for number, level in LEVELS.items()
    )
    told = Text("### Play me: {game}\nHow strong shall I be?", game=game_of(asked.game).info.name)
    await click.show(Page(told, Row(*levels), accent=Accent.TEAL))


class Opponents(commands.Cog):
    @command(
        "Play against me, the bot, right away; it is never rated",
        game="Which game",
        level="How strong I play; a beginner if left out",
        first_move="Who moves first; you if left out",
        variant="Which variant of the game; the usual one if left out",
    )
    @app_commands.choices(first_move=command_options.FIRST_MOVES)
    @app_commands.choices(level=command_options.LEVEL_CHOICES)
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def play(
        self,
        interaction: Interaction,
        game: AnyGame | None = None,
        level: int | None = None,
        first_move: str = SeatChoice.FIRST.value,
        variant: command_options.AnyVariant | None = None,
    ) -> None:
        game = game or command_options.game_with(variant)
        await play(interaction, game, level, SeatChoice(first_move), variant)


SCREEN = Screen(cogs=(Opponents,), handlers=(Handler(PlayButton, on_play, defer=False),))
