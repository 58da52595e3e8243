"""Pairs a round in a process of its own: a line of JSON asks, a line answers.

``python -m bot.features.tournaments.pairing.worker SECONDS``: the process is ended when it has used
so many seconds of the processor.
"""

import os
import sys
from collections.abc import Collection

import msgspec

from bot.features.tournaments.pairing.history import Histories, Line
from bot.features.tournaments.pairing.swiss import Block, NoPairingError, Round, pair_round

LOWEST_PRIORITY = 19


def round_question(
    histories: Histories,
    playing: Collection[int],
    never: Collection[frozenset[int]],
    blocked: Collection[Block],
) -> str:
    """The line that asks for a round; equal for equal arguments."""
    apart = sorted(sorted(pair) for pair in never)
    asked = dict(sorted(histories.items())), sorted(playing), apart, sorted(blocked)
    return msgspec.json.encode(asked).decode()


def round_reply(asked: str) -> str:
    """The line that answers: the round, or null where there is none."""
    histories, playing, never, blocked = msgspec.json.decode(
        asked, type=tuple[dict[int, list[Line]], list[int], list[frozenset[int]], list[Block]]
    )
    try:
        made = pair_round(histories, playing, never, blocked)
    except NoPairingError:
        made = None
    return msgspec.json.encode(made).decode()


def read_round(line: str) -> Round:
    """The round in an answer; raises NoPairingError, and ValueError for what is no answer."""
    try:
        made = msgspec.json.decode(line, type=Round | None)
    except msgspec.DecodeError as error:
        raise ValueError(f"this is no answer: {line[:80]}") from error
    if made is None:
        raise NoPairingError
    return made


def main() -> None:
    """Read a question, and write the answer."""
    import resource  # there is none on Windows, where the rest is imported too

    os.nice(LOWEST_PRIORITY)
    seconds = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    sys.stdout.write(round_reply(sys.stdin.readline()) + "\n")


if __name__ == "__main__":
    main()
