"""A process that thinks: ``python -m rules.engine.worker`` answers each line with a line.

A question is a line of JSON: what is asked, the game, the position as it is encoded, and what the
answer depends on. The answer is a line of JSON too. Nothing else is shared with whoever asks.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, TypeAlias

from rules.engine.hints import NODES, chance_of, hints
from rules.engine.levels import choose
from rules.engine.review import NODES as NODES_OF_A_PLY
from rules.engine.review import Better, judge
from rules.engine.search import Limits
from rules.game import Move, Position
from rules.games import GAMES

Answer: TypeAlias = Callable[[Position, Mapping[str, Any]], Any]

MEMORY = 1 << 30
"""How many bytes a process may take, where the system keeps it to that."""

_NICE = 15


def move_question(position: Position, level: int, seed: int, nodes: int | None = None) -> str:
    """Asks for the move of an engine; ``nodes`` replace the limits of its level."""
    return _question("move", position, level=level, seed=seed, nodes=nodes)


def hints_question(position: Position, nodes: int | None = None) -> str:
    """Asks for moves to suggest: of each its line, its chance and its reason."""
    return _question("hints", position, nodes=nodes)


def judgement_question(position: Position, move: Move, nodes: int | None = None) -> str:
    """Asks how good a move is that was made; a move that is not legal is answered as a failure."""
    return _question("judgement", position, move=str(move), nodes=nodes)


def answer(question: str) -> Any:
    """The answer to a question that one of the functions here made.

    Raises ValueError for a position in which there is nothing to answer.
    """
    asked = json.loads(question)
    game = GAMES.of_version(asked["game"], asked["version"])
    if game is None:
        raise ValueError(f"no game is called {asked['game']} in version {asked['version']}")
    return _ANSWERS[asked["ask"]](game.decode(asked["position"]), asked)


def reply(question: str) -> str:
    """The line that a process answers with, whatever it was asked."""
    try:
        return json.dumps({"answer": answer(question)})
    except (ValueError, KeyError, MemoryError) as error:
        return json.dumps({"failed": f"{type(error).__name__}: {error}"})


def read_reply(line: str) -> Any:
    """What ``reply`` answered; raises ValueError where it could not."""
    told = json.loads(line)
    if "answer" not in told:
        raise ValueError(told.get("failed", "no answer"))
    return told["answer"]


def main() -> None:
    """Answer line by line until there are no more."""
    step_back()
    for line in sys.stdin:
        sys.stdout.write(f"{reply(line)}\n")
        sys.stdout.flush()


def _question(ask: str, position: Position, **rest: Any) -> str:
    info = position.info
    asked = {"ask": ask, "game": info.id, "version": info.version, "position": position.encode()}
    return json.dumps({**asked, **rest})


def _move(position: Position, asked: Mapping[str, Any]) -> str:
    limits = None if asked["nodes"] is None else Limits(asked["nodes"])
    return str(choose(position, asked["level"], asked["seed"], limits))


def _hints(position: Position, asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "move": str(hint.move),
            "line": [str(move) for move in hint.line],
            "chance": chance_of(hint.expected),
            "reason": asdict(hint.reason),
        }
        for hint in hints(position, asked["nodes"] or NODES)
    ]


def _judgement(position: Position, asked: Mapping[str, Any]) -> dict[str, Any]:
    move = position.parse(asked["move"])
    found = judge(position, move, asked["nodes"] or NODES_OF_A_PLY)
    better = None if found.better is None else _better(found.better)
    return {"before": found.before, "after": found.after, "better": better}


def _better(better: Better) -> dict[str, Any]:
    return {
        "line": [str(move) for move in better.line],
        "merit": asdict(better.reason),
        "punished_by": None if better.punished_by is None else str(better.punished_by),
        "expected": [str(move) for move in better.expected],
        "allowed": [str(move) for move in better.allowed],
    }


_ANSWERS: Mapping[str, Answer] = {"move": _move, "hints": _hints, "judgement": _judgement}


def step_back() -> None:
    """Let everybody else go first, and take no more than a share of the memory."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    try:
        import resource  # only where there is such a thing
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    allowed = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (allowed, most))


if __name__ == "__main__":
    main()
