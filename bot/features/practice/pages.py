"""The pages of practice boards and of puzzles."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated

from bot.features.moves import words as composer_words
from bot.features.moves.screen.boards import asking_page, ways
from bot.features.moves.screen.question import Question
from bot.features.practice import words
from bot.features.practice.puzzles import Course, PuzzleBoard
from bot.features.practice.service import PracticeBoard
from bot.screen.buttons import RulesAction, RulesButton
from bot.screen.ids import BoardAction, CourseButton, CustomId, Stage
from bot.screen.page import Accent, Button, Menu, Option, Page, Part, Picture, Row, Style, options
from bot.screen.words import HINT, PLAY_ME
from rules import GAMES
from rules.puzzles import Consequence
from rules.texts import Plain, Text, Words, lines

_ASKED, _RIGHT, _WRONG = Accent.TEAL, Accent.GREEN, Accent.ORANGE


class PracticeButton(CustomId, prefix="p"):
    """A button, list or form on a practice board, when it was at ``stage``."""

    stage: Stage
    action: BoardAction
    number: int = 0


class PuzzleButton(CustomId, prefix="pz"):
    """A button or form on a puzzle board, when it was at ``stage``."""

    puzzle: Annotated[str, re.compile("[a-z0-9-]{1,32}")]
    stage: Stage
    action: BoardAction
    number: int = 0


def practice(
    board: PracticeBoard, remark: Words | None, question: Question | None, alt: str
) -> Page:
    """The board with a menu of what can come next; no question when the game is over."""
    kept, variants = board.practice, board.position.info.variants
    make = partial(PracticeButton, board.stage)
    is_start = kept.seat is None and not (kept.moves or kept.taken)
    labels = {at: variant.name for at, variant in enumerate(variants)} if is_start else {}
    shown = options(labels, variants.index(board.position.variant))
    return asking_page(
        (
            lines(remark, words.practice_heading(board)),
            Picture(alt),
            words.practice_state(board, question),
        ),
        question,
        make,
        Row(*_ways(board, question)),
        Menu(make(BoardAction.VARIANT), shown, words.VARIANTS) if len(shown) > 1 else None,
        accent=Accent.TEAL,
    )


def _ways(board: PracticeBoard, question: Question | None) -> Iterator[Button]:
    """The buttons below the menu: to stop here, go back, start over, get a hint, type a move."""
    make = partial(PracticeButton, board.stage)
    composition, kept = board.composition, board.practice
    has_moved = len(kept.moves) > kept.given
    yield from ways(composition, question, make, words.TAKE_BACK if has_moved else None)
    if has_moved or (composition is not None and composition.is_begun):
        yield Button(composer_words.START_OVER, make(BoardAction.OVER))
    if composition is not None:
        if not kept.taken:
            yield Button(HINT, make(BoardAction.HINT))
        yield Button(composer_words.TYPE, make(BoardAction.TYPE))


def asking(
    board: PuzzleBoard,
    remark: Words | None,
    added: Sequence[Part],
    question: Question | None,
    alt: Words,
) -> Page:
    """The puzzle with a menu of what can come next in the answer, and what features ``added``."""
    composition = board.composition
    assert composition is not None
    assert question is not None
    make = partial(PuzzleButton, board.puzzle.id, board.stage)
    asked = composer_words.prompt(composition, question, composer_words.hint(composition))
    type_it = Button(composer_words.TYPE, make(BoardAction.TYPE))
    course = board.course if not board.state.taken else None
    return asking_page(
        (lines(remark, words.heading(board)), Picture(alt), asked),
        question,
        make,
        Row(*ways(composition, question, make, None), type_it),
        *added,
        None if course is None else list_of_puzzles(course, board),
        accent=_ASKED,
    )


def answered(
    board: PuzzleBoard,
    reached: Consequence,
    alt: Words,
    *,
    remark: Words | None,
    added: Sequence[Part] = (),
    scenes: Sequence[Part] = (),
) -> Page:
    make = partial(PuzzleButton, board.puzzle.id, board.stage)
    again = Button(words.AGAIN, make(BoardAction.BACK), Style.PRIMARY)
    # where tries are counted, the answer comes after the last one
    show_me = Button(words.SHOW_ME, make(BoardAction.SHOW)) if board.tries_left is None else None
    return Page(
        lines(remark, words.heading(board)),
        Picture(alt),
        words.verdict(board, reached),
        *scenes,
        *(_onward(board) if reached.is_right else [Row(again, show_me)]),
        *added,
        list_of_puzzles(board.course, board) if board.course is not None else None,
        accent=_RIGHT if reached.is_right else _WRONG,
    )


def missed(
    board: PuzzleBoard,
    reached: Consequence,
    alt: Words,
    *,
    added: Sequence[Part] = (),
    scenes: Sequence[Part] = (),
) -> Page:
    """The solution, after a wrong answer when no more answers count."""
    told = lines(words.verdict(board, reached), words.shown_answer(board))
    again = Button(words.ANSWER, PuzzleButton(board.puzzle.id, board.stage, BoardAction.BACK))
    row = Row(again)
    return Page(words.heading(board), Picture(alt), told, *scenes, row, *added, accent=_ASKED)


def showing(board: PuzzleBoard, alt: Words, *, scenes: Sequence[Part] = ()) -> Page:
    again = PuzzleButton(board.puzzle.id, board.stage, BoardAction.BACK)
    ways = [Button(words.AGAIN, again), *_next_of(board)]
    return Page(
        words.heading(board),
        Picture(alt),
        words.shown_answer(board),
        *scenes,
        Row(*ways),
        accent=_ASKED,
    )


def done(course: Course, added: Sequence[Part]) -> Page:
    return Page(
        lines(Text("### Learn {game}", game=GAMES[course.game].info.name), words.all_done(course)),
        Row(*_playing(course.game)),
        *added,
        list_of_puzzles(course, None),
        accent=_RIGHT,
    )


def list_of_puzzles(course: Course, shown: PuzzleBoard | None) -> Menu:
    named = tuple(
        Option(
            label=Plain("{number}. {title}", number=number, title=puzzle.title or ""),
            value=str(number),
            description=words.SOLVED if puzzle.id in course.solved else words.OPEN,
            emoji="✅" if puzzle.id in course.solved else None,
            chosen=shown is not None and puzzle == shown.puzzle,
        )
        for number, puzzle in enumerate(course.puzzles, 1)
    )
    # the number makes the menu's id unique, so that no app shows the choice made at another puzzle
    number = course.number_of(shown.puzzle) if shown is not None else 0
    return Menu(CourseButton(course.game, number), named, words.WHICH)


def _onward(board: PuzzleBoard) -> Iterator[Part]:
    course = board.course
    again = PuzzleButton(board.puzzle.id, board.stage, BoardAction.BACK)
    if course is None:
        yield Row(Button(words.ANSWER, again))
    elif course.next_one is None:
        yield words.all_done(course)
        yield Row(*_playing(course.game))
    else:
        yield Row(*_next_of(board), Button(words.ANSWER, again))


def _next_of(board: PuzzleBoard) -> Iterator[Button]:
    """The button to the next unsolved puzzle, after this one if there is one."""
    course = board.course
    if course is None:
        return
    at = course.number_of(board.puzzle)
    around = (*course.puzzles[at:], *course.puzzles[: at - 1])
    following = next((each for each in around if each.id not in course.solved), None)
    if following is not None:
        way = CourseButton(course.game, course.number_of(following))
        yield Button(words.NEXT, way, Style.PRIMARY)


def _playing(game: str) -> tuple[Button, Button]:
    play, read = (RulesButton(game, 0, way) for way in (RulesAction.PLAY, RulesAction.SHOW))
    green = Style.SUCCESS
    return Button(PLAY_ME, play, green), Button(words.READ, read)
