"""Answers the buttons and forms of puzzles, on boards that only their player sees."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from bot.features.moves import STOP, MovedOn
from bot.features.moves.screen.boards import move_form, show_asking, show_changed
from bot.features.moves.screen.question import WHOLE
from bot.features.puzzles import pages as puzzle_layouts
from bot.features.puzzles.service import PuzzleBoard, PuzzleService, UnknownPuzzle
from bot.features.puzzles.weekly import WeeklyCard, WeeklyService
from bot.screen import ids
from bot.screen.interaction import Click, Handler, Interaction, Screen
from bot.screen.page import Page
from renderer import PictureRequest, alt_text
from rules.game import Move, Position
from rules.texts import Text, Words


async def on_puzzle(click: Click[ids.PuzzleButton]) -> None:
    if click.id.action is ids.BoardAction.TYPE:  # a form has to be the first answer
        await _ask(click)
        return
    await click.defer_update()
    if click.id.action in (ids.BoardAction.PART, ids.BoardAction.SHOW):
        await _look(click)
    else:
        await show_changed(click, _change(click), show_puzzle)


async def on_puzzle_form(click: Click[ids.PuzzleButton]) -> None:
    puzzles = click.services[PuzzleService]
    changed = puzzles.submit(click.actor, click.id.puzzle, click.id.stage, click.value)
    await show_changed(click, changed, show_puzzle)


async def on_course(click: Click[ids.CourseButton]) -> None:
    """Show a puzzle of a course by its number, from 1; for 0 the first unsolved one."""
    known, number = click.services[PuzzleService], click.number_or(click.id.number)
    course = await known.course(click.actor, click.id.game)
    if number > len(course.puzzles):
        raise UnknownPuzzle
    puzzle = course.puzzles[number - 1] if number else course.next_one
    if puzzle is None:
        await click.show(puzzle_layouts.done(course))
    else:
        await show_puzzle(click, await known.open(click.actor, puzzle.id))


async def on_weekly(click: Click[ids.WeeklyButton]) -> None:
    puzzle = await click.services[WeeklyService].open(click.actor, click.id.post_id)
    board = await click.services[PuzzleService].open(click.actor, puzzle.id)
    await show_puzzle(click, board)


async def show_puzzle(
    interaction: Interaction, board: PuzzleBoard, *, part: int = WHOLE, remark: Words | None = None
) -> None:
    if board.composition is None:
        await _show_answer(interaction, board, remark)
        return
    seen = PictureRequest(board.position, theme=await interaction.theme())
    page = partial(puzzle_layouts.asking, board, remark)
    await show_asking(interaction, seen, board.composition, page, part=part, sentence=None)


async def _show_answer(interaction: Interaction, board: PuzzleBoard, remark: Words | None) -> None:
    """Show the board after an answer, and after its refutation if there is one."""
    reached = board.reached
    assert reached is not None
    position, move = board.position, reached.move
    if reached.answer is not None:
        position, move = position.after(move), reached.answer
    page = partial(puzzle_layouts.answered, board, reached, remark=remark)
    await _show_after(interaction, position, move, page)


async def _show_after(
    interaction: Interaction, position: Position, move: Move, page: Callable[[Words], Page]
) -> None:
    """Show the board after a move; ``page`` is called with the alternative text of the picture."""
    after, events = position.after(move), position.events(move)
    request = PictureRequest(after, events, theme=await interaction.theme())
    picture = await interaction.draw(request)
    await interaction.show(page(alt_text(request, position.describe(move))), picture)


async def _change(click: Click[ids.PuzzleButton]) -> PuzzleBoard:
    puzzles, who, named = click.services[PuzzleService], click.actor, click.id
    match named.action:
        case ids.BoardAction.STOP:
            return await puzzles.take(who, named.puzzle, named.stage, STOP)
        case ids.BoardAction.BACK:
            return await puzzles.back(who, named.puzzle, named.stage)
        case ids.BoardAction.TAKE:
            return await puzzles.take(who, named.puzzle, named.stage, click.choice(named.number))
        case _:
            raise MovedOn(await puzzles.open(who, named.puzzle))


async def _ask(click: Click[ids.PuzzleButton]) -> None:
    board = await click.services[PuzzleService].open(click.actor, click.id.puzzle)
    if board.composition is None:
        await click.defer_update()
        await show_puzzle(click, board)
        return
    title = board.puzzle.title or Text("puzzle", "title")
    form = replace(click.id, stage=board.stage)
    await click.ask(move_form(title, form, board.position))


async def _look(click: Click[ids.PuzzleButton]) -> None:
    board = await click.services[PuzzleService].open(click.actor, click.id.puzzle)
    if board.stage != click.id.stage:
        moved_on = click.refusal(MovedOn(board))
        await show_puzzle(click, board, remark=moved_on)
    elif click.id.action is ids.BoardAction.SHOW:
        showing = partial(puzzle_layouts.showing, board)
        await _show_after(click, board.position, board.puzzle.answer(), showing)
    else:
        await show_puzzle(click, board, part=click.id.number)


SCREEN = Screen(
    handlers=(
        Handler(ids.PuzzleButton, on_puzzle, defer=False),
        Handler(ids.CourseButton, on_course),
        Handler(ids.WeeklyButton, on_weekly),
        Handler(ids.PuzzleButton, on_puzzle_form, is_form=True),
    ),
    faces={WeeklyCard: puzzle_layouts.face_of},
)
