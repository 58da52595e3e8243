"""Questions that join several steps: few taps, and every move still to be had."""

import itertools
import random
from statistics import mean

import pytest

from bot.features.moves import Composition, begin, compose
from bot.features.moves.composition import ONE_BY_ONE
from bot.features.moves.screen.question import choices_of
from rules import GAMES, Position
from tests.kit.rules import CASES, random_match
from tests.kit.taps import PAGE, taps_of, written


def sampled(game: str, variant: str) -> list[Position]:
    return [before for before, _, _ in random_match(game, variant, 3)][::6]


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_a_choice_goes_back_to_where_it_was_offered(game: str, variant: str) -> None:
    chance = random.Random(5)
    for position in sampled(game, variant):
        before = begin(position)
        assert not before.is_begun
        chosen = before.take(chance.randrange(len(before.menu.options)))
        while chosen.taken != before.taken:
            assert chosen.back() == before, (position.encode(), chosen.taken)
            if chosen.is_whole:
                break
            before, chosen = chosen, chosen.take(chance.randrange(len(chosen.menu.options)))


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_every_move_can_be_chosen(game: str, variant: str) -> None:
    for position in sampled(game, variant):
        moves = list(itertools.islice(position.moves(), 400))
        for move in random.Random(position.ply).sample(moves, min(3, len(moves))):
            steps, unread = position.read(str(move))
            assert not unread
            assert chosen_towards(position, steps).menu.complete == move


def chosen_towards(position: Position, steps: tuple[str, ...]) -> Composition:
    """The move after the choices that lead to ``steps``, one by one where nothing else does."""
    now = begin(position)
    while not (now.menu.complete and now.taken == steps):
        further = now.towards(steps)
        if further is None:
            texts = [step.text for step in now.next_step.options]
            further = now.take(ONE_BY_ONE + texts.index(steps[len(now.taken)]))
        now = further
    return now


def test_a_jump_can_be_chosen_one_by_one() -> None:
    position = GAMES["apart"].start().play("f2-d4")
    piece = begin(position)
    number = [step.text for step in piece.menu.options].index("g8")
    ends = piece.take(number)
    assert ends.menu.selective
    first = ends.take(ONE_BY_ONE)
    assert len(first.taken) == 2
    assert not first.ended
    texts = [step.text for step in first.next_step.options]
    there_and_back = first.take(ONE_BY_ONE + texts.index("g8"))
    assert there_and_back.taken == ("g8", first.taken[1], "g8")
    assert there_and_back.back() == first
    whole = ends.take(len(ends.menu.options) - 1)
    assert whole.is_whole
    assert compose(position, whole.taken).menu.complete == whole.menu.complete


def test_exactly_what_can_be_chosen_is_offered() -> None:
    piece = begin(GAMES["apart"].start().play("f2-d4"))
    for now in (piece, piece.take(0)):
        assert choices_of(now.position, now.menu).zones == ()
        offered = [number for number in range(-2, ONE_BY_ONE + 99) if now.offers(number)]
        single = range(ONE_BY_ONE, ONE_BY_ONE + len(now.next_step.options))
        assert offered == [*range(len(now.menu.options)), *single]


MOST = {"halves": 4, "abande": 4, "detach": 5, "apart": 5, "glaisher": 6}
USUALLY = {"halves": 3.6, "abande": 3.6, "detach": 4.7, "apart": 4.1, "glaisher": 5.5}
"""How many taps a move takes at most, and on average."""


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_a_move_takes_few_taps(game: str, variant: str) -> None:
    counted = taps_of(game, variant).counted
    assert max(counted) <= MOST[game]
    assert mean(counted) <= USUALLY[game] + 0.05


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == written()
