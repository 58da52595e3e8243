"""Moves being put together step by step."""

from bot.services.composer.composition import *
from bot.services.composer.service import PART, ComposerService
