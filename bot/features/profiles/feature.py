"""Profiles, declared whole."""

from bot.core.services import plain
from bot.features.profiles import screen
from bot.features.profiles.service import ProfileService
from bot.screen.interaction import Feature

FEATURE = Feature(services={ProfileService: plain(ProfileService)}, screens=(screen.SCREEN,))
