"""The choices of a question as buttons, laid out as their places lie on the board."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import discord
from discord import ui

from bot.chat.common import choice_text as words
from bot.chat.common.components import Row, button
from bot.chat.common.custom_id import CustomId
from rules.game import Cell, Step, StepKind
from rules.geometry.board import Board

IN_ROW = 5
_WIDE = 14
"""Labels longer than this stand three in a row."""
_OF_THEIR_OWN = (StepKind.COLOUR, StepKind.SUBSET, StepKind.SPLIT, StepKind.DIRECTION)
"""Kinds of choices that are marked as a whole, not by a cell that others may share."""

Numbered = tuple[int, Step]
"""A choice with its number in the menu, counted from 0."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A choice as a button: its number in the menu, what it says, and the row it stands in."""

    number: int
    label: str
    row: object


@dataclass(frozen=True, slots=True)
class Offers:
    """What is offered at once: ``marks`` are what a picture numbers, in this order."""

    marks: tuple[Step, ...]
    offers: tuple[Offer, ...]


def offers(board: Board, steps: Sequence[Numbered], *, turned: bool) -> Offers:
    """Choices in reading order of the board as it is shown, with the numbers that they get."""

    def where(cell: Cell) -> tuple[int, int]:
        return board.spot(cell, turned=turned)

    placed = [each for each in steps if each[1].cells]
    whole = all(step.kind in _OF_THEIR_OWN for _, step in placed)
    if not whole:
        placed.sort(key=lambda each: [*map(where, each[1].cells)])
    others = [Offer(number, words.plain(step), None) for number, step in steps if not step.cells]
    firsts = [step.cells[0] for _, step in placed]
    alone = len(set(firsts)) == len(firsts) and all(len(step.cells) == 1 for _, step in placed)
    if whole or alone:
        marks = tuple(step for _, step in placed)
        made = [
            Offer(number, words.option(str(count), step, turned=turned), _row(step, where))
            for count, (number, step) in enumerate(placed, 1)
        ]
        return Offers(marks, (*made, *others))
    cells = sorted({cell for _, step in placed for cell in step.cells}, key=where)
    numbers = {cell: str(count) for count, cell in enumerate(cells, 1)}
    marks = tuple(Step(cell, placed[0][1].kind, cell, (cell,)) for cell in cells)
    told = [
        Offer(number, words.option(words.both([numbers[cell] for cell in step.cells]), step), None)
        for number, step in placed
    ]
    return Offers(marks, (*told, *others))


def rows(found: Offers, take: Callable[[int], CustomId], room: int) -> Iterator[Row]:
    """The buttons, in rows that have together no more than ``room`` components."""
    for row in _fitted(found.offers, room):
        yield ui.ActionRow(
            *(button(offer.label, take(offer.number), discord.ButtonStyle.primary) for offer in row)
        )


def unmarked(steps: Sequence[Step]) -> tuple[Step, ...]:
    """All places of choices, for a picture that shows them without numbers."""
    cells = dict.fromkeys(cell for step in steps for cell in step.cells)
    return tuple(replace(steps[0], text=cell, label=cell, cells=(cell,)) for cell in cells)


def _row(step: Step, where: Callable[[Cell], tuple[int, int]]) -> object:
    """What choices in one row have in common: their row of the board, or their direction."""
    if step.kind in (StepKind.CELL, StepKind.PIECE, StepKind.LANDING):
        return where(step.cells[0])[0]
    return step.text.split()[0] if step.kind is StepKind.SPLIT and " " in step.text else None


def _fitted(all_offers: Sequence[Offer], room: int) -> list[list[Offer]]:
    found = [
        list(part)
        for row, group in itertools.groupby(all_offers, lambda offer: offer.row)
        for part in _evenly(list(group))
    ]
    while len(found) + len(all_offers) > room:
        joined = _with_shortest_joined(found)
        if joined is None:
            return [list(all_offers[at : at + IN_ROW]) for at in range(0, len(all_offers), IN_ROW)]
        found = joined
    return found


def _with_shortest_joined(found: list[list[Offer]]) -> list[list[Offer]] | None:
    """The two neighbouring rows that are shortest together as one; None if all are too long."""
    lengths = [len(one) + len(other) for one, other in itertools.pairwise(found)]
    shortest = min(lengths, default=IN_ROW + 1)
    if shortest > IN_ROW:
        return None
    at = lengths.index(shortest)
    return [*found[:at], found[at] + found[at + 1], *found[at + 2 :]]


def _evenly(group: Sequence[Offer]) -> Iterator[Sequence[Offer]]:
    """Rows of like length."""
    most = IN_ROW if max(len(offer.label) for offer in group) <= _WIDE else 3
    count = -(-len(group) // most)
    length = -(-len(group) // count)
    for first in range(0, len(group), length):
        yield group[first : first + length]
