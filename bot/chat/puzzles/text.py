"""What is said about puzzles."""

from collections.abc import Mapping

from bot.chat.common.goals import goal, hint
from bot.chat.common.text import counted, quoted
from bot.chat.composer.question import Question
from bot.chat.composer.text import prompt
from bot.chat.interaction.part import Refusals
from bot.services.composer import Composition
from bot.services.puzzles import Course, NoLessons, PuzzleBoard, UnknownPuzzle, WeeklyCard
from renderer import own_result
from rules import GAMES
from rules.game import Position, Seat
from rules.puzzles import Consequence, Goal, GoalKind, Puzzle

NEXT, AGAIN, SHOW_ME, ANSWER = "Next puzzle ▶", "Try again", "Show me", "See it again"
PLAY, READ, LEARN = "Play against me", "Read the rules", "Learn by puzzles"
LEARN_ONE = "Learn by small puzzles"
SOLVE, TRY_IT = "Solve it", "Try it"
WHICH = "Go to a puzzle"
NOBODY, NOBODY_YET = "Nobody solved it.", "Nobody has solved it yet."
RIGHT, WRONG = "**Right!**", "**Not that one.**"
SOLVED, OPEN = "Solved", "Not solved yet"


def heading(board: PuzzleBoard) -> str:
    """Which puzzle it is, and what is asked for."""
    puzzle, course = board.puzzle, board.course
    name = board.position.info.name
    if course is None:
        title = f"### {name}: puzzle"
    else:
        number = course.number_of(puzzle)
        where = f"-# Puzzle {number} of {len(course.puzzles)}"
        about = f"\n-# {goal(board.position.info, board.position.variant)}" if number == 1 else ""
        title = f"### Learn {name}: {puzzle.title}\n{where}{_so_far(course)}{about}"
    return f"{title}\n**You are {_name(board.position)}.** {task(puzzle)}"


def task(puzzle: Puzzle) -> str:
    """What is asked for, in a sentence."""
    return puzzle.task or _said(_TASKS, _WIN_NOW, puzzle.goal)


def asked(composition: Composition, question: Question) -> str:
    """What to choose now."""
    return prompt(composition, question, hint(composition))


def verdict(board: PuzzleBoard, reached: Consequence) -> str:
    """Whether the answer was right, and why, or what it leads to."""
    puzzle, position = board.puzzle, board.position
    done = position.describe(reached.move)
    if reached.is_right:
        return f"{done}\n{RIGHT} {why(puzzle)}"
    sentence = puzzle.wrong.get(str(reached.move)) or puzzle.otherwise or _NOT_WON
    told = (done, f"{WRONG} {sentence}", _leads_to(puzzle.goal, position, reached))
    return "\n".join(filter(None, told))


def shown_answer(board: PuzzleBoard) -> str:
    """The answer, for who asked to be shown it."""
    puzzle = board.puzzle
    move = puzzle.answer()
    only = len(puzzle.answers) == 1 and puzzle.answers[0] == str(move)
    also = "" if only else " Others do as well."
    which, does = "The" if only else "An", board.position.describe(move)
    return f"{which} answer is {quoted(move.written)}: {does}{also}\n{why(puzzle)}"


def why(puzzle: Puzzle) -> str:
    """Why the answers are right."""
    return puzzle.why or _said(_REASONS, _WINS_NOW, puzzle.goal)


def all_done(course: Course) -> str:
    """What somebody is told who has solved everything."""
    return (
        f"You have solved all {len(course.puzzles)} puzzles of {GAMES[course.game].info.name}. "
        "Now play: I begin gently, at level 1, and you may take moves back."
    )


def done_page(course: Course) -> str:
    """What ``/learn`` shows to somebody who has solved everything."""
    return f"### Learn {GAMES[course.game].info.name}\n{all_done(course)}"


def name_in_list(puzzle: Puzzle, number: int) -> str:
    """A puzzle in the list of them."""
    return f"{number}. {puzzle.title}"


def weekly_heading(card: WeeklyCard) -> str:
    """What a puzzle of the week asks for."""
    position = card.puzzle.position
    return (
        f"### Puzzle of the week: {position.info.name}\n"
        f"**{_name(position)} to move.** {task(card.puzzle)}"
    )


def weekly_state(card: WeeklyCard) -> str:
    """How many have solved it, and when the solution comes, or the solution."""
    if card.post.closed:
        return f"{solution(card.puzzle)}\n-# {_solvers(card.solvers, NOBODY)}"
    when = f"The solution comes <t:{int(card.post.closes_at.timestamp())}:R>."
    return f"-# {_solvers(card.solvers, NOBODY_YET)} {when}"


def weekly_earlier(puzzle: Puzzle, solvers: int) -> str:
    """What came of the puzzle of the week before."""
    name = puzzle.position.info.name
    return f"-# Last time ({name}): {solution(puzzle)} {_solvers(solvers, NOBODY)}"


def solution(puzzle: Puzzle) -> str:
    """The answer of a puzzle, and what it does."""
    move = puzzle.answer()
    return f"The answer was {quoted(move.written)}: {puzzle.position.describe(move)}"


def _solvers(number: int, nobody: str) -> str:
    if number == 0:
        return nobody
    return f"{number} {'person has' if number == 1 else 'people have'} solved it."


def form(board: PuzzleBoard) -> str:
    """What stands above the form in which an answer is typed."""
    return f"{board.position.info.name}: {board.puzzle.title or 'puzzle'}"


def _so_far(course: Course) -> str:
    return f" · {len(course.solved)} solved" if course.solved else " · nobody else sees this"


def _name(position: Position, seat: Seat | None = None) -> str:
    which = position.to_move if seat is None else seat
    return position.info.colours[position.colour_of(which or 0)]


def _leads_to(wanted: Goal, position: Position, reached: Consequence) -> str:
    """What comes of a wrong answer, as far as that can be worked out."""
    after = position.after(reached.move)
    result = own_result(after)
    if result is not None:
        return result.text
    if reached.counted:
        return f"This move {reached.counted}. Another one does better."
    if reached.answer is None:
        return ""
    answered = f"{quoted(reached.answer.written)}: {after.describe(reached.answer)}"
    if reached.loses:
        ends = own_result(after.after(reached.answer))
        return f"Now they play {answered} {'' if ends is None else ends.text}".rstrip()
    can = "be sure to win" if wanted.kind is GoalKind.OUTPLAY else "win in time"
    return f"Now they answer {answered} And you cannot {can} any more."


def _said(sentences: Mapping[GoalKind, str], at_once: str, goal: Goal) -> str:
    """The sentence about a goal; a single move that wins has no answers to speak of."""
    if goal == Goal(GoalKind.WIN):
        return at_once
    return sentences[goal.kind].format(counted(goal.moves, "move"))


_WIN_NOW = "Win at once, with one move."
_WINS_NOW = "It wins at once. Nothing else does."
_NOT_WON = "The game goes on after that."
_TASKS = {
    GoalKind.WIN: "Win with {} of yours, however they are answered.",
    GoalKind.OUTPLAY: "One move wins, however it is answered. All others lose. Which is it?",
    GoalKind.HOLD: "Do not let the other player win at once.",
}
_REASONS = {
    GoalKind.WIN: "It wins with {}, whatever the answers are. Nothing else does.",
    GoalKind.OUTPLAY: "Whatever the answers are, it wins. Nothing else does.",
    GoalKind.HOLD: "After every other move the other player wins at once.",
}


REFUSALS: Refusals = {
    UnknownPuzzle: lambda _: "There is no such puzzle any more. `/learn` has others.",
    NoLessons: lambda error: (
        f"There are no puzzles for {error.info.name}. `/rules` explains it with pictures."
    ),
}
