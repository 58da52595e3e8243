"""Moves being put together step by step."""

from __future__ import annotations

from bot.services.composer.composition import Composition, compose
from bot.services.composer.errors import NotWhole, OtherStage
from bot.services.composer.models import Composing
from bot.services.composer.service import ComposerService

__all__ = ["ComposerService", "Composing", "Composition", "NotWhole", "OtherStage", "compose"]
