"""How people and servers want things to be."""

from bot.features.settings.service import BlockedYourself, BlockService
