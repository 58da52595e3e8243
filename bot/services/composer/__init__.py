"""Moves being put together step by step."""

from bot.services.composer.composition import (
    MOST,
    ONE_BY_ONE,
    STOP,
    Choice,
    Choices,
    Composing,
    Composition,
    IllegalThere,
    MovedOn,
    NotWhole,
    begin,
    choices_of,
    choose,
    compose,
    composed,
    stage_of,
)
from bot.services.composer.service import PART, ComposerService
