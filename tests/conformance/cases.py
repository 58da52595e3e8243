"""Every game and every variant, those of the tests among them."""

import functools

import pytest

from rules import GAMES, Position
from tests.golden.estimates import arbitrary
from tests.kit import rules
from tests.kit.toy_game import Hex
from tests.rules.plain import READINGS

TOY = Hex()
EVERY_GAME = (*GAMES, TOY.info.id)
CASES = (*rules.CASES, *((TOY.info.id, variant.id) for variant in TOY.info.variants))

every_game = pytest.mark.parametrize("game", EVERY_GAME)
every_variant = pytest.mark.parametrize(("game", "variant"), CASES)


@functools.cache
def positions(game: str, variant: str) -> tuple[Position, ...]:
    """Where somebody is to move: from random matches, and where a game is read plainly any."""
    some = arbitrary(game, variant, 4) if game in READINGS else ()
    return (*rules.sampled(game, variant), *some)
