"""What makes a puzzle of the Daily right by the rules alone: nothing of the miner is used."""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from rules import GAMES, Move, Position
from rules.engine import knowledge_of
from rules.game import Seat
from rules.puzzles import Goal, GoalKind, Puzzle, daily_puzzles
from tests.rules.engine.test_counted import COUNTED
from tests.rules.plain.places import Place

FEWEST, FEWEST_OF_A_GAME, FEWEST_OF_A_STEP = 400, 60, 8
"""Puzzles of the Daily that there are at least: in all, of a game, of a difficulty of a game."""
MOST_ANSWERS = 3
SAMPLE = 60
"""Of more quiet refutations than that in a puzzle, so many are tried by the rules."""
_KINDS = (GoalKind.MOST, GoalKind.FEWEST)
_Kind = tuple[object, ...]
_Pieces = frozenset[tuple[Place, _Kind]]


def effort(puzzle: Puzzle) -> tuple[int, int]:
    """What grows with the time that the check of a puzzle takes."""
    depth = puzzle.goal.moves if puzzle.goal.kind is GoalKind.WIN else 0
    return depth, sum(1 for _ in itertools.islice(puzzle.position.moves(), 5_000))


def cheapest(game: str, number: int) -> list[Puzzle]:
    """The puzzles of a game that are checked soonest, half of them such as are won."""
    mine = [each for each in daily_puzzles() if each.game == game]
    won = [each for each in mine if each.goal.kind is GoalKind.WIN and each.goal.moves > 1]
    others = [each for each in mine if each.goal.kind is not GoalKind.WIN]
    half = number // 2
    return [*sorted(won, key=effort)[:half], *sorted(others, key=effort)[: number - half]]


def tenth(number: int) -> list[Puzzle]:
    """Every tenth puzzle, from ``number`` on."""
    return list(daily_puzzles()[number % 10 :: 10])


def wrong_daily(puzzle: Puzzle) -> str:
    """What is wrong with a puzzle of the Daily; empty when nothing is."""
    position, seat = puzzle.position, puzzle.position.to_move
    if seat is None or position.encode() != puzzle.line:
        return "the position is over, or is written otherwise"
    moves = {str(move): move for move in position.moves()}
    if not set(puzzle.answers) <= set(moves):
        return "an answer is no legal move"
    right = {position.after(moves[text]) for text in puzzle.answers}
    reaches = _reaching(puzzle, position, seat)
    told = [
        _differing(puzzle, moves, reaches),
        "" if 1 <= len(right) <= MOST_ANSWERS else "too many answers, or none",
        "" if _one_idea(puzzle.answers) or len(right) == 1 else "more than one idea",
        _unrefuted(puzzle, position, seat, moves),
        *(_line_fault(each, seat) for each in (puzzle, *puzzle.others)),
        "" if 1 <= puzzle.difficulty <= 5 else "something lacks",
    ]
    return next(filter(None, told), "")


def _reaching(puzzle: Puzzle, position: Position, seat: Seat) -> Callable[[Move], bool]:
    """Whether a move reaches the goal; each position is worked out once."""
    goal, known = puzzle.goal, dict[Position, bool]()
    if goal.kind in _KINDS:
        counted = COUNTED[puzzle.game]
        afters = {position.after(move) for move in position.moves()}
        counts = {after: counted(after, seat)[goal.feature] for after in afters if _goes_on(after)}
        best = (max if goal.kind is GoalKind.MOST else min)(counts.values())
        return lambda move: counts.get(position.after(move)) == best
    if goal.kind is GoalKind.HOLD:
        return lambda move: _kept(known, position.after(move), lambda after: holds(after, seat))
    memory: dict[tuple[Position, int], bool] = {}
    return lambda move: forces(position.after(move), seat, goal.moves - 1, memory)


def _kept(known: dict[Position, bool], at: Position, found: Callable[[Position], bool]) -> bool:
    if at not in known:
        known[at] = found(at)
    return known[at]


def _goes_on(after: Position) -> bool:
    return after.outcome is None


def holds(after: Position, seat: Seat) -> bool:
    """Whether the next player cannot win at once."""
    if after.outcome is not None:
        return seat in after.outcome.winners
    return not any(wins_at_once(after, move) for move in after.moves())


def wins_at_once(position: Position, move: Move) -> bool:
    outcome = position.after(move).outcome
    return outcome is not None and position.to_move in outcome.winners


def forces(
    position: Position, seat: Seat, moves: int, known: dict[tuple[Position, int], bool]
) -> bool:
    """Whether ``seat`` wins with at most so many moves of its own, whatever is answered."""
    if position.outcome is not None:
        return seat in position.outcome.winners
    if position.to_move == seat and not moves:
        return False
    key = position, moves
    if key not in known:
        is_own = position.to_move == seat
        afters = (position.after(move) for move in _soonest(position, is_own))
        known[key] = (any if is_own else all)(
            forces(after, seat, moves - is_own, known) for after in afters
        )
    return known[key]


def _soonest(position: Position, is_own: bool) -> Iterator[Move]:
    """All moves; before them that by which the engine would win at once, which saves time."""
    winning = knowledge_of(position).winning(position) if is_own else None
    if winning is not None:
        yield winning
    yield from position.moves()


def _differing(puzzle: Puzzle, moves: Mapping[str, Move], reaches: Callable[[Move], bool]) -> str:
    """What of the moves is wrongly taken for an answer, or is one and not named.

    Moves that have a stored refutation are left to that.
    """
    tried = moves if puzzle.refutations is None else puzzle.answers
    found = {text for text in tried if reaches(moves[text])}
    return "" if found == set(puzzle.answers) else "the answers are not the moves that do it"


def _one_idea(answers: Sequence[str]) -> bool:
    """Whether a piece of text between signs is in every answer."""
    parts = [set(answer.replace("@", "-").replace(">", "-").split("-")) for answer in answers]
    cells = [{each.split(":")[0] for part in some for each in part.split(",")} for some in parts]
    return bool(set.intersection(*cells)) or bool(set.intersection(*parts))


def _unrefuted(puzzle: Puzzle, position: Position, seat: Seat, moves: Mapping[str, Move]) -> str:
    """A wrong move that its stored answer does not refute, if there is one."""
    goal, known = puzzle.goal, dict[tuple[Position, int], bool]()
    if goal.kind in _KINDS or goal == Goal(GoalKind.WIN):
        return ""
    wrong = {text: position.after(moves[text]) for text in moves.keys() - set(puzzle.answers)}
    quiet: dict[tuple[Position, Move], str] = {}
    for text, after in sorted(wrong.items()):
        answer = puzzle.refuted(text)
        then = after if answer is None else after.play(answer)
        if answer is not None and then.outcome is None and goal.kind is GoalKind.WIN:
            quiet[after, answer] = text
        elif then.outcome is None or _is_kept(goal, then.outcome.winners, seat, after):
            return f"{answer} does not refute {text}"
    claims = list(quiet.items())
    chance = random.Random(puzzle.id)
    for (after, answer), text in chance.sample(claims, min(SAMPLE, len(claims))):
        if forces(after.play(answer), seat, goal.moves - 1, known):
            return f"{answer} does not refute {text}"
    return ""


def _is_kept(goal: Goal, winners: Collection[Seat], seat: Seat, after: Position) -> bool:
    """Whether a goal is reached though the game is over: the seat wins, or the next does not."""
    if goal.kind is GoalKind.WIN or after.to_move is None:
        return seat in winners
    return after.to_move not in winners


def _line_fault(puzzle: Puzzle, seat: Seat) -> str:
    """What is wrong with the line: it begins with an answer, and wins in time."""
    line, position, own = puzzle.main_line(), puzzle.position, 0
    if not line or not puzzle.accepts(line[0]):
        return "the line does not begin with an answer"
    for move in line:
        own += position.to_move == seat
        position = position.play(move)
    if puzzle.goal.kind is not GoalKind.WIN:
        return "" if len(line) == 1 else "the line is too long"
    won = position.outcome is not None and seat in position.outcome.winners
    return "" if won and own <= puzzle.goal.moves else "the line does not win in time"


def alike(puzzles: Iterable[Puzzle]) -> Iterator[tuple[str, str]]:
    """Two puzzles of a game that are the same but for a turn, a mirror or one piece."""
    drawn = [(each, _drawn(each.position)) for each in puzzles]
    for (one, shapes), (other, (shape, *_)) in itertools.combinations(drawn, 2):
        endless = one.position.variant.board.endless
        if any(_nearly(each, shape, endless) for each in shapes):
            yield one.id, other.id


def _drawn(position: Position) -> list[_Pieces]:
    """The pieces of a position, its twelve or eight pictures; as seen by whoever is to move."""
    seats, board = position.variant.seats, position.variant.board
    order = [position.colour_of(((position.to_move or 0) + each) % seats) for each in range(seats)]
    pieces = {
        board.place(cell): (
            order.index(piece.colour) if piece.colour in order else None,
            piece.height,
            tuple(order.index(each) for each in piece.stack),
        )
        for cell, piece in position.pieces().items()
    }
    is_hex = board.lattice.value == "hex"
    last = 0 if is_hex else max(max(place) for place in board.places)
    return [
        frozenset((turn(place), kind) for place, kind in pieces.items())
        for turn in (_hex_turns() if is_hex else _square_turns(last))
    ]


def _hex_turns() -> Iterator[Callable[[Place], Place]]:
    """By cube coordinates: every order of the three, and all of them negated."""
    for order in itertools.permutations(range(3)):
        for sign in (1, -1):

            def turn(at: Place, order: Sequence[int] = order, sign: int = sign) -> Place:
                cube = (at[0], at[1], -at[0] - at[1])
                return sign * cube[order[0]], sign * cube[order[1]]

            yield turn


def _square_turns(last: int) -> Iterator[Callable[[Place], Place]]:
    for swapped, left, down in itertools.product((False, True), repeat=3):

        def turn(at: Place, swapped: bool = swapped, left: bool = left, down: bool = down) -> Place:
            x, y = (last - at[0] if left else at[0]), (last - at[1] if down else at[1])
            return (y, x) if swapped else (x, y)

        yield turn


def _nearly(one: _Pieces, other: _Pieces, endless: bool) -> bool:
    """Whether at most one piece of either is not in the other, wherever an ``endless`` one is."""
    most = max(len(one), len(other))
    if abs(len(one) - len(other)) > 1 or _kinds(one, other) < most - 1:
        return False
    if len(one & other) >= most - 1:
        return True
    if not endless:
        return False
    anchors = sorted(one)[:2]  # one of two pieces at least has not changed
    for (place, kind), (there, same) in itertools.product(anchors, other):
        if kind == same:
            x, y = there[0] - place[0], there[1] - place[1]
            moved = {((at[0] + x, at[1] + y), each) for at, each in one}
            if len(moved & other) >= most - 1:
                return True
    return False


def _kinds(one: _Pieces, other: _Pieces) -> int:
    counted = Counter(kind for _, kind in one) & Counter(kind for _, kind in other)
    return counted.total()


def counts_fault(puzzles: Collection[Puzzle]) -> str:
    """What is too few of the Daily's puzzles, or too many."""
    games = Counter(each.game for each in puzzles)
    variants = {(each.game, each.position.variant.id) for each in puzzles}
    wins = sum(each.goal == Goal(GoalKind.WIN) for each in puzzles)
    faults = [
        f"fewer than {FEWEST}" if len(puzzles) < FEWEST else "",
        *(f"too few of {game}" for game in GAMES if games[game] < FEWEST_OF_A_GAME),
        *(
            f"none of {game}, {variant.id}"
            for game in GAMES
            for variant in GAMES[game].info.variants
            if (game, variant.id) not in variants
        ),
        "more than one in ten is a win at once" if 10 * wins > len(puzzles) else "",
    ]
    return "; ".join(filter(None, faults))
