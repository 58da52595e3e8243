"""``python -m rules.puzzles.mining GAME [VARIANT] --seed N --minutes M``: find puzzles.

What is found is added to ``daily.json`` of the game, and how many positions were looked at and fell
at which sieve to ``daily.mined.json``. The same seed looks at the same positions again.
"""

import argparse
import itertools
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.engine import choose, knowledge_of
from rules.engine.knowledge import random_move
from rules.engine.search import Limits, Search
from rules.game import Game, Position
from rules.games import GAMES
from rules.puzzles.goals import Forcing, GoalKind
from rules.puzzles.mining.sieves import FOR_EACH, PROVED, Candidate, shape_of, sieved
from rules.puzzles.puzzle import Refutations

DAILY, MINED = "daily.json", "daily.mined.json"
LAST = 4
"""So many positions of a match are looked at, the last with a choice, until there is a puzzle."""
NODES = tuple(1 << step for step in range(5, 13))
"""So many nodes a search is given, one after the other."""
STEPS = 5
_BESIDE = 10  # positions beside each of them
_LEVELS = (0, 2)  # 0 moves at random
_STRAYING = 0.1  # moves of other levels that are made at random


def mine(game: Game, variants: Sequence[str], seed: int, seconds: float, folder: Path) -> int:
    """Look for so many seconds of a core, a match of each variant in turn; how many were found.

    They are added to those that the ``folder`` has.
    """
    entries, records = _read(folder / DAILY), _read(folder / MINED)
    known = [shape_of(game.decode(each["position"])) for each in entries]
    until, begun = time.process_time() + seconds, len(entries)
    for number, variant in ((n, each) for n in itertools.count() for each in variants):
        fell = Counter[str]()
        for position in positions(game, variant, random.Random(f"{variant} {seed} {number}")):
            found = sieved(position, known, fell)
            if found is not None:
                entries.append(entry_of(*found, _next_id(game, entries)))
                known.append(shape_of(position))
                graded(entries)
                _write(folder / DAILY, entries)
            if found is not None or time.process_time() > until:
                break
        key: dict[str, Any] = {"variant": variant, "seed": seed}
        record = next((each for each in records if key.items() <= each.items()), key)
        if record is key:
            records.append(record)
        record |= {each: record.get(each, 0) + many for each, many in fell.items()}
        _write(folder / MINED, records)
        if time.process_time() > until:
            break
    return len(entries) - begun


def positions(game: Game, variant: str, chance: random.Random) -> Iterator[Position]:
    """The last positions of a casual match, the last first, each with some beside it."""
    seeded = next(each.seeded for each in game.info.variants if each.id == variant)
    position: Position = game.start(variant, seed=chance.getrandbits(20) if seeded else None)
    met, level = list[Position](), chance.choice(_LEVELS)
    while position.to_move is not None:
        if len(list(itertools.islice(position.moves(), FOR_EACH))) == FOR_EACH:
            met.append(position)
        if not level or chance.random() < _STRAYING:
            position = position.after(random_move(position, chance))
        else:
            position = position.after(choose(position, level, chance.getrandbits(30)))
    for position in reversed(met[-LAST:]):
        beside = [position.after(random_move(position, chance)) for _ in range(_BESIDE)]
        yield from (each for each in (position, *beside) if each.to_move is not None)


def entry_of(candidate: Candidate, refutations: Refutations | None, name: str) -> dict[str, Any]:
    """What is stored of a puzzle; ``graded`` adds its difficulty."""
    entry: dict[str, Any] = {
        "id": name,
        "goal": str(candidate.goal),
        "position": candidate.position.encode(),
        "answers": candidate.answers,
        "nodes": nodes_to_find(candidate),
        **line_of(candidate, candidate.right[0]),
    }
    if candidate.goal.kind is GoalKind.WIN and candidate.goal.moves > 1 and candidate.right[1:]:
        entry["others"] = [line_of(candidate, each) for each in candidate.right[1:]]
    if refutations is not None:
        entry["refuted"] = {"by": refutations.answers, "runs": refutations.runs}
    return entry


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


def line_of(candidate: Candidate, right: Position) -> dict[str, Any]:
    """The ``line`` of a right move, and the ``next`` move after most answers, where there is one.

    The line goes on with the quickest win against answers that resist longest. Of such answers it
    takes one that leaves the fewest ways to win, and of moves that win as quickly the next one, if
    that is among them.
    """
    told = next_of(candidate, right)
    following, position, left = told.partition(" ")[0], right, candidate.goal.moves - 1
    line = [min(map(str, candidate.effects[position]), key=len)]
    forcing = Forcing(candidate.seat, PROVED)

    def goes_on(at: Position) -> bool:
        named = (at.after(move) for move in at.moves() if move.written == following)
        return any(forcing.wins(then, left - 1) for then in named)

    def wins_of(at: Position) -> int:
        return sum(forcing.wins(then, left - 1) for then in {*map(at.after, at.moves())})

    while candidate.goal.kind is GoalKind.WIN and position.outcome is None:
        longest = sorted(position.moves(), key=lambda move: -len(str(move)))
        after = {position.after(move): move for move in longest}
        if position.to_move == candidate.seat:
            left = next(n for n in range(left) if any(forcing.wins(each, n) for each in after))
            won = [each for each in after if forcing.wins(each, left)]
            position = next((each for each in won if after[each].written == following), won[0])
        else:
            slow = [each for each in after if not (left and forcing.wins(each, left - 1))]
            position = min(slow or after, key=lambda at: (not goes_on(at), wins_of(at)))
        line.append(str(after[position]))
    return {"line": line} | ({"next": told} if told else {})


def next_of(candidate: Candidate, after: Position) -> str:
    """The move that goes on to the win after most answers, as ``b3 33 36``; empty for none.

    The numbers are those answers, and all that do not end the game; one of the others and the move
    after it may follow. Moves are as people type them.
    """
    seat, left = candidate.seat, candidate.goal.moves - 2
    if candidate.goal.kind is not GoalKind.WIN or left < 0:
        return ""
    forcing = Forcing(seat, PROVED)

    def going_on(answered: Position) -> list[str]:
        moves = {move: answered.after(move) for move in answered.moves()}
        return [move.written for move, then in moves.items() if forcing.wins(then, left)]

    answers = {move.written: after.after(move) for move in after.moves()}
    wins = {text: going_on(at) for text, at in answers.items() if at.to_move == seat}
    counted = Counter(move for moves in wins.values() for move in moves)
    move, often = max(counted.items(), key=lambda each: (each[1], each[0]), default=("", 0))
    rest = (f" {text} {moves[0]}" for text, moves in wins.items() if move not in moves)
    return f"{move} {often} {len(wins)}{next(rest, '')}" if move else ""


def _next_id(game: Game, entries: Sequence[Mapping[str, Any]]) -> str:
    start = f"{game.info.id}-d"
    numbers = (each["id"].removeprefix(start) for each in entries if each["id"].startswith(start))
    return f"{start}{max(map(int, numbers), default=0) + 1:03}"


def _read(file: Path) -> list[dict[str, Any]]:
    return list(json.loads(file.read_text("utf-8"))) if file.exists() else []


def _write(file: Path, entries: Sequence[Mapping[str, Any]]) -> None:
    fresh = file.with_suffix(".new")
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in entries)
    fresh.write_text(f"[\n{lines}\n]\n", "utf-8")
    fresh.replace(file)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; always 0."""
    parser = argparse.ArgumentParser(prog="python -m rules.puzzles.mining", description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("variant", nargs="?", help="all of them in turn if not given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10, help="of a core")
    parser.add_argument("--into", type=Path, help="a folder other than the game's own")
    options = parser.parse_args(arguments)
    game = GAMES[options.game]
    variants = [options.variant] if options.variant else [each.id for each in game.info.variants]
    own = Path(str(sys.modules[type(game).__module__].__file__)).parent
    found = mine(game, variants, options.seed, 60 * options.minutes, options.into or own)
    print(f"{found} puzzles found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
