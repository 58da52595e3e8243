"""Building moves from small choices, and preparing answers to moves of others.

``composition.py`` has the arithmetic of choices, ``service.py`` the composer's stored drafts, and
``conditionals.py`` the prepared answers.
"""

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
