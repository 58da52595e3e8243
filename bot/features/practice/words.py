"""The sentences of practice boards, hints and puzzles."""

from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from bot.features.moves.screen.question import Question
from bot.features.moves.words import hint, prompt
from bot.features.practice.engines import Suggestion
from bot.features.practice.puzzles import Course, PuzzleBoard
from bot.features.practice.service import PracticeBoard
from bot.screen.words import goal, quoted
from renderer import own_result
from rules import GAMES
from rules.game import Position, Seat
from rules.puzzles import (
    Consequence,
    Goal,
    GoalKind,
    Puzzle,
    explained,
    other_answers,
    task_of,
)
from rules.texts import Counted, Plain, Text, Words, lines, listed, sentences

NEXT, ANSWER = Text("Next puzzle ▶"), Text("See it again")
AGAIN, SHOW_ME = Text("Try again", "button"), Text("Show me", "button")
READ = Text("Read the rules")
WHICH = Text("Go to a puzzle")
RIGHT, WRONG = Text("**Right!**"), Text("**Not that one.**")
CONSIDER = Text("### Moves to consider\n-# With your chance to win after each.")
TAKE_BACK = Text("Take back", "button")
VARIANTS = Text("Try another variant")
SHORT = Text("You play both sides. Nobody else sees this.")
AGAINST_ME = Text("You play {side} against me, from here on. Nobody else sees this.")
EXPECTS = Text("I expect {move} in answer.")
RECKONS = Text("This assumes the answer {move}.")
SOLVED, OPEN = Text("Solved", "button"), Text("Not solved yet")


def suggestions(found: Sequence[Suggestion]) -> Text:
    """The suggestions with their reasons, by their letters on the board."""
    told = Plain("{letter}. {told}")
    lettered = zip(ascii_uppercase, found, strict=False)
    return lines(CONSIDER, *(told.of(letter=at, told=_one(each)) for at, each in lettered))


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


def practice_heading(board: PracticeBoard) -> Text:
    position, seat = board.position, board.practice.seat
    side = 0 if seat is None else position.colour_of(seat)
    return Text(
        "### Practice: {name}\n-# {name_other} · {short}",
        name=position.info.name,
        name_other=position.variant.name,
        short=SHORT if seat is None else AGAINST_ME.of(side=position.info.sides[side]),
    )


def practice_state(board: PracticeBoard, question: Question | None) -> Text:
    last = board.sentence or Text("The game begins.")
    if board.composition is None or question is None:
        result = own_result(board.position)
        return lines(last, Plain("**{result}**", result="" if result is None else result.text))
    position = board.composition.position
    side = position.info.sides[position.colour_of(position.to_move or 0)]
    asked = prompt(board.composition, question, hint(board.composition))
    return lines(last, Text("**{side}** to move.", side=side), asked)


def heading(board: PuzzleBoard) -> Text:
    puzzle, position = board.puzzle, board.position
    you = Text("**You are {side}.**", side=_name(position))
    return lines(*_title(board), sentences(you, task_of(puzzle)))


def _title(board: PuzzleBoard) -> Iterator[Text]:
    puzzle, course, info = board.puzzle, board.course, board.position.info
    if course is None:
        title = puzzle.title or Text("puzzle {stars}", stars=stars(puzzle))
        yield Text("### {game}: {title}", game=info.name, title=title)
        yield Text("-# Nobody else sees this.") if board.is_over else _tries_left(board)
        return
    number = course.number_of(puzzle)
    yield Text("### Learn {game}: {title}", game=info.name, title=puzzle.title or "")
    so_far = Text("-# Puzzle {number} of {count} · nobody else sees this")
    if course.solved:
        so_far = Text("-# Puzzle {number} of {count} · {solved} solved", solved=len(course.solved))
    yield so_far.of(number=number, count=len(course.puzzles))
    if number == 1:
        yield Plain("-# {goal}", goal=goal(info, board.position.variant))


def _tries_left(board: PuzzleBoard) -> Text:
    left = Counted("{number} try left", "{number} tries left", board.tries_left or 0)
    return Plain("-# {left} · {private}", left=left, private=Text("nobody else sees this"))


def stars(puzzle: Puzzle) -> str:
    """How hard the puzzle is, in signs."""
    return "★" * puzzle.difficulty


def verdict(board: PuzzleBoard, reached: Consequence) -> Text:
    """Whether the answer was right, and why, or what a wrong one leads to."""
    puzzle, position = board.puzzle, board.position
    done = position.describe(reached.move)
    if reached.is_right:
        return lines(done, sentences(RIGHT, explained(puzzle, reached.move).said))
    shows = reached.answer is not None or reached.counted is not None
    said = puzzle.wrong.get(str(reached.move)) or puzzle.otherwise or (None if shows else _NOT_WON)
    return lines(done, sentences(WRONG, said), _leads_to(puzzle.goal, position, reached))


def shown_answer(board: PuzzleBoard) -> Text:
    puzzle = board.puzzle
    move = puzzle.answer()
    answer = Text("An answer is {move}: {does} Others do as well.")
    is_only = puzzle.answers == (str(move),)
    if is_only or (puzzle.main_line() and not other_answers(puzzle, move)):
        answer = Text("The answer is {move}: {does}")
    does = board.position.describe(move)
    return lines(answer.of(move=quoted(move.written), does=does), explained(puzzle).said)


def all_done(course: Course) -> Text:
    return Text(
        "You have solved all {count} puzzles of {game}. Now play against me: I start at "
        "level 1, and you can take moves back.",
        count=len(course.puzzles),
        game=GAMES[course.game].info.name,
    )


def solution(puzzle: Puzzle) -> Text:
    move = puzzle.answer()
    does = puzzle.position.describe(move)
    return Text("The answer was {move}: {does}", move=quoted(move.written), does=does)


def _name(position: Position, seat: Seat | None = None) -> Words:
    which = position.to_move if seat is None else seat
    return position.info.sides[position.colour_of(which or 0)]


def _leads_to(wanted: Goal, position: Position, reached: Consequence) -> Words | None:
    """What a wrong answer leads to, as far as that can be computed."""
    after = position.after(reached.move)
    result = own_result(after)
    if result is not None:
        return result.text
    if reached.counted:
        return sentences(reached.counted, Text("Another move does better."))
    if reached.answer is None:
        return None
    move, does = quoted(reached.answer.written), after.describe(reached.answer)
    if reached.loses:
        ends = own_result(after.after(reached.answer))
        plays = Text("Now they play {move}: {does}", move=move, does=does)
        return sentences(plays, None if ends is None else ends.text)
    if wanted.kind is GoalKind.OUTPLAY:
        cannot = Text("Now your win is no longer certain.")
    else:
        cannot = _CANNOT.of(number=wanted.moves)
    return sentences(Text("Now they answer {move}: {does}", move=move, does=does), cannot)


_CANNOT = Counted("Now you cannot win in {number} move.", "Now you cannot win in {number} moves.")
_NOT_WON = Text("The game continues after that.")
