"""A Swiss of 1,000 players and 9 rounds: what pairing a round and working out the table cost.

Each round is paired in a process of its own, as the bot has it done.
"""

import resource
import subprocess
import sys
import time
from random import Random

from bot.services.pairing import Line, Played, read_round, round_question, swiss_table
from bot.services.tournaments.pairer import COMMAND

PLAYERS, ROUNDS = 1_000, 9
MOST_SECONDS, MOST_BYTES, MOST_FOR_TABLE = 10.0, 500 << 20, 0.050
RESULTS = {Played.WON: Played.LOST, Played.LOST: Played.WON, Played.DRAWN: Played.DRAWN}
CHANCES = (9, 9, 2)


def _processor_time() -> float:
    """Of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    lot, slowest = Random(1), 0.0
    lines: dict[int, list[Line]] = {number: [] for number in range(1, PLAYERS + 1)}
    for number in range(1, ROUNDS + 1):
        began = _processor_time()
        question = round_question(lines, lines, ())
        asked = subprocess.run(
            COMMAND, input=f"{question}\n", capture_output=True, text=True, check=True
        )
        made = read_round(asked.stdout)
        spent = _processor_time() - began
        slowest = max(slowest, spent)
        print(f"round {number} of {PLAYERS} players: {spent:.2f} s of a core")
        for first, second in made.meetings:
            (won,) = lot.choices(list(RESULTS), CHANCES)
            lines[first].append(Line(won, second, moved_first=True))
            lines[second].append(Line(RESULTS[won], first))
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    began = time.process_time()
    swiss_table(lines, ROUNDS)
    table = time.process_time() - began
    print(f"at most {used / (1 << 20):.0f} MiB in its process; table: {1000 * table:.0f} ms")
    kept = slowest <= MOST_SECONDS and used <= MOST_BYTES and table <= MOST_FOR_TABLE
    print("within its bounds" if kept else "OUT OF ITS BOUNDS")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
