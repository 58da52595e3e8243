"""Answers the buttons of practice boards, hints and puzzles."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from string import ascii_uppercase
from typing import Annotated, Any

from bot.core.matches import MatchService
from bot.features.moves import STOP, MovedOn
from bot.features.moves.screen.boards import move_form, show_asking, show_changed
from bot.features.moves.screen.composer import played
from bot.features.moves.screen.question import WHOLE
from bot.features.practice import pages, words
from bot.features.practice.engines import HintService, Suggestion
from bot.features.practice.pages import PracticeButton, PuzzleButton
from bot.features.practice.puzzles import PuzzleBoard, PuzzleService, UnknownPuzzle
from bot.features.practice.service import PracticeBoard, PracticeService
from bot.features.replays import ReplayService
from bot.screen.ids import BoardAction, CourseButton, CustomId, MatchButton, PlayOnButton
from bot.screen.interaction import Click, Handler, Interaction, Screen
from bot.screen.page import Accent, Button, Page, Part, Picture, Row, Style
from data.ids import MatchId
from renderer import PictureRequest, alt_text
from rules.game import Move, Position
from rules.puzzles import Puzzle, explained, marked
from rules.texts import Text, Words

Written = Annotated[str, re.compile("[!-~]{1,60}")]
"""A move in notation. It may have a colon in it, so it must be the last part of an id."""


class SuggestedMove(CustomId, prefix="hm"):
    """The button that plays a move suggested in the match at ``ply``."""

    match_id: MatchId
    ply: int
    move: Written


async def hint_in_match(click: Click[MatchButton]) -> None:
    hints = click.services[HintService]
    match, found = await hints.of_match(click.actor, click.id.match_id, click.id.ply)
    label, make = Text("Play {letter}", "button"), partial(SuggestedMove, match.id, match.ply)
    plays = [
        Button(label.of(letter=letter), make(str(each.move)), Style.SUCCESS)
        for letter, each in zip(ascii_uppercase, found, strict=False)
    ]
    await _show_hints(click, await click.own_picture(match), found, *plays)


async def on_suggested(click: Click[SuggestedMove]) -> None:
    matches = click.services[MatchService]
    made = await matches.submit(click.actor, click.id.move, click.id.match_id, click.id.ply)
    await played(click, made)


async def _show_hints(
    interaction: Interaction, request: PictureRequest, found: tuple[Suggestion, ...], *below: Button
) -> None:
    marked = replace(request, events=(), suggested=tuple(each.events for each in found))
    picture = await interaction.draw(marked)
    shown = Picture(alt_text(marked, None))
    page = Page(shown, words.suggestions(found), Row(*below), accent=Accent.TEAL)
    await interaction.show(page, picture)


async def on_practice(click: Click[PracticeButton]) -> None:
    match click.id.action:
        case BoardAction.TYPE:
            board = await click.services[PracticeService].current(click.actor)
            title = Text("Practice: {game}", game=board.position.info.name)
            await _ask(click, board, title, show_practice)
        case BoardAction.HINT | BoardAction.PART:
            await _look(click)
        case _:
            await click.defer_update()
            await show_changed(click, _change(click), show_practice)


async def _ask(
    click: Click[PracticeButton] | Click[PuzzleButton],
    board: PracticeBoard | PuzzleBoard,
    title: Words,
    show: Callable[[Interaction, Any], Awaitable[None]],
) -> None:
    """Ask for a move in a form, which has to be the first answer."""
    if board.composition is None:
        await click.defer_update()
        await show(click, board)
        return
    form = replace(click.id, stage=board.stage)
    await click.ask(move_form(title, form, board.position))


async def open_practice(interaction: Interaction, game: str) -> None:
    """Show this person's board of the game; acknowledged before. Raises UnknownGame."""
    practice = interaction.services[PracticeService]
    await show_practice(interaction, await practice.open(interaction.actor, game))


async def on_play_on(click: Click[PlayOnButton]) -> None:
    await click.defer_private()
    replay = await click.services[ReplayService].replay(click.actor, click.id.match_id)
    number = min(click.id.number, len(replay.steps) - 1)
    await show_practice(
        click, await click.services[PracticeService].play_on(click.actor, replay, number)
    )


async def on_practice_form(click: Click[PracticeButton]) -> None:
    practice = click.services[PracticeService]
    changed = practice.submit(click.actor, click.id.stage, click.value)
    await show_changed(click, changed, show_practice)


async def show_practice(
    interaction: Interaction,
    board: PracticeBoard,
    *,
    part: int = WHOLE,
    remark: Words | None = None,
) -> None:
    theme, seat = await interaction.theme(), board.practice.seat
    seen = PictureRequest(board.position, board.events, theme=theme, viewer=seat)
    page = partial(pages.practice, board, remark)
    composition, sentence = board.composition, board.sentence
    await show_asking(interaction, seen, composition, page, part=part, sentence=sentence)


async def _change(click: Click[PracticeButton]) -> PracticeBoard:
    practice, player, stage = click.services[PracticeService], click.actor, click.id.stage
    number = click.choice(click.id.number)
    match click.id.action:
        case BoardAction.STOP:
            return await practice.take(player, stage, STOP)
        case BoardAction.BACK:
            return await practice.back(player, stage)
        case BoardAction.OVER:
            return await practice.restart(player, stage)
        case BoardAction.VARIANT if number >= 0:
            return await practice.restart(player, stage, number)
        case BoardAction.TAKE:
            return await practice.take(player, stage, number)
        case _:
            raise MovedOn(await practice.current(player))


async def _look(click: Click[PracticeButton]) -> None:
    """Show a hint or a part of the menu; the current board if the button is outdated."""
    wants_hint = click.id.action is BoardAction.HINT
    await (click.defer_private() if wants_hint else click.defer_update())
    board = await click.services[PracticeService].current(click.actor)
    if board.stage != click.id.stage or (wants_hint and board.position.to_move is None):
        await show_practice(click, board, remark=click.refusal(MovedOn(board)))
    elif wants_hint:
        found = await click.services[HintService].of_position(click.actor, board.position)
        await _show_hints(click, PictureRequest(board.position, theme=await click.theme()), found)
    else:
        await show_practice(click, board, part=click.id.number)


async def on_puzzle(click: Click[PuzzleButton]) -> None:
    match click.id.action:
        case BoardAction.TYPE:
            board = await click.services[PuzzleService].open(click.actor, click.id.puzzle)
            title = board.puzzle.title or Text("puzzle", "title")
            await _ask(click, board, title, show_puzzle)
        case BoardAction.PART | BoardAction.SHOW:
            await click.defer_update()
            await _look_at_puzzle(click)
        case _:
            await click.defer_update()
            await show_changed(click, _change_puzzle(click), show_puzzle)


async def on_puzzle_form(click: Click[PuzzleButton]) -> None:
    puzzles = click.services[PuzzleService]
    changed = puzzles.submit(click.actor, click.id.puzzle, click.id.stage, click.value)
    await show_changed(click, changed, show_puzzle)


async def on_course(click: Click[CourseButton]) -> None:
    """Show a puzzle of a course by its number, from 1; for 0 the first unsolved one."""
    known, number = click.services[PuzzleService], click.number_or(click.id.number)
    course = await known.course(click.actor, click.id.game)
    if number > len(course.puzzles):
        raise UnknownPuzzle
    puzzle = course.puzzles[number - 1] if number else course.next_one
    if puzzle is None:
        await click.show(pages.done(course, await click.added(course)))
    else:
        await show_puzzle(click, await known.open(click.actor, puzzle.id))


async def show_puzzle(
    interaction: Interaction, board: PuzzleBoard, *, part: int = WHOLE, remark: Words | None = None
) -> None:
    added = await interaction.added(board) if board.is_over else ()
    if board.composition is not None:
        seen = PictureRequest(board.position, theme=await interaction.theme())
        page = partial(pages.asking, board, remark, added)
        await show_asking(interaction, seen, board.composition, page, part=part, sentence=None)
        return
    reached, position = board.reached, board.position
    assert reached is not None
    if board.is_over and board.tries_left is not None and not reached.is_right:
        missed = partial(pages.missed, board, reached, added=added)
        await _show_after(interaction, board.puzzle, position, board.puzzle.answer(), missed)
        return
    move = reached.move
    if reached.answer is not None:  # the answer is refuted
        position, move = position.after(move), reached.answer
    after = partial(pages.answered, board, reached, remark=remark, added=added)
    await _show_after(interaction, board.puzzle, position, move, after)


async def _show_after(
    interaction: Interaction,
    puzzle: Puzzle,
    position: Position,
    move: Move,
    page: Callable[..., Page],
) -> None:
    """Show the board after a move, and after one that solves it what else explains the puzzle.

    ``page`` is called with the alternative text of the picture, and these as ``scenes``.
    """
    picture, alt = await _drawn(interaction, puzzle, position, move)
    is_right = position == puzzle.position and puzzle.accepts(move)
    parts, beside = list[Part](), dict[str, bytes]()
    for number, scene in enumerate(explained(puzzle, move).scenes if is_right else (), 1):
        drawn = await _drawn(interaction, puzzle, scene.position, scene.move)
        beside[f"{number}.png"], told = drawn
        parts += scene.said, Picture(told, f"{number}.png")
    await interaction.show(page(alt, scenes=parts), picture, beside=beside)


async def _drawn(
    interaction: Interaction, puzzle: Puzzle, position: Position, move: Move
) -> tuple[bytes, Words]:
    """The picture of the board after a move, and its alternative text."""
    theme, telling = await interaction.theme(), marked(puzzle, position, move)
    after, events = position.after(move), position.events(move)
    request = PictureRequest(after, events, theme=theme, strengths=True, telling=telling)
    return await interaction.draw(request), alt_text(request, position.describe(move))


async def _change_puzzle(click: Click[PuzzleButton]) -> PuzzleBoard:
    puzzles, who, named = click.services[PuzzleService], click.actor, click.id
    match named.action:
        case BoardAction.STOP:
            return await puzzles.take(who, named.puzzle, named.stage, STOP)
        case BoardAction.BACK:
            return await puzzles.back(who, named.puzzle, named.stage)
        case BoardAction.TAKE:
            return await puzzles.take(who, named.puzzle, named.stage, click.choice(named.number))
        case _:
            raise MovedOn(await puzzles.open(who, named.puzzle))


async def _look_at_puzzle(click: Click[PuzzleButton]) -> None:
    board = await click.services[PuzzleService].open(click.actor, click.id.puzzle)
    if board.stage != click.id.stage:
        moved_on = click.refusal(MovedOn(board))
        await show_puzzle(click, board, remark=moved_on)
    elif click.id.action is BoardAction.SHOW:
        showing = partial(pages.showing, board)
        await _show_after(click, board.puzzle, board.position, board.puzzle.answer(), showing)
    else:
        await show_puzzle(click, board, part=click.id.number)


SCREEN = Screen(
    handlers=(
        Handler(PracticeButton, on_practice, defer=False),
        Handler(PlayOnButton, on_play_on, defer=False),
        Handler(PracticeButton, on_practice_form, is_form=True),
        Handler(SuggestedMove, on_suggested, counts=True),
        Handler(PuzzleButton, on_puzzle, defer=False),
        Handler(CourseButton, on_course),
        Handler(PuzzleButton, on_puzzle_form, is_form=True),
    ),
)
