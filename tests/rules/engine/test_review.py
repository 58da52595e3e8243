"""Moves are judged: a win that is thrown away is told, a good move is not."""

from __future__ import annotations

import pytest

from rules import GAMES
from rules.engine.review import judge, review
from rules.engine.worker import answer, move_question, read_reply, reply
from tests.kit.rules import random_match, start

NODES = 400


# White wins by a2-a4, and loses whenever Black may answer h7-h5.
WINNING = GAMES["apart"].decode("standard ply:30 white:a1,a2 black:h7,h8")


def test_a_win_that_is_missed_is_told() -> None:
    judged = judge(WINNING, WINNING.parse("a2-b2"), NODES)
    assert judged.better is not None
    assert judged.better.proven
    outcome = WINNING.play(judged.better.move).outcome
    assert outcome is not None
    assert outcome.winners == (judged.seat,)
    assert (judged.before, judged.after) == ((1, -1), (-1, 1))
    assert judged.cost == 2


def test_a_move_that_wins_is_not_reproached() -> None:
    judged = judge(WINNING, WINNING.parse("a2-a4"), NODES)
    assert judged.better is None
    assert judged.cost == 0
    assert judged.after == (1, -1)


def test_every_ply_is_judged_in_turn() -> None:
    moves = [move for _, move, _ in random_match("halves", "3p-random", 1)]
    judged = list(review(start("halves", "3p-random", 1), moves, nodes=80))
    assert [each.move for each in judged] == moves
    assert [each.ply for each in judged] == list(range(len(moves)))
    assert all(each.cost >= 0 for each in judged)
    assert judged[-1].after[judged[-1].seat] in (-1, 1) or len(judged[-1].after) == 3


def test_a_worker_answers_in_text() -> None:
    position = start("apart", "standard")
    asked = move_question(position, level=2, seed=5)
    assert answer(asked) == answer(asked) == read_reply(reply(asked))
    position.play(answer(asked))


def test_a_worker_says_what_it_cannot_answer() -> None:
    over = GAMES["apart"].decode("standard ply:40 white:a1,c1 black:h7,h8")
    asked = move_question(over, level=2, seed=5)
    with pytest.raises(ValueError, match="the match is over"):
        read_reply(reply(asked))
    with pytest.raises(ValueError, match="no game is called apart in version 99"):
        read_reply(reply(asked.replace('"version": 1', '"version": 99')))
