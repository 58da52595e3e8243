"""What is stored of a puzzle."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rules.engine import knowledge_of
from rules.engine.search import Limits, Search
from rules.game import Position
from rules.puzzles.goals import Forcing, GoalKind
from rules.puzzles.mining.sieves import PROVED, Candidate
from rules.puzzles.puzzle import Refutations

NODES = tuple(1 << step for step in range(5, 13))
"""So many nodes a search is given, one after the other."""
STEPS = 5


def entry_of(candidate: Candidate, refutations: Refutations | None, name: str) -> dict[str, Any]:
    """What is stored of a puzzle; ``graded`` adds its difficulty."""
    entry: dict[str, Any] = {
        "id": name,
        "goal": str(candidate.goal),
        "position": candidate.position.encode(),
        "answers": candidate.answers,
        "line": line_of(candidate),
        "nodes": nodes_to_find(candidate),
    }
    entry["next"] = next_of(candidate, entry["line"])
    entry["line"] = line_of(candidate, entry["next"].partition(" ")[0])
    if refutations is not None:
        entry["refuted"] = {"by": refutations.answers, "runs": refutations.runs}
    return {key: value for key, value in entry.items() if value != ""}


def graded(entries: Sequence[dict[str, Any]]) -> None:
    """Write difficulties from 1 to 5: fifths of the game's puzzles by nodes, then by pieces."""
    new = [each for each in entries if "nodes" in each]
    new.sort(key=lambda each: (each["nodes"], len(each["position"]), each["id"]))
    for place, each in enumerate(new):
        each["difficulty"] = 1 + place * STEPS // len(new)


def nodes_to_find(candidate: Candidate) -> int:
    """With how many nodes a search first chooses an answer, and with twice as many still does.

    Where a number is to be reached, as many as there are different moves: each has to be counted.
    """
    if candidate.goal.feature:
        return len(candidate.effects)
    position, seen = candidate.position, False
    for nodes in NODES:
        move = Search(knowledge_of(position), Limits(nodes)).choices(position)[0].move
        was, seen = seen, position.after(move) in candidate.right
        if was and seen:
            return nodes // 2
    return NODES[-1] * (1 if seen else 2)


def line_of(candidate: Candidate, following: str = "") -> list[str]:
    """The right move, and the quickest win after it against answers that resist longest.

    Of moves that win as quickly it takes the one ``following``, if that is among them.
    """
    position, left = candidate.right[0], candidate.goal.moves - 1
    line = [min(map(str, candidate.effects[position]), key=len)]
    forcing = Forcing(candidate.seat, PROVED)

    def goes_on(at: Position) -> bool:
        named = (at.after(move) for move in at.moves() if move.written == following)
        return any(forcing.wins(then, left - 1) for then in named)

    while candidate.goal.kind is GoalKind.WIN and position.outcome is None:
        after = {position.after(move): move for move in position.moves()}
        if position.to_move == candidate.seat:
            left = next(n for n in range(left) if any(forcing.wins(each, n) for each in after))
            won = [each for each in after if forcing.wins(each, left)]
            position = next((each for each in won if after[each].written == following), won[0])
        else:
            slow = [each for each in after if not (left and forcing.wins(each, left - 1))]
            resisting = slow or list(after)
            position = next(filter(goes_on, resisting), resisting[0])
        line.append(str(after[position]))
    return line


def next_of(candidate: Candidate, line: Sequence[str]) -> str:
    """The move that goes on to the win after most answers, as ``b3 33 36``; empty for none.

    The numbers are those answers, and all that do not end the game; one of the others and the move
    after it may follow. Moves are as people type them. ``line`` begins with the right move.
    """
    seat, left = candidate.seat, candidate.goal.moves - 2
    if candidate.goal.kind is not GoalKind.WIN or left < 0:
        return ""
    after, forcing = candidate.position.play(line[0]), Forcing(seat, PROVED)

    def going_on(answered: Position) -> list[str]:
        moves = {move: answered.after(move) for move in answered.moves()}
        return [move.written for move, then in moves.items() if forcing.wins(then, left)]

    answers = {move.written: after.after(move) for move in after.moves()}
    wins = {text: going_on(at) for text, at in answers.items() if at.to_move == seat}
    counted = Counter(move for moves in wins.values() for move in moves)
    move, often = max(counted.items(), key=lambda each: (each[1], each[0]), default=("", 0))
    rest = (f" {text} {moves[0]}" for text, moves in wins.items() if move not in moves)
    return f"{move} {often} {len(wins)}{next(rest, '')}" if move else ""
