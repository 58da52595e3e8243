"""Moves being put together step by step."""

from bot.services.composer.composition import (
    ONE_BY_ONE,
    STOP,
    Choice,
    Composing,
    Composition,
    IllegalThere,
    MovedOn,
    NotWhole,
    begin,
    choose,
    compose,
    composed,
    stage_of,
)
from bot.services.composer.parts import Part, parts_of, ways_on
from bot.services.composer.service import PART, ComposerService
