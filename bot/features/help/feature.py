"""Help, declared whole."""

from bot.features.help import screen
from bot.screen.feature import Feature

FEATURE = Feature(screens=(screen.SCREEN,))
