"""The rules beside python-chess, in one run: what a legal move costs to list, play and read.

Every position is measured once, so that nothing remembered from an earlier round makes it cheaper.
"""

from __future__ import annotations

import gc
import itertools
import random
import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import chess

from rules import GAMES, Move, Position
from tests.kit.rules import CASES, random_match

POSITIONS = 200
ROUNDS = 5
PLAYOUT_SECONDS = 1.0

Value = TypeVar("Value")


def middle_game(game: str, variant: str, number: int) -> list[Position]:
    """Positions from the middle half of random matches, the same ones in every run."""
    found: list[Position] = []
    for seed in itertools.count():
        met = [position for position, _, _ in random_match(game, variant, seed)]
        found += met[len(met) // 4 : 3 * len(met) // 4]
        if len(found) >= number:
            return random.Random(seed).sample(found, number)
    raise AssertionError("counting does not end")


def middle_game_of_chess(number: int) -> list[chess.Board]:
    found: list[chess.Board] = []
    for seed in itertools.count():
        chance, board, met = random.Random(seed), chess.Board(), []
        while not board.is_game_over():
            met.append(board.copy(stack=False))
            board.push(chance.choice(list(board.legal_moves)))
        found += met[len(met) // 4 : 3 * len(met) // 4]
        if len(found) >= number:
            return random.Random(seed).sample(found, number)
    raise AssertionError("counting does not end")


def microseconds(action: Callable[[Value], int], values: Sequence[Value]) -> float:
    """The time for each thing that ``action`` says it did: the median of the rounds.

    Processor time, so that whatever else the machine does counts less; and without the garbage
    collector, as is usual, for its turns come by chance.
    """
    rounds = []
    gc.disable()
    for first in range(0, len(values), POSITIONS):
        begun = time.process_time()
        done = sum(map(action, values[first : first + POSITIONS]))
        rounds.append((time.process_time() - begun) / done * 1e6)
    gc.enable()
    return statistics.median(rounds)


def listed(position: Position) -> int:
    return len(list(position.moves()))


def listed_in_chess(board: chess.Board) -> int:
    return len(list(board.legal_moves))


def chances(positions: Iterable[Position]) -> list[tuple[Position, str]]:
    chance = random.Random(0)
    return [
        (position, str(chance.choice(list(itertools.islice(position.moves(), 2000)))))
        for position in positions
    ]


def parsed(pair: tuple[Position, str]) -> int:
    pair[0].parse(pair[1])
    return 1


def playouts(game: str, variant: str) -> float:
    """Random matches per second, each move chosen among all legal ones."""
    chance, begun, done = random.Random(0), time.process_time(), 0
    seeded = next(known for known in GAMES[game].info.variants if known.id == variant).seeded
    while time.process_time() - begun < PLAYOUT_SECONDS:
        position = GAMES[game].start(variant, seed=done if seeded else None)
        while position.to_move is not None:
            position = position.play(chance.choice(list(position.moves())))
        done += 1
    return done / (time.process_time() - begun)


def bytes_each(game: str, positions: Sequence[Position]) -> float:
    lines = [position.encode() for position in positions]
    tracemalloc.start()
    decoded = [GAMES[game].decode(line) for line in lines]
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / len(decoded)


def row(game: str, variant: str, boards: Sequence[chess.Board]) -> str:
    positions = middle_game(game, variant, POSITIONS * ROUNDS)
    per_move = microseconds(listed, positions)
    # Chess is measured again beside every game, for the machine is not always equally fast.
    beside = per_move / microseconds(listed_in_chess, boards)
    moves = statistics.mean(map(listed, positions[:POSITIONS]))
    typed = chances(positions)
    ready = [(position, position.parse(text)) for position, text in typed]

    def played(pair: tuple[Position, Move]) -> int:
        pair[0].play(pair[1])
        return 1

    def followed(pair: tuple[Position, Move]) -> int:
        _ = pair[0].after(pair[1]).outcome
        return 1

    numbers = (
        f"{moves:9.0f} {per_move:12.2f} {beside:8.2f} {microseconds(played, ready):9.1f} "
        f"{microseconds(followed, ready):9.1f} "
        f"{microseconds(parsed, typed):9.1f} {playouts(game, variant):11.1f} "
        f"{bytes_each(game, positions):8.0f}"
    )
    return f"{game + ' ' + variant:22} {numbers}"


def main() -> None:
    boards = middle_game_of_chess(POSITIONS * ROUNDS)
    print(f"{'':22} {'moves':>9} {'us per move':>12} {'x chess':>8} {'us play':>9}", end="")
    print(f" {'us after':>9} {'us parse':>9} {'playouts/s':>11} {'bytes':>8}")
    moves = statistics.mean(map(listed_in_chess, boards[:POSITIONS]))
    per_move = microseconds(listed_in_chess, boards)
    print(f"{'chess (python-chess)':22} {moves:9.0f} {per_move:12.2f} {1:8.2f}")
    for game, variant in CASES:
        print(row(game, variant, boards), flush=True)


if __name__ == "__main__":
    main()
