"""What is stored of a puzzle."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rules.engine import knowledge_of
from rules.engine.search import Limits, Search
from rules.game import Position
from rules.puzzles.daily import Refutations
from rules.puzzles.goals import Forcing, Goal, GoalKind
from rules.puzzles.mining.sieves import PROVED, UNFIT, Candidate

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
        "different": len(candidate.right),
        "gain": gain_of(candidate),
    }
    entry["next"] = next_of(candidate.position, candidate.goal, entry["line"])
    if refutations is not None:
        entry["refuted"] = {"by": refutations.answers, "runs": refutations.runs}
    return {key: value for key, value in entry.items() if value not in ("", 1) or key == "nodes"}


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


def line_of(candidate: Candidate) -> list[str]:
    """The right move, and the quickest win after it against answers that resist longest."""
    position, left = candidate.right[0], candidate.goal.moves - 1
    line = [min(map(str, candidate.effects[position]), key=len)]
    forcing = Forcing(candidate.seat, PROVED)
    while candidate.goal.kind is GoalKind.WIN and position.outcome is None:
        after = {position.after(move): move for move in position.moves()}
        if position.to_move == candidate.seat:
            left = next(n for n in range(left) if any(forcing.wins(each, n) for each in after))
            position = next(each for each in after if forcing.wins(each, left))
        else:
            position = min(after, key=lambda each: left and forcing.wins(each, left - 1))
        line.append(str(after[position]))
    return line


def next_of(position: Position, goal: Goal, line: Sequence[str]) -> str:
    """The move that goes on to the win after most answers, as ``b3 33 36``; empty for no win later.

    The move is as people type it; the numbers are those answers, and all. ``line`` begins with the
    right move.
    """
    after, seat, left = position.play(line[0]), position.to_move, goal.moves - 2
    if goal.kind is not GoalKind.WIN or left < 0 or seat is None:
        return ""
    forcing = Forcing(seat, PROVED)

    def going_on(answered: Position) -> list[str]:
        moves = {move: answered.after(move) for move in answered.moves()}
        return [move.written for move, then in moves.items() if forcing.wins(then, left)]

    answered = [after.after(answer) for answer in after.moves()]
    counted = Counter(move for each in answered if each.to_move == seat for move in going_on(each))
    move, often = max(counted.items(), key=lambda each: (each[1], each[0]), default=("", 0))
    return f"{move} {often} {len(answered)}" if move else ""


def gain_of(candidate: Candidate) -> str:
    """What the right move changes most for the better, as ``points 3 5``; empty for nothing."""
    after, seat, asked = candidate.right[0], candidate.seat, candidate.goal.feature
    if after.outcome is not None or candidate.goal.kind is GoalKind.HOLD:
        return ""
    knowledge = knowledge_of(candidate.position)
    now, then = knowledge.measured(candidate.position, seat), knowledge.measured(after, seat)
    told = [
        (each.weight * each.sign * (then[each.name] - now[each.name]), each.name)
        for each in knowledge.features
        if each.name in now.keys() & then and each.name not in UNFIT and asked in ("", each.name)
    ]
    best, name = max(told, default=(0, ""))
    return f"{name} {now[name]} {then[name]}" if best > 0 else ""
