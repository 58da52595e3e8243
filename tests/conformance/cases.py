"""Every game and every variant, those of the tests among them."""

import pytest

from rules import GAMES
from tests.kit import rules
from tests.kit.toy_game import Hex

TOY = Hex()
EVERY_GAME = (*GAMES, TOY.info.id)
CASES = (*rules.CASES, *((TOY.info.id, variant.id) for variant in TOY.info.variants))

every_game = pytest.mark.parametrize("game", EVERY_GAME)
every_variant = pytest.mark.parametrize(("game", "variant"), CASES)
