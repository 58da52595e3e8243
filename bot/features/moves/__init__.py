"""Moves being put together step by step."""

from bot.features.moves.composition import (
    STOP,
    Choice,
    Composition,
    IllegalThere,
    MovedOn,
    begin,
    choose,
    compose,
    composed,
    stage_of,
)
