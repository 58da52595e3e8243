"""Solving puzzles, on a board that only its player sees."""

from functools import partial

from bot.chat.common.custom_ids import BoardAction
from bot.chat.common.puzzle_ids import (
    ANY_GAME,
    CourseButton,
    PuzzleButton,
    PuzzleFormId,
    WeeklyButton,
)
from bot.chat.composer.boards import show_asking, show_changed
from bot.chat.composer.move_form import move_form
from bot.chat.composer.question import WHOLE
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.actor import actor_of, player_id
from bot.chat.interaction.answering import ask, show
from bot.chat.interaction.click import Click, handles, takes
from bot.chat.interaction.client import Interaction, services
from bot.chat.interaction.refusals import refusal
from bot.chat.puzzles import layouts as puzzle_layouts
from bot.chat.puzzles import text as words
from bot.services.composer import STOP, MovedOn
from bot.services.puzzles import PuzzleBoard, UnknownPuzzle
from renderer import PictureRequest, alt_text
from rules.game import Move, Position


async def on_puzzle(click: Click[PuzzleButton]) -> None:
    """Do what was asked for on a board with a puzzle."""
    if click.id.action is BoardAction.TYPE:  # a form has to be the first answer
        await _ask(click)
        return
    await defer_update(click.interaction)
    if click.id.action in (BoardAction.PART, BoardAction.SHOW):
        await _look(click)
    else:
        await show_changed(click.interaction, _change(click), show_puzzle)


async def on_puzzle_form(click: Click[PuzzleFormId]) -> None:
    """Give the answer that was typed, or say why it is none."""
    await defer_update(click.interaction)
    puzzles = services(click.interaction).puzzles
    changed = puzzles.submit(click.actor, click.id.puzzle, click.id.stage, click.value)
    await show_changed(click.interaction, changed, show_puzzle)


async def on_course(click: Click[CourseButton]) -> None:
    """Go to a puzzle of a game."""
    await defer_update(click.interaction)
    if click.id.game == ANY_GAME:
        await show_course(click.interaction, click.value)
        return
    await show_course(click.interaction, click.id.game, click.number_or(click.id.number))


async def on_weekly(click: Click[WeeklyButton]) -> None:
    """Open the puzzle of the week, for this person alone."""
    await defer_update(click.interaction)
    puzzle = await services(click.interaction).weekly.open(click.actor, click.id.post_id)
    board = await services(click.interaction).puzzles.open(click.actor, puzzle.id)
    await show_puzzle(click.interaction, board)


async def show_course(interaction: Interaction, game: str, number: int = 0) -> None:
    """Show one of the puzzles that teach a game, by its number, from 1; acknowledged before.

    The first that is not solved for 0. Raises UnknownGame, NoLessons or UnknownPuzzle.
    """
    known, actor = services(interaction).puzzles, actor_of(interaction)
    course = await known.course(actor, game)
    if number > len(course.puzzles):
        raise UnknownPuzzle
    puzzle = course.puzzles[number - 1] if number else course.next_one
    if puzzle is None:
        await show(interaction, puzzle_layouts.done(course))
    else:
        await show_puzzle(interaction, await known.open(actor, puzzle.id))


async def show_puzzle(
    interaction: Interaction, board: PuzzleBoard, *, part: int = WHOLE, remark: str | None = None
) -> None:
    """Show the board, with a remark on why it is shown."""
    if board.composition is None:
        await _show_answer(interaction, board, remark)
        return
    seen = PictureRequest(board.position, theme=await _theme(interaction))
    page = partial(puzzle_layouts.asking, board, remark)
    await show_asking(interaction, seen, board.composition, page, part=part, sentence=None)


async def _show_answer(interaction: Interaction, board: PuzzleBoard, remark: str | None) -> None:
    """The board that an answer leads to; where it is refuted, after that."""
    reached = board.reached
    assert reached is not None
    position, move = board.position, reached.move
    if reached.answer is not None:
        position, move = position.after(move), reached.answer
    request = _after(position, move, await _theme(interaction))
    picture = await services(interaction).pictures.still(request)
    alt = alt_text(request, position.describe(move))
    await show(interaction, puzzle_layouts.answered(board, reached, alt, remark=remark), picture)


async def _show_solution(interaction: Interaction, board: PuzzleBoard) -> None:
    move = board.puzzle.answer()
    request = _after(board.position, move, await _theme(interaction))
    picture = await services(interaction).pictures.still(request)
    alt = alt_text(request, board.position.describe(move))
    await show(interaction, puzzle_layouts.showing(board, alt), picture)


def _after(position: Position, move: Move, theme: str) -> PictureRequest:
    return PictureRequest(position.after(move), position.events(move), theme=theme)


async def _theme(interaction: Interaction) -> str:
    return (await services(interaction).settings.of_player(player_id(interaction))).theme


async def _change(click: Click[PuzzleButton]) -> PuzzleBoard:
    puzzles, who, named = services(click.interaction).puzzles, click.actor, click.id
    match named.action:
        case BoardAction.STOP:
            return await puzzles.take(who, named.puzzle, named.stage, STOP)
        case BoardAction.BACK:
            return await puzzles.back(who, named.puzzle, named.stage)
        case BoardAction.TAKE:
            return await puzzles.take(who, named.puzzle, named.stage, named.number)
        case _:
            raise MovedOn(await puzzles.open(who, named.puzzle))


async def _ask(click: Click[PuzzleButton]) -> None:
    """Ask for an answer; where one was given, show that instead."""
    board = await services(click.interaction).puzzles.open(click.actor, click.id.puzzle)
    if board.composition is None:
        await defer_update(click.interaction)
        await show_puzzle(click.interaction, board)
        return
    form = PuzzleFormId(board.puzzle.id, board.stage)
    asked = move_form(words.form(board), form, board.position)
    await ask(click.interaction, asked)


async def _look(click: Click[PuzzleButton]) -> None:
    """Show a part of the choices, or the answer."""
    board = await services(click.interaction).puzzles.open(click.actor, click.id.puzzle)
    if board.stage != click.id.stage:
        moved_on = refusal(click.interaction, MovedOn(board))
        await show_puzzle(click.interaction, board, remark=moved_on)
    elif click.id.action is BoardAction.SHOW:
        await _show_solution(click.interaction, board)
    else:
        await show_puzzle(click.interaction, board, part=click.id.number)


HANDLERS = (
    handles(PuzzleButton, on_puzzle),
    handles(CourseButton, on_course),
    handles(WeeklyButton, on_weekly),
    takes(PuzzleFormId, on_puzzle_form),
)
