"""Every game in arbitrary positions, against a plain second reading of its rules."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.plain.__main__ import compare, main
from tests.rules.plain.games import PLAIN

FEW = 400
"""Positions of each game from a seed: a million are compared by hand."""


@pytest.mark.parametrize("game", sorted(PLAIN))
@settings(max_examples=100, deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_the_game_and_the_plain_reading_agree(game: str, chance: Random) -> None:
    position = PLAIN[game].arbitrary(chance)
    assert list(PLAIN[game].disagreements(position, chance, whole=True)) == []


@pytest.mark.parametrize("game", sorted(PLAIN))
def test_they_agree_in_many_positions(game: str) -> None:
    assert compare(game, 1, FEW) == []


def test_the_program_says_how_many(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "apart", "--positions", "5"]) == 0
    assert capsys.readouterr().out.startswith("apart: 5 positions, 0 disagree")
