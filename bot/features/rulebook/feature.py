"""The rules of the games, declared whole."""

from bot.features.rulebook import screen
from bot.screen.interaction import Feature

FEATURE = Feature(screens=(screen.SCREEN,))
