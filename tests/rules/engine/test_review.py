"""Moves are judged: a win that is thrown away is told, a good move is not."""

import pytest

from rules import GAMES, Position
from rules.engine import Limits, Search, knowledge_of
from rules.engine.hints import Hint, Kind, Merit
from rules.engine.review import Judgement, judge
from rules.engine.worker import answer, judgement_question, move_question, read_reply, reply
from tests.kit.by_day import mostly_at_night
from tests.kit.positions import met
from tests.kit.rules import random_match, start
from tests.rules.engine.test_hints import WINNING, check, played

NODES = 400


def test_a_win_that_is_missed_is_told() -> None:
    judged = judge(WINNING, WINNING.parse("a2-b2"), NODES)
    assert judged.better is not None
    assert judged.better.choice.proven
    assert judged.better.reason == Merit(Kind.WINS)
    assert judged.better.punished_by is not None
    answered = WINNING.play("a2-b2").play(judged.better.punished_by).outcome
    assert answered is not None
    assert answered.winners == (1 - judged.seat,)
    outcome = WINNING.play(judged.better.move).outcome
    assert outcome is not None
    assert outcome.winners == (judged.seat,)
    assert (judged.before, judged.after) == ((1, -1), (-1, 1))
    assert judged.cost == 2


def test_every_ply_is_judged_in_turn() -> None:
    moves = [move for _, move, _ in random_match("halves", "3p-random", 1)]
    positions = [start("halves", "3p-random", 1)]
    for move in moves:
        positions.append(positions[-1].after(move))
    ways = [*zip(positions, moves, strict=False)]
    judged, again = ([judge(*way, nodes=80) for way in ways] for _ in "12")
    assert judged == again
    assert [each.move for each in judged] == moves
    assert [each.ply for each in judged] == list(range(len(moves)))
    assert all(each.cost >= 0 for each in judged)
    assert judged[-1].after[judged[-1].seat] in (-1, 1) or len(judged[-1].after) == 3


@pytest.mark.parametrize("game", mostly_at_night(GAMES, ["apart"]))
def test_every_claim_is_true(game: str) -> None:
    """Each is worked out again from the position alone, for the moves that look worst."""
    told = 0
    for variant in GAMES[game].info.variants:
        for position in met(game, variant.id, 8 // len(GAMES[game].info.variants) + 2):
            choices = Search(knowledge_of(position), Limits(1)).choices(position)
            judged = judge(position, choices[-1].move, NODES // 2)
            if judged.better is not None:
                told += 1
                check_claims(position, judged)
    assert told >= 2


def check_claims(position: Position, judged: Judgement) -> None:
    better = judged.better
    assert better is not None
    assert judged.cost > 0
    assert str(better.move) != str(judged.move)
    assert better.line[0] == better.move
    others = ((judged.move, *better.allowed)[: position.variant.seats],)
    check(position, Hint(better.move, better.line, better.choice.expected, better.reason, others))
    after = position.play(judged.move)
    assert better.line[1:] == better.expected[: len(better.line) - 1]
    for start_of, line in ((position.play(better.move), better.expected), (after, better.allowed)):
        assert len(line) <= 3
        played(start_of, line)
    if better.punished_by is not None:
        assert better.allowed == ()
        outcome = after.play(better.punished_by).outcome
        assert outcome is not None
        assert after.to_move in outcome.winners


@pytest.mark.parametrize("game", mostly_at_night(GAMES, ["abande"]))
def test_what_a_move_allowed_is_what_would_be_played_then(game: str) -> None:
    told = 0
    for position in met(game, GAMES[game].info.variants[-1].id, 12):
        choices = Search(knowledge_of(position), Limits(1)).choices(position)
        better = judge(position, choices[-1].move, NODES // 2).better
        if better is not None and better.punished_by is None:
            after = position.play(choices[-1].move)
            best = Search(knowledge_of(after), Limits(NODES // 2)).choices
            then = best(after)[0].line[:3] if after.to_move is not None else ()
            assert better.allowed == then
            told += len(then)
    assert told


def test_a_worker_judges_a_move() -> None:
    told = answer(judgement_question(WINNING, WINNING.parse("a2-b2"), NODES))
    assert told["before"] == (1, -1)
    assert Merit.of(told["better"]["merit"]) == Merit(Kind.WINS)
    WINNING.play(told["better"]["line"][0])
    fine = answer(judgement_question(WINNING, WINNING.parse("a2-a4"), NODES))
    assert fine["better"] is None
    asked = judgement_question(WINNING, WINNING.parse("a2-a4"), NODES)
    with pytest.raises(ValueError, match="a9"):
        read_reply(reply(asked.replace("a2-a4", "a2-a9")))


def test_a_worker_says_what_it_cannot_answer() -> None:
    over = GAMES["apart"].decode("standard ply:40 white:a1,c1 black:h7,h8")
    asked = move_question(over, level=2, seed=5)
    with pytest.raises(ValueError, match="the match is over"):
        read_reply(reply(asked))
    with pytest.raises(ValueError, match="no game is called apart in version 99"):
        read_reply(reply(asked.replace('"version": 1', '"version": 99')))
