"""What a player has played: ratings, records, and how two stand against each other."""

from bot.services.profiles.models import (
    MOST_RESULTS,
    GameProfile,
    GameStanding,
    Profile,
    Record,
    Versus,
)
from bot.services.profiles.service import ProfileService
