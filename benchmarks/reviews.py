"""Looking back at a match: seconds of one core for sixty moves, in every variant."""

import time

from rules import GAMES, Move, Position
from rules.engine import choose
from rules.engine.review import Judgement, judge

MOVES = 60
MOST = 60.0
"""So many seconds of one core may sixty moves take."""


def match(game: str, variant: str, seed: int | None) -> tuple[Position, list[Move]]:
    """A match between levels 1 and 2, up to sixty moves of it."""
    start = position = GAMES[game].start(variant, seed=seed)
    moves: list[Move] = []
    while position.to_move is not None and len(moves) < MOVES:
        moves.append(choose(position, 1 + len(moves) % 2, 3))
        position = position.after(moves[-1])
    return start, moves


def row(game: str, variant: str, seed: int | None) -> str:
    position, moves = match(game, variant, seed)
    slowest, judged = 0.0, list[Judgement]()
    begun = last = time.process_time()
    for move in moves:
        judged.append(judge(position, move))
        position, now = position.after(move), time.process_time()
        slowest, last = max(slowest, now - last), now
    spent = last - begun
    told = sum(each.better is not None for each in judged)
    whole = MOVES * spent / len(moves)
    return (
        f"{game + ' ' + variant:22}{len(moves):4} moves {spent:6.1f} s {whole:6.1f} s"
        f" for {MOVES}{slowest:6.2f} s the slowest{told:4} with a better move"
    )


def main() -> None:
    print(f"at most {MOST:.0f} s for {MOVES} moves, of one core")
    for game in GAMES:
        for variant in GAMES[game].info.variants:
            print(row(game, variant.id, 1 if variant.seeded else None), flush=True)


if __name__ == "__main__":
    main()
