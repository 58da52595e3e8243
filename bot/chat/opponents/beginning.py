"""Beginning a match against the bot."""

from bot.chat.challenges.offering import make_offer
from bot.chat.common.levels import BEGINNER
from bot.chat.interaction.client import Interaction
from bot.services.challenges import Offer
from bot.services.matches import game_of, variant_of
from data.ids import Engine
from data.states import SeatChoice


async def play_beginner(interaction: Interaction, game: str) -> None:
    """Begin somebody's first match: they move first, against the weakest level.

    Raises UnknownGame.
    """
    await play(interaction, game, BEGINNER)


async def play(
    interaction: Interaction,
    game: str,
    level: int,
    seat: SeatChoice = SeatChoice.FIRST,
    variant: str | None = None,
) -> None:
    """Begin a match in which engines of ``level`` take all other seats.

    Raises UnknownGame or UnknownVariant, and what a challenge raises.
    """
    seats = variant_of(game_of(game).info, variant).seats
    engines = (Engine(level),) * (seats - 1)
    await make_offer(interaction, Offer(game, (), variant, seat, engines=engines))
