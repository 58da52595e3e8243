"""Whatever is typed wrongly is explained, and something legal is offered: tables to read."""

import re

import pytest

from rules import GAMES, Position
from tests.kit.wrong_moves import FOLDER, Row, answered, refused, rows, written_anew

AT_LEAST = 42


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_many_wrong_moves_and_each_once(game: str) -> None:
    met = [(row.position, row.typed) for row in rows(game)]
    assert len(met) == len(set(met)) >= AT_LEAST


@pytest.mark.parametrize("game", GAMES)
def test_wrong_moves_are_answered_as_it_is_written_down(game: str) -> None:
    for row in rows(game):
        position = GAMES[game].decode(row.position)
        assert answered(position, row.typed) == row.written
        check_answer(position, row)


def check_answer(position: Position, row: Row) -> None:
    """It is whole sentences, and offers legal moves."""
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
