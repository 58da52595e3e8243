"""Moves being put together step by step."""

from bot.features.moves.composition import (
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
from bot.features.moves.conditionals import ConditionalService
from bot.features.moves.service import ComposerService
