"""Newcomers are told what wins, which pieces are theirs, and what each step is about."""

import random

import pytest

from bot.chat.challenges.text import challenge_heading
from bot.chat.common.goals import hint
from bot.chat.messenger.text import last_line
from bot.services.composer import compose
from rules import GAMES
from tests.kit.views import challenge, match_state

PLIES = 30


@pytest.mark.parametrize("game", GAMES)
def test_the_card_and_the_first_board_tell_what_wins(game: str) -> None:
    usual = GAMES[game].info.variants[0].id
    assert GAMES[game].info.goal in challenge_heading(challenge(game=game, variant_id=usual))
    first = last_line(match_state(GAMES[game].start()))
    assert GAMES[game].info.goal in first
    assert f"`/rules {game}`" in first


def test_where_the_shape_is_given_nobody_is_told_to_build_it() -> None:
    start = GAMES["halves"].start("2p-random", seed=1)
    card = challenge_heading(challenge(game="halves", variant_id="2p-random"))
    for told in (card, last_line(match_state(start))):
        assert "Choose a colour, then take the shape apart" in told
        assert "Build" not in told


@pytest.mark.parametrize("game", GAMES)
def test_each_step_of_a_match_says_what_to_know_for_it(game: str) -> None:
    position, choose = GAMES[game].start(), random.Random(game)
    told = set()
    for _ in range(PLIES):
        composition = compose(position)
        while composition.menu.options:
            known = hint(composition)
            assert known is not None, composition.menu.prompt
            told.add(known)
            composition = composition.take(choose.randrange(len(composition.menu.options)))
        assert composition.menu.complete is not None
        position = position.play(composition.menu.complete)
        if position.to_move is None:
            break
    assert len(told) > 1
