"""A board on which somebody plays both sides: what it shows, and how it changes."""

from dataclasses import dataclass, replace

from bot.services.composer import Choice, Composition, composed, stage_of
from bot.services.errors import ServiceError
from bot.services.practice.storage import Practice
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
        """What differs when something else was played or chosen."""
        kept = self.practice
        parts = (kept.game, kept.variant, str(kept.seed))
        return stage_of(*parts, *kept.moves, "", *kept.taken)


def board_of(practice: Practice, known: PracticeBoard | None = None) -> PracticeBoard:
    """The board after what was played; going on from a ``known`` one saves replaying.

    What the rules do not allow any more, because they were mended since, is left away.
    """
    board = known if known is not None and _leads_to(known, practice) else _start(practice)
    position, last, taken = board.position, None, practice.taken
    played = list(board.practice.moves)
    for text in practice.moves[len(played) :]:
        try:
            move = position.parse(text)
        except MoveError:
            taken = ()
            break
        last, position = (position, move), position.play(move)
        played.append(text)
    if last is None:
        events, sentence = board.events, board.sentence
    else:
        before, made = last
        events, sentence = before.events(made), before.describe(made)
    kept = replace(practice, moves=tuple(played), taken=taken)
    return PracticeBoard(kept, position, events, sentence, composed(position, taken))


def _leads_to(known: PracticeBoard, practice: Practice) -> bool:
    begun = known.practice
    same = (begun.game, begun.variant, begun.seed)
    return (
        same == (practice.game, practice.variant, practice.seed)
        and begun.moves == practice.moves[: len(begun.moves)]
    )


def _start(practice: Practice) -> PracticeBoard:
    position = GAMES[practice.game].start(practice.variant, seed=practice.seed)
    return PracticeBoard(replace(practice, moves=(), taken=()), position, (), None, None)


def chosen(board: PracticeBoard, choice: Choice) -> Practice:
    """Take the step, and play the move if it is whole."""
    if choice.move is not None:
        return _played(board, choice.move)
    return replace(board.practice, taken=choice.taken)


def type_move(board: PracticeBoard, text: str) -> Practice:
    """Play the move that ``text`` means; raises MoveError."""
    return _played(board, str(board.position.parse(text)))


def go_back(board: PracticeBoard) -> Practice:
    """Take back the last step, or the last move if none was taken; nothing at the start."""
    practice = board.practice
    if board.composition is not None and board.composition.is_begun:
        return replace(practice, taken=board.composition.back().taken)
    return replace(practice, moves=practice.moves[:-1])


def _played(board: PracticeBoard, move: str) -> Practice:
    return replace(board.practice, moves=(*board.practice.moves, move), taken=())


class NoPractice(ServiceError):
    """The person has no board to practise on."""
