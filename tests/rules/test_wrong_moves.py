"""Whatever is typed wrongly is explained, and something legal is offered: tables to read."""

import re

import pytest

from rules import GAMES
from tests.kit.wrong_moves import FOLDER, Row, answered, refused, rows, written_anew

ROWS = [
    pytest.param(game, row, id=f"{game}: {row.title}: {row.typed}")
    for game in GAMES
    for row in rows(game)
]
AT_LEAST = 42


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_many_wrong_moves_and_each_once(game: str) -> None:
    met = [(row.position, row.typed) for row in rows(game)]
    assert len(met) == len(set(met)) >= AT_LEAST


@pytest.mark.parametrize(("game", "row"), ROWS)
def test_a_wrong_move_is_answered_as_it_is_written_down(game: str, row: Row) -> None:
    assert answered(GAMES[game].decode(row.position), row.typed) == row.written


@pytest.mark.parametrize(("game", "row"), ROWS)
def test_every_answer_is_whole_sentences_and_offers_legal_moves(game: str, row: Row) -> None:
    position = GAMES[game].decode(row.position)
    error = refused(position, row.typed)
    said = str(error)
    assert said.endswith(".")
    assert not re.search(r"[;{}]|  ", said)
    assert not re.search(r"\b(he|she|his|her|hers|him)\b", said)
    assert 1 <= len(error.hints) <= 3
    assert len(set(error.hints)) == len(error.hints)
    for hint in error.hints:
        assert position.parse(hint).written == hint


@pytest.mark.parametrize("game", GAMES)
def test_the_boards_beside_the_answers_are_up_to_date(game: str) -> None:
    assert (FOLDER / f"{game}.md").read_text("utf-8") == written_anew(game)
