"""Choices as buttons: in the order of the board, and in few lines of a phone; what is typed."""

import itertools
import random
from collections.abc import Iterator, Sequence

import pytest

from bot.chat.common.choices import IN_ROW, Offer, Offers, rows, way_in
from bot.chat.common.ids import BoardAction, ComposerButton, CustomId, MatchAction, MatchButton
from bot.chat.common.page import Menu
from bot.chat.composer.boards import choices, move_form
from bot.chat.composer.question import Question, question
from bot.services.composer import MenuPart, begin
from data.ids import MatchId
from rules import GAMES
from rules.game import StepKind
from tests.kit.rules import CASES, sampled
from tests.kit.taps import ROOM

PHONE = 265
"""Pixels that the demo leaves to buttons on a page of 390."""
EDGES, GAP = 24, 8
LETTER = 6.4
"""Pixels of an average one on a button there: ``12 · n52`` has 76 with its edges."""


def identify(number: int) -> CustomId:
    return ComposerButton(MatchId(1), 0, "00000000", BoardAction.TAKE, number)


def laid_out(found: Offers, room: int = ROOM) -> list[list[str]]:
    return [[each.label for each in row.buttons] for row in rows(found, identify, room)]


def questions(game: str, variant: str) -> Iterator[Question]:
    """What is asked on the way to moves in many positions, part by part."""
    chance = random.Random(f"{game} {variant}")
    for position in sampled(game, variant):
        now = begin(position)
        while not now.is_whole:
            asked = question(now, 0, turned=False, ahead=True)
            for shown in range(1, len(asked.parts) + 1):
                yield question(now, shown, turned=False, ahead=True)
            now = now.take(chance.randrange(len(now.menu.options)))


@pytest.mark.parametrize(
    ("number", "label", "listed"),
    [
        (18, "12 \u00b7 d4", False),
        (19, "12 \u00b7 d4", True),
        (25, "12 \u00b7 d4", True),
        (26, "12 \u00b7 d4", False),
        (12, "1 + 2 \u00b7 c4 + c5", False),
        (13, "1 + 2 \u00b7 c4 + c5", True),
        (7, "10 \u00b7 b1, captures d5 and e6", True),
    ],
)
def test_choices_are_a_list_where_buttons_would_leave_a_phones_screen(
    number: int, label: str, listed: bool
) -> None:
    """Discord's lists hold no more than 25."""
    found = Offers((), tuple(Offer(each, label, None) for each in range(number)))
    shown = [*choices(Question("Where?", 0, (), found, ()), identify, identify, ROOM)]
    assert any(isinstance(each, Menu) for each in shown) == listed


def lines(row: Sequence[str]) -> int:
    """How many lines of a phone the buttons take."""
    count, taken = 1, -GAP
    for label in row:
        width = GAP + EDGES + LETTER * len(str(label))
        if taken > 0 and taken + width > PHONE:
            count, taken = count + 1, -GAP
        taken += width
    return count


def by_rows_of_the_board(offers: Sequence[Offer]) -> Iterator[list[str]]:
    """The buttons as they would stand if each row of the board had rows of its own."""
    for _, group in itertools.groupby(offers, lambda offer: offer.row):
        labels = [offer.label for offer in group]
        for first in range(0, len(labels), 3):
            yield labels[first : first + 3]


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_every_choice_is_offered_once_in_order_within_the_room(game: str, variant: str) -> None:
    for asked in questions(game, variant):
        assert asked.offers is not None
        found = laid_out(asked.offers)
        assert [*itertools.chain(*found)] == [offer.label for offer in asked.offers.offers]
        assert max(map(len, found)) <= IN_ROW
        assert sum(map(len, found)) + len(found) <= ROOM


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_rows_of_the_board_are_joined_where_that_saves_lines_of_a_phone(
    game: str, variant: str
) -> None:
    saved = 0
    for asked in questions(game, variant):
        assert asked.offers is not None
        offers = asked.offers.offers
        apart = [*by_rows_of_the_board(offers)]
        if len(offers) + len(apart) > ROOM:
            continue
        saving = sum(map(lines, apart)) - sum(map(lines, laid_out(asked.offers)))
        assert saving >= 0, [offer.label for offer in offers]
        saved += saving
    assert saved > 0


def offered(*board: Sequence[str]) -> Offers:
    """Choices by the rows of the board that they lie in."""
    labels = [(label, row) for row, labels in enumerate(board) for label in labels]
    return Offers((), tuple(Offer(at, label, row) for at, (label, row) in enumerate(labels)))


def test_twelve_tiles_one_above_the_other_take_four_lines() -> None:
    found = laid_out(offered(*([f"{number} · n{number + 40}"] for number in range(1, 13))))
    assert [*map(len, found)] == [3, 3, 3, 3]


def test_rows_of_the_board_stay_apart_where_that_costs_nothing() -> None:
    board = ["1 · a1", "2 · a2", "3 · a3"], ["4 · b1", "5 · b2"], ["6 · c1", "7 · c2", "8 · c3"]
    assert laid_out(offered(*board)) == [*map(list, board)]


def test_long_choices_stand_three_in_a_row_while_there_is_room() -> None:
    labels = [f"{number} · d4, captures e5" for number in range(1, 26)]
    assert max(map(len, laid_out(offered(labels[:6])))) <= 3
    found = laid_out(offered(labels))
    assert sum(map(len, found)) + len(found) <= ROOM


@pytest.mark.parametrize(
    ("kind", "band", "bands", "turned", "told"),
    [
        (StepKind.CELL, 0, 3, False, "Place at the top"),
        (StepKind.CELL, 1, 3, False, "Place in the middle"),
        (StepKind.CELL, 0, 2, True, "Place at the bottom"),
        (StepKind.CELL, 1, 4, False, "Place in part 2 of 4"),
        (StepKind.PIECE, 1, 2, False, "Move from the bottom"),
        (StepKind.LANDING, 2, 3, True, "Move to the top"),
        (StepKind.PIECE, 0, 1, False, "Move"),
        (StepKind.CELL, 0, 1, False, "Place"),
    ],
)
def test_a_way_in_says_where_on_the_board(
    kind: StepKind, band: int, bands: int, turned: bool, told: str
) -> None:
    assert str(way_in(MenuPart(kind, band, bands, ()), turned=turned)) == told


@pytest.mark.parametrize("game", list(GAMES))
def test_the_example_is_a_move_by_the_names_on_the_board(game: str) -> None:
    position = GAMES[game].start()
    form = move_form("Your move", MatchButton(MatchId(1), 0, MatchAction.MOVE), position)
    (field,) = form.fields
    example = field.example
    assert example[0].isalpha()  # a cell, by its letter
    assert position.parse(example).written == example
