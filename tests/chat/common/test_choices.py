"""Choices as buttons: in the order of the board, and in few lines of a phone."""

import itertools
import random
from collections.abc import Iterator, Sequence

import pytest

from bot.chat.common.choices import IN_ROW, Offer, Offers, rows
from bot.chat.common.custom_id import CustomId
from bot.chat.common.custom_ids import ComposerAction, ComposerButton
from bot.chat.composer.question import Question, question
from bot.services.composer import begin
from data.ids import MatchId
from tests.kit.rules import CASES, sampled

ROOM = 31
"""Components that a question has room for, beside the board and the buttons below."""
PHONE = 265
"""Pixels that the demo leaves to buttons on a page of 390."""
EDGES, GAP = 24, 8
LETTER = 6.4
"""Pixels of an average one on a button there: ``12 · n52`` has 76 with its edges."""


def identify(number: int) -> CustomId:
    return ComposerButton(MatchId(1), 0, "00000000", ComposerAction.TAKE, number)


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


def lines(row: Sequence[str]) -> int:
    """How many lines of a phone the buttons take."""
    count, taken = 1, -GAP
    for label in row:
        width = GAP + EDGES + LETTER * len(label)
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
