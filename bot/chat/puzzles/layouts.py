"""What a board with a puzzle looks like."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import discord
from discord import ui

from bot.chat.common.components import Button, button
from bot.chat.common.custom_ids import BoardAction, RulesAction, RulesButton
from bot.chat.common.puzzle_ids import ANY_GAME, CourseButton, PuzzleButton
from bot.chat.composer import text as composer_words
from bot.chat.composer.boards import picture_between, ways, with_choices
from bot.chat.composer.question import Question
from bot.chat.messenger import layouts
from bot.chat.puzzles import text as words
from bot.services.puzzles import Course, PuzzleBoard
from rules import GAMES
from rules.puzzles import Consequence, lessons

_ASKED, _RIGHT, _WRONG = discord.Colour.teal(), discord.Colour.green(), discord.Colour.orange()


def asking(
    board: PuzzleBoard, remark: str | None, question: Question | None, alt: str
) -> ui.LayoutView:
    """The puzzle, with what can come next in its answer to choose from."""
    composition = board.composition
    assert composition is not None
    assert question is not None
    make = partial(PuzzleButton, board.puzzle.id, board.stage)
    type_it = button(composer_words.TYPE, make(BoardAction.TYPE))
    below: list[layouts.Item] = [
        ui.ActionRow(*ways(composition, question, make, None), type_it),
    ]
    if board.course is not None and not board.state.taken:
        below.append(ui.ActionRow(list_of_puzzles(board.course, board)))
    state = words.asked(composition, question)
    above = picture_between((remark, words.heading(board)), alt, state)
    return with_choices(above, question, make, below, _ASKED)


def answered(
    board: PuzzleBoard, reached: Consequence, alt: str, *, remark: str | None
) -> ui.LayoutView:
    """Whether the answer was right, on the board that it leads to."""
    verdict = words.verdict(board, reached)
    items = [*picture_between((remark, words.heading(board)), alt, verdict)]
    make = partial(PuzzleButton, board.puzzle.id, board.stage)
    again = make(BoardAction.BACK)
    if reached.is_right:
        items += _onward(board)
        accent = _RIGHT
    else:
        blue = discord.ButtonStyle.primary
        show_me = button(words.SHOW_ME, make(BoardAction.SHOW))
        items.append(ui.ActionRow(button(words.AGAIN, again, blue), show_me))
        accent = _WRONG
    if board.course is not None:
        items.append(ui.ActionRow(list_of_puzzles(board.course, board)))
    return layouts.layout(*items, accent=accent)


def showing(board: PuzzleBoard, alt: str) -> ui.LayoutView:
    """The answer, for who asked to be shown it."""
    again = PuzzleButton(board.puzzle.id, board.stage, BoardAction.BACK)
    return layouts.layout(
        *picture_between((words.heading(board),), alt, words.shown_answer(board)),
        ui.ActionRow(button(words.AGAIN, again), *_next_of(board)),
        accent=_ASKED,
    )


def done(course: Course) -> ui.LayoutView:
    """What there is for somebody who has solved everything."""
    return layouts.layout(
        ui.TextDisplay(words.done_page(course)),
        ui.ActionRow(*_playing(course.game)),
        ui.ActionRow(list_of_puzzles(course, None)),
        accent=_RIGHT,
    )


def learn_button(game: str) -> Button:
    """The way to the puzzles that teach a game."""
    return button(words.LEARN, CourseButton(game))


def choice_of_lessons() -> ui.Select[ui.LayoutView]:
    """A list of the games, to learn one by puzzles."""
    options = [
        discord.SelectOption(label=game.info.name, value=game.info.id)
        for game in GAMES.values()
        if lessons(game.info.id)
    ]
    custom_id = str(CourseButton(ANY_GAME))
    return ui.Select(custom_id=custom_id, placeholder=words.LEARN_ONE, options=options)


def list_of_puzzles(course: Course, shown: PuzzleBoard | None) -> ui.Select[ui.LayoutView]:
    """The puzzles of a game, to go to one."""
    options = [
        discord.SelectOption(
            label=words.name_in_list(puzzle, number),
            value=str(number),
            description=words.SOLVED if puzzle.id in course.solved else words.OPEN,
            emoji="✅" if puzzle.id in course.solved else None,
            default=shown is not None and puzzle == shown.puzzle,
        )
        for number, puzzle in enumerate(course.puzzles, 1)
    ]
    # a list of its own for each puzzle, in which nobody's app shows what was chosen at another
    number = course.number_of(shown.puzzle) if shown is not None else 0
    custom_id = str(CourseButton(course.game, number))
    return ui.Select(custom_id=custom_id, placeholder=words.WHICH, options=options)


def _onward(board: PuzzleBoard) -> Iterator[layouts.Item]:
    """The ways on from a puzzle that is solved."""
    course = board.course
    again = PuzzleButton(board.puzzle.id, board.stage, BoardAction.BACK)
    if course is None:
        yield ui.ActionRow(button(words.ANSWER, again))
    elif course.next_one is None:
        yield ui.TextDisplay(words.all_done(course))
        yield ui.ActionRow(*_playing(course.game))
    else:
        yield ui.ActionRow(*_next_of(board), button(words.ANSWER, again))


def _next_of(board: PuzzleBoard) -> Iterator[Button]:
    """The way to the next puzzle that is not solved, after this one if there is one."""
    course = board.course
    if course is None:
        return
    at = course.number_of(board.puzzle)
    around = (*course.puzzles[at:], *course.puzzles[: at - 1])
    following = next((each for each in around if each.id not in course.solved), None)
    if following is not None:
        way = CourseButton(course.game, course.number_of(following))
        yield button(words.NEXT, way, discord.ButtonStyle.primary)


def _playing(game: str) -> tuple[Button, Button]:
    play, read = (RulesButton(game, 0, way) for way in (RulesAction.PLAY, RulesAction.SHOW))
    green = discord.ButtonStyle.success
    return button(words.PLAY, play, green), button(words.READ, read)
