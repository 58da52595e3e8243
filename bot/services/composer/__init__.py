"""Moves being put together step by step."""

from bot.services.composer.composition import (
    ONE_BY_ONE,
    STOP,
    Choice,
    Composing,
    Composition,
    IllegalThere,
    MenuPart,
    MovedOn,
    NotWhole,
    begin,
    choose,
    compose,
    composed,
    parts_of,
    stage_of,
    ways_on,
)
from bot.services.composer.service import PART, ComposerService
