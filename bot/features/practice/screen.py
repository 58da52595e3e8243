"""The practice board, which only its player sees, and hints on it and in matches with engines."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from string import ascii_uppercase
from typing import Annotated, TypeVar

from bot.core.matches import MatchService
from bot.features.moves import STOP, MovedOn
from bot.features.moves import words as composer_words
from bot.features.moves.screen.boards import asking_page, move_form, show_asking, show_changed, ways
from bot.features.moves.screen.played import played
from bot.features.moves.screen.question import WHOLE, Question
from bot.features.moves.words import hint, prompt
from bot.features.practice import pages
from bot.features.practice.hints import HintService, Suggestion
from bot.features.practice.puzzles import PuzzleBoard, PuzzleService, UnknownPuzzle
from bot.features.practice.service import PracticeBoard, PracticeService
from bot.features.practice.weekly import WeeklyCard, WeeklyService
from bot.features.replays import ReplayService
from bot.screen.ids import (
    BoardAction,
    CourseButton,
    CustomId,
    MatchButton,
    PlayOnButton,
    PracticeButton,
    PuzzleButton,
    WeeklyButton,
)
from bot.screen.interaction import Click, Handler, Interaction, Screen
from bot.screen.page import Accent, Button, Menu, Page, Picture, Row, Style, options
from bot.screen.words import HINT, quoted
from data.ids import MatchId
from renderer import PictureRequest, alt_text, own_result
from rules.game import Move, Position
from rules.texts import Plain, Text, Words, lines, listed, sentences

Found = TypeVar("Found")

HEADING = Text("### Moves to consider\n-# With your chance to win after each.")


def suggestions(found: Sequence[Suggestion]) -> Text:
    """The suggestions with their reasons, by their letters on the board."""
    told = Plain("{letter}. {told}")
    return lines(HEADING, *(told.of(letter=at, told=_one(each)) for at, each in lettered(found)))


def lettered(found: Sequence[Found]) -> Iterator[tuple[str, Found]]:
    """Each suggestion with its letter: A, B, C."""
    return zip(ascii_uppercase, found, strict=False)


def _one(each: Suggestion) -> Text:
    """A suggestion: its chance to win, the reason, and the answers that this assumes."""
    said = Text("**{move}** · {chance} %:")
    if 0 < each.chance < 100:
        said = Text("**{move}** · about {chance} %:")
    told = [said.of(move=quoted(each.move.written), chance=each.chance), each.sentence]
    if each.reason is not None:
        told.append(each.reason)
    if each.answers:
        answer = RECKONS if each.reason else EXPECTS
        told.append(answer.of(move=listed(list(map(quoted, each.answers)))))
    return sentences(*told)


EXPECTS = Text("I expect {move} in answer.")
RECKONS = Text("This assumes the answer {move}.")


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
    moves = [SuggestedMove(match.id, match.ply, str(each.move)) for each in found]
    label, green = Text("Play {letter}", "button"), Style.SUCCESS
    plays = [Button(label.of(letter=letter), move, green) for letter, move in lettered(moves)]
    await _show_hints(click, await click.own_picture(match), found, *plays)


async def on_suggested(click: Click[SuggestedMove]) -> None:
    matches = click.services[MatchService]
    made = await matches.submit(click.actor, click.id.move, click.id.match_id, click.id.ply)
    await played(click, made)


async def hint_alone(interaction: Interaction, board: PracticeBoard) -> None:
    """Suggest moves on a practice board; acknowledged before."""
    found = await interaction.services[HintService].of_position(interaction.actor, board.position)
    theme = await interaction.theme()
    await _show_hints(interaction, PictureRequest(board.position, theme=theme), found)


async def _show_hints(
    interaction: Interaction, request: PictureRequest, found: tuple[Suggestion, ...], *below: Button
) -> None:
    marked = replace(request, events=(), suggested=tuple(each.events for each in found))
    picture = await interaction.draw(marked)
    shown = Picture(alt_text(marked, None))
    page = Page(shown, suggestions(found), Row(*below), accent=Accent.TEAL)
    await interaction.show(page, picture)


TAKE_BACK = Text("Take back", "button")
VARIANTS = Text("Try another variant")
SHORT = Text("You play both sides. Nobody else sees this.")


AGAINST_ME = Text("You play {side} against me, from here on. Nobody else sees this.")


def heading(board: PracticeBoard) -> Text:
    position, seat = board.position, board.practice.seat
    side = 0 if seat is None else position.colour_of(seat)
    return Text(
        "### Practice: {name}\n-# {name_other} · {short}",
        name=position.info.name,
        name_other=position.variant.name,
        short=SHORT if seat is None else AGAINST_ME.of(side=position.info.sides[side]),
    )


def state(board: PracticeBoard, question: Question | None) -> Text:
    last = board.sentence or Text("The game begins.")
    if board.composition is None or question is None:
        result = own_result(board.position)
        return lines(last, Plain("**{result}**", result="" if result is None else result.text))
    position = board.composition.position
    side = position.info.sides[position.colour_of(position.to_move or 0)]
    asked = prompt(board.composition, question, hint(board.composition))
    return lines(last, Text("**{side}** to move.", side=side), asked)


def practice(
    board: PracticeBoard, remark: Words | None, question: Question | None, alt: str
) -> Page:
    """The board with a menu of what can come next; no question when the game is over."""
    kept = board.practice
    is_start = kept.seat is None and not (kept.moves or kept.taken)
    return asking_page(
        (lines(remark, heading(board)), Picture(alt), state(board, question)),
        question,
        partial(PracticeButton, board.stage),
        Row(*_ways(board, question)),
        _variants(board) if is_start and len(board.position.info.variants) > 1 else None,
        accent=Accent.TEAL,
    )


def _ways(board: PracticeBoard, question: Question | None) -> Iterator[Button]:
    """The buttons below the menu: to stop here, go back, start over, get a hint, type a move."""
    make = partial(PracticeButton, board.stage)
    composition, kept = board.composition, board.practice
    has_moved = len(kept.moves) > kept.given
    yield from ways(composition, question, make, TAKE_BACK if has_moved else None)
    if has_moved or (composition is not None and composition.is_begun):
        yield Button(composer_words.START_OVER, make(BoardAction.OVER))
    if composition is not None:
        if not kept.taken:
            yield Button(HINT, make(BoardAction.HINT))
        yield Button(composer_words.TYPE, make(BoardAction.TYPE))


def _variants(board: PracticeBoard) -> Menu:
    variants = board.position.info.variants
    labels = {number: variant.name for number, variant in enumerate(variants)}
    shown = options(labels, variants.index(board.position.variant))
    return Menu(PracticeButton(board.stage, BoardAction.VARIANT), shown, VARIANTS)


async def on_practice(click: Click[PracticeButton]) -> None:
    if click.id.action is BoardAction.TYPE:  # a form has to be the first answer
        await _ask(click)
        return
    if click.id.action in (BoardAction.HINT, BoardAction.PART):
        await _look(click)
        return
    await click.defer_update()
    await show_changed(click, _change(click), show_practice)


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
    page = partial(practice, board, remark)
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


async def _ask(click: Click[PracticeButton]) -> None:
    board = await click.services[PracticeService].current(click.actor)
    if board.composition is None:
        await click.defer_update()
        await show_practice(click, board)
        return
    title = Text("Practice: {game}", game=board.position.info.name)
    await click.ask(move_form(title, replace(click.id, stage=board.stage), board.position))


async def _look(click: Click[PracticeButton]) -> None:
    """Show a hint or a part of the menu; the current board if the button is outdated."""
    wants_hint = click.id.action is BoardAction.HINT
    await (click.defer_private() if wants_hint else click.defer_update())
    board = await click.services[PracticeService].current(click.actor)
    if board.stage != click.id.stage or (wants_hint and board.position.to_move is None):
        await show_practice(click, board, remark=click.refusal(MovedOn(board)))
    elif wants_hint:
        await hint_alone(click, board)
    else:
        await show_practice(click, board, part=click.id.number)


async def on_puzzle(click: Click[PuzzleButton]) -> None:
    if click.id.action is BoardAction.TYPE:  # a form has to be the first answer
        await _ask_answer(click)
        return
    await click.defer_update()
    if click.id.action in (BoardAction.PART, BoardAction.SHOW):
        await _look_at_puzzle(click)
    else:
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
        await click.show(pages.done(course))
    else:
        await show_puzzle(click, await known.open(click.actor, puzzle.id))


async def on_weekly(click: Click[WeeklyButton]) -> None:
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
    page = partial(pages.asking, board, remark)
    await show_asking(interaction, seen, board.composition, page, part=part, sentence=None)


async def _show_answer(interaction: Interaction, board: PuzzleBoard, remark: Words | None) -> None:
    """Show the board after an answer, and after its refutation if there is one."""
    reached = board.reached
    assert reached is not None
    position, move = board.position, reached.move
    if reached.answer is not None:
        position, move = position.after(move), reached.answer
    page = partial(pages.answered, board, reached, remark=remark)
    await _show_after(interaction, position, move, page)


async def _show_after(
    interaction: Interaction, position: Position, move: Move, page: Callable[[Words], Page]
) -> None:
    """Show the board after a move; ``page`` is called with the alternative text of the picture."""
    after, events = position.after(move), position.events(move)
    request = PictureRequest(after, events, theme=await interaction.theme())
    picture = await interaction.draw(request)
    await interaction.show(page(alt_text(request, position.describe(move))), picture)


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


async def _ask_answer(click: Click[PuzzleButton]) -> None:
    board = await click.services[PuzzleService].open(click.actor, click.id.puzzle)
    if board.composition is None:
        await click.defer_update()
        await show_puzzle(click, board)
        return
    title = board.puzzle.title or Text("puzzle", "title")
    form = replace(click.id, stage=board.stage)
    await click.ask(move_form(title, form, board.position))


async def _look_at_puzzle(click: Click[PuzzleButton]) -> None:
    board = await click.services[PuzzleService].open(click.actor, click.id.puzzle)
    if board.stage != click.id.stage:
        moved_on = click.refusal(MovedOn(board))
        await show_puzzle(click, board, remark=moved_on)
    elif click.id.action is BoardAction.SHOW:
        showing = partial(pages.showing, board)
        await _show_after(click, board.position, board.puzzle.answer(), showing)
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
        Handler(WeeklyButton, on_weekly),
        Handler(PuzzleButton, on_puzzle_form, is_form=True),
    ),
    faces={WeeklyCard: pages.face_of},
)
