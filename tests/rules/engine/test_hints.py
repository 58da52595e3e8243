"""Hints tell the truth: every reason is worked out again from the position alone."""

import itertools
import json
from collections.abc import Sequence
from dataclasses import asdict

import pytest

from rules import GAMES, Position
from rules.engine import Search, knowledge_of
from rules.engine.hints import Hint, Kind, Merit, end_of, hints, limits_of
from rules.game import Move
from tests.kit.by_day import ONE_OF_EACH, mostly_at_night
from tests.kit.plain_endings import can_force, wins_at_once
from tests.kit.positions import met
from tests.kit.rules import CASES
from tests.kit.toy_game import Hex

NODES = 250
TRIED = 10_000
"""Positions that are tried to see whether what is claimed can be had."""
# White wins by moving either piece away, and loses whenever Black may answer h7-h5.
WINNING = GAMES["apart"].decode("standard ply:30 white:a1,a2 black:h7,h8")


def is_promised(reason: Merit) -> bool:
    """Whether it is claimed that the match can be won, however the others play."""
    return reason.kind is Kind.FORCES or reason.forced


def played(position: Position, line: Sequence[Move]) -> Position:
    for move in line:
        position = position.play(str(move))
    return position


def check(position: Position, hint: Hint) -> None:
    seat = position.to_move
    assert seat is not None
    at = played(position, hint.line)
    after, reason = position.play(hint.move), hint.reason
    assert "%" not in str(reason.said(position))  # chances are told of all hints alike
    if reason.kind in (Kind.WINS, Kind.SHARES):
        assert after.outcome is not None
        assert seat in after.outcome.winners
        assert (len(after.outcome.winners) > 1) is (reason.kind is Kind.SHARES)
    elif reason.kind is Kind.FORCES:
        check_forced(position, hint)
    elif reason.kind is Kind.GUARDS:
        assert not wins_at_once(after, 3_000)
        others = itertools.islice(position.moves(), 400)
        assert any(could_be_lost(position, move) for move in others)
    elif reason.kind is Kind.COUNTS:
        knowledge = knowledge_of(position)
        feature = next(each for each in knowledge.features if each.name == reason.feature)
        was = knowledge.measured(position, seat)[feature.name]
        becomes = knowledge.measured(at, seat)[feature.name]
        assert (was, becomes) == (reason.now, reason.then)
        assert (becomes - was) * feature.sign > 0
    elif reason.kind is Kind.COMPARES:
        check_comparison(position, hint, at)
    elif reason.kind is Kind.CONTRASTS:
        check_contrast(position, hint, at)


def check_forced(position: Position, hint: Hint) -> None:
    assert position.to_move is not None
    found = can_force(position.play(hint.move), position.to_move, most=TRIED)
    assert found is not False  # None where everything is too much


def check_contrast(position: Position, hint: Hint, at: Position) -> None:
    seat, reason, knowledge = position.to_move, hint.reason, knowledge_of(position)
    assert seat is not None
    feature = next(each for each in knowledge.features if each.name == reason.feature)
    (line,) = hint.others
    assert len(line) == len(hint.line) == position.variant.seats
    made = played(position, line)
    becomes, was = (knowledge.measured(end, seat)[feature.name] for end in (at, made))
    assert (was, becomes) == (reason.now, reason.then)
    assert (becomes - was) * feature.sign > 0
    if reason.forced:
        check_forced(position, hint)


def check_comparison(position: Position, hint: Hint, at: Position) -> None:
    seat, reason, knowledge = position.to_move, hint.reason, knowledge_of(position)
    assert seat is not None
    feature = next(each for each in knowledge.features if each.name == reason.feature)
    becomes = knowledge.measured(at, seat)[feature.name]
    assert becomes == reason.then
    choices = Search(knowledge, limits_of(NODES)).choices(position)
    good = {choice.line[: len(hint.line)] for choice in choices}
    assert good >= set(hint.others)
    assert hint.line not in hint.others
    ends = (played(position, line) for line in hint.others)
    others = [knowledge.measured(end, seat)[feature.name] for end in ends]
    no_better = [each for each in others if (reason.now - each) * feature.sign >= 0]
    assert 2 * len(no_better) > len(others) >= 3
    assert (becomes - reason.now) * feature.sign > 0


def could_be_lost(position: Position, move: Move) -> bool:
    after = position.after(move)
    return after.to_move is not None and wins_at_once(after, 3_000)


@pytest.mark.parametrize(("game", "variant"), mostly_at_night(CASES, ONE_OF_EACH))
def test_every_reason_is_true_and_no_two_are_the_same(game: str, variant: str) -> None:
    told = 0
    for position in met(game, variant, 3):
        found = hints(position, NODES)
        told += len(found)
        assert found
        assert len({hint.reason.said(position) for hint in found}) == len(found)
        assert len({str(hint.move) for hint in found}) == len(found)
        order = [(hint.reason.kind in (Kind.WINS, Kind.SHARES), hint.expected) for hint in found]
        assert order == sorted(order, reverse=True)
        for hint in found:
            check(position, hint)
    assert told > 3


def test_a_threat_is_answered() -> None:
    # Black wins by h7-h5 as soon as White lets it stand.
    threatened = GAMES["apart"].decode("standard ply:30 white:a1,a2,b2,c2,h4 black:h7,h8")
    for hint in hints(threatened, 2000):
        check(threatened, hint)


def test_over_or_unknown_games_are_no_trouble() -> None:
    assert hints(GAMES["apart"].decode("standard ply:40 white:a1,c1 black:h7,h8")) == ()
    position = Hex().start().play("b2")
    (best, *_) = hints(position, 60)
    assert str(best.reason.said(position))


@pytest.mark.parametrize("game", list(GAMES))
def test_sentences_name_both_numbers(game: str) -> None:
    position = GAMES[game].start(seed=None)
    for feature in knowledge_of(position).features:

        def said(kind: Kind, *, forced: bool = False, name: str = feature.name) -> str:
            return str(Merit(kind, name, 31, 47, forced).said(position))

        assert said(Kind.COUNTS) == f"{feature.what!s}: from 31 to 47."
        assert said(Kind.CONTRASTS) == f"{feature.what!s}: 47 instead of 31."
        assert said(Kind.CONTRASTS, forced=True).startswith("It wins against every answer. ")
        worse = "less" if feature.sign > 0 else "more"
        others = f"{feature.what!s}: 47. Most other good moves leave 31 or {worse}."
        assert said(Kind.COMPARES) == others
    assert end_of(WINNING, ()) == WINNING


def test_none_is_said_where_there_would_be_fewer_than_none() -> None:
    much = Merit(Kind.COMPARES, "mine", 0, 1).said(GAMES["detach"].start())
    assert str(much) == "Your stones that can detach: 1. Most other good moves leave none."


def test_a_reason_is_the_same_after_it_was_facts() -> None:
    merit = Merit(Kind.CONTRASTS, "mine", 3, 4, forced=True)
    assert Merit.of(json.loads(json.dumps(asdict(merit)))) == merit
