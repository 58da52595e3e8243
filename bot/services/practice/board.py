"""A board on which somebody plays both sides: what it shows, and how it changes."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from itertools import chain

from bot.services.composer import Composition, compose
from data.practices import Practice
from rules import GAMES
from rules.errors import MoveError
from rules.game import Event, Position


@dataclass(frozen=True, slots=True)
class PracticeBoard:
    """How a practice stands. ``composition`` is the next move so far, None when the game is over.

    ``events`` and ``sentence`` tell the last move; at the start there is none.
    """

    practice: Practice
    position: Position
    events: tuple[Event, ...]
    sentence: str | None
    composition: Composition | None

    @property
    def stage(self) -> str:
        """Eight hexadecimal digits that differ when something else was played or chosen."""
        kept = self.practice
        parts = (kept.game, kept.variant, str(kept.seed))
        told = chain(parts, kept.moves, ("",), kept.taken)
        return f"{zlib.crc32(chr(0).join(told).encode()):08x}"


def board_of(practice: Practice) -> PracticeBoard:
    """The board after what was played.

    What the rules do not allow any more, because they were mended since, is left away.
    """
    position = GAMES[practice.game].start(practice.variant, seed=practice.seed)
    events: tuple[Event, ...] = ()
    sentence, played = None, 0
    for text in practice.moves:
        try:
            move = position.parse(text)
        except MoveError:
            practice = replace(practice, moves=practice.moves[:played], taken=())
            break
        events, sentence = position.events(move), position.describe(move)
        position, played = position.play(move), played + 1
    composition = None if position.to_move is None else _composed(position, practice.taken)
    return PracticeBoard(practice, position, events, sentence, composition)


def _composed(position: Position, taken: tuple[str, ...]) -> Composition:
    try:
        return compose(position, taken)
    except MoveError:
        return compose(position)


def take(board: PracticeBoard, number: int) -> Practice:
    """Take the step with this number, and play the move if it is whole; raises IndexError."""
    if board.composition is None:
        raise IndexError(number)
    further = board.composition.take(number)
    if further.is_whole:
        return _played(board, str(further.menu.complete))
    return replace(board.practice, taken=further.taken)


def stop(board: PracticeBoard) -> Practice:
    """Play the move as it is; raises IndexError if it cannot end here."""
    if board.composition is None or board.composition.menu.complete is None:
        raise IndexError
    return _played(board, str(board.composition.menu.complete))


def type_move(board: PracticeBoard, text: str) -> Practice:
    """Play the move that ``text`` means; raises MoveError."""
    return _played(board, str(board.position.parse(text)))


def go_back(board: PracticeBoard) -> Practice:
    """Take back the last step, or the last move if none was taken; nothing at the start."""
    practice = board.practice
    if practice.taken:
        return replace(practice, taken=practice.taken[:-1])
    return replace(practice, moves=practice.moves[:-1])


def _played(board: PracticeBoard, move: str) -> Practice:
    return replace(board.practice, moves=(*board.practice.moves, move), taken=())
