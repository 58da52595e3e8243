"""Choices as buttons: numbers of the picture, five in a row, by zones where they are many."""

import itertools
import random
from collections.abc import Iterator
from functools import partial

import pytest

from bot.features.moves import Composition, begin, compose
from bot.features.moves.composition import ONE_BY_ONE
from bot.features.moves.screen.boards import asking_page, move_form
from bot.features.moves.screen.composer import ComposerButton
from bot.features.moves.screen.question import (
    MOST,
    Question,
    asking,
    choices_of,
    question,
    rows,
    zone_rows,
)
from bot.screen.components import room_left
from bot.screen.ids import BoardAction, CustomId, MatchAction, MatchButton
from bot.screen.page import IN_ROW, Accent, Button, Menu, Picture, Row, options
from data.ids import MatchId
from renderer import PictureRequest
from renderer.scene import MarkKind
from renderer.scenes import build_scene
from rules import GAMES
from rules.game import StepKind
from rules.texts import Plain
from tests.kit.composing import numbers
from tests.kit.rules import CASES, sampled
from tests.kit.taps import PAGE, written

ROOM = 31
"""Components that a question has room for, beside the board and the buttons below."""


def make(action: BoardAction, number: int) -> CustomId:
    return ComposerButton(MatchId(1), 0, "00000000", action, number)


identify = partial(make, BoardAction.TAKE)


def compositions(game: str, variant: str) -> Iterator[Composition]:
    """What is put together on the way to moves in many positions."""
    chance = random.Random(f"{game} {variant}")
    for position in sampled(game, variant):
        now = begin(position)
        while not now.is_whole:
            yield now
            now = now.take(chance.randrange(len(now.menu.options)))


def asked(now: Composition, *, turned: bool = False, named: bool = False) -> Iterator[Question]:
    """A question as it is asked at first, and by each of its zones."""
    for shown in range(len(choices_of(now.position, now.menu).zones) + 1):
        yield question(now, shown, turned=turned, named=named)


def rows_of(each: Question) -> list[Row]:
    zones = zone_rows(len(each.zones), identify, turned=each.turned)
    return [*zones, *rows(each.offers, identify, ROOM)]


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize(("game", "variant"), CASES)
def test_every_choice_is_offered_once_within_the_room(game: str, variant: str, named: bool) -> None:
    for now in compositions(game, variant):
        offered = []
        for each in asked(now, named=named):
            offered += [offer.number for offer in each.offers.offers]
            found = rows_of(each)
            assert all(isinstance(row, Row) and len(row.buttons) <= IN_ROW for row in found)
            assert sum(len(row.buttons) for row in found) <= MOST
            assert sum(len(row.buttons) for row in found) + len(found) <= ROOM
            labels = [str(offer.label) for offer in each.offers.offers]
            assert not named or not any(label.isdigit() for label in labels)
            assert not named or len(set(labels)) == len(labels)
        assert sorted(offered) == [*range(len(now.menu.options))]
        zones = choices_of(now.position, now.menu).zones
        assert bool(zones) == (len(now.menu.options) > MOST)
        assert len(zones) <= 5


def test_only_the_last_part_below_makes_room_for_many_choices() -> None:
    every = (each for now in compositions("glaisher", "advanced") for each in asked(now))
    questions = {each.components: each for each in every}
    row = Row(*[Button(Plain("Back"), identify(0))] * IN_ROW)
    last = Menu(identify(1), options({1: "b7-b5; c2-c4"}))
    few, many = min(questions), MOST + MOST // IN_ROW
    for number in (few, many):
        told = Plain("Your turn."), Picture("A board.")
        page = asking_page(told, questions[number], make, row, last, accent=Accent.BLURPLE)
        assert row in page.parts
        assert (last in page.parts) == (number == few)
        assert room_left(page.parts) >= 0


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_a_button_that_says_a_number_says_one_that_stands_where_its_choice_is(
    game: str, variant: str
) -> None:
    for now in compositions(game, variant):
        for each in asked(now):
            scene = build_scene(asking(PictureRequest(now.position), now, each))
            there = {
                mark.text: cell
                for cell, look in scene.looks.items()
                for mark in look.marks
                if mark.kind is MarkKind.OPTION
            }
            for offer in each.offers.offers:
                if str(offer.label).isdigit():
                    step = now.menu.options[offer.number]
                    assert there[str(offer.label)] in (
                        step.cells if step.kind is StepKind.SUBSET else step.cells[:1]
                    )


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("game", "variant"), CASES)
def test_zones_are_drawn_where_their_choices_are_the_top_one_first(
    game: str, variant: str, turned: bool
) -> None:
    for now in compositions(game, variant):
        first, *others = asked(now, turned=turned)
        order = others[::-1] if turned else others
        board = now.position.variant.board
        for cells, each in zip(first.zones, order, strict=True):
            steps = [now.menu.options[offer.number] for offer in each.offers.offers]
            assert set(cells) == {step.cells[0] for step in steps if step.cells}
        tops = [min(board.spot(cell, turned=turned) for cell in cells) for cells in first.zones]
        assert tops == sorted(tops)
        letters = [str(b.label) for row in rows_of(first) for b in row.buttons][: len(others)]
        assert letters == [*"ABCDE"[: len(others)]]


def test_numbers_stand_in_reading_order_of_the_picture() -> None:
    now = begin(GAMES["apart"].start())
    for turned in (False, True):
        marks = question(now, 0, turned=turned).offers.marks
        board = now.position.variant.board
        spots = [board.spot(step.cells[0], turned=turned) for step in marks]
        assert spots == sorted(spots)


def test_parts_of_a_stack_stand_in_a_row_for_each_direction() -> None:
    position = GAMES["glaisher"].start()
    now = begin(position)
    now = now.take(0) if now.menu.options[0].kind is StepKind.PIECE else now
    found = rows_of(question(now, 0, turned=False))
    ways = [{str(button.label).split()[0] for button in row.buttons} for row in found]
    assert all(len(way) == 1 for way in ways)
    assert len(set(itertools.chain(*ways))) == len(ways)


@pytest.mark.parametrize("game", list(GAMES))
def test_the_example_is_a_move_by_the_names_on_the_board(game: str) -> None:
    position = GAMES[game].start()
    form = move_form("Your move", MatchButton(MatchId(1), 0, MatchAction.MOVE), position)
    (field,) = form.fields
    example = field.example
    assert example[0].isalpha()  # a cell, by its letter
    assert position.parse(example).written == example


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
            now = begin(position)
            for number in numbers(position, move):
                now = now.take(number - 1)
            assert now.menu.complete == move


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


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == written()
