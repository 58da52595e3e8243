"""Pairs rounds of a Swiss: small fields at once, large ones in a process of their own.

``python -m bot.features.tournaments.pairer SECONDS`` is the process: a line of JSON asks, a line
answers. It is ended when it has used so many seconds of the processor.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256

import msgspec
from cachetools import LRUCache

from bot.core.matches import Now
from bot.features.tournaments.errors import PairingFailed
from bot.features.tournaments.standings import Histories, Line
from bot.features.tournaments.swiss_pairing import (
    Block,
    NoPairingError,
    Round,
    check_round,
    pair_round,
)
from data.database import UnpreparedError

SMALL_FIELD = 64
"""Up to so many players are paired in the transaction, which takes some milliseconds."""
PROCESSOR_SECONDS = 60
"""CPU time after which the process is ended."""
LOWEST_PRIORITY = 19
PATIENCE = timedelta(minutes=5)
"""Time after which a process that has not answered is killed."""
RETRY_AFTER = timedelta(seconds=30)
"""Delay until a round that could not be paired is tried again."""
REMEMBERED = 16

COMMAND = (sys.executable, "-m", "bot.features.tournaments.pairer", str(PROCESSOR_SECONDS))


class Pairer:
    """Pairs rounds, and checks them. Answers of the process are kept by the question's digest."""

    def __init__(self, now: Now, command: tuple[str, ...] = COMMAND) -> None:
        self._now = now
        self._command = command
        self._answers: LRUCache[str, Round | NoPairingError] = LRUCache(REMEMBERED)
        self._failed: LRUCache[str, tuple[datetime, str]] = LRUCache(REMEMBERED)

    def pair(
        self,
        histories: Histories,
        playing: Collection[int],
        never: Collection[frozenset[int]],
        blocked: Collection[Block] = (),
    ) -> Round:
        """The best pairing of those who play.

        Raises NoPairingError if there is none, UnpreparedError if the process has to be asked
        first, and PairingFailed if it crashed, answered wrongly or was too slow.
        """
        check = partial(check_round, histories, playing, never, blocked)
        if len(playing) <= SMALL_FIELD:
            made = pair_round(histories, playing, never, blocked)
            try:
                check(made)
            except ValueError as error:
                raise PairingFailed(repr(error)) from error
            return made
        question = round_question(histories, playing, never, blocked)
        digest = sha256(question.encode()).hexdigest()
        answer = self._answers.get(digest)
        if isinstance(answer, NoPairingError):
            raise answer
        if answer is not None:
            return answer
        failed_at, why = self._failed.get(digest, (None, ""))
        if failed_at is not None and self._now() - failed_at < RETRY_AFTER:
            raise PairingFailed(why)
        raise UnpreparedError(partial(self._ask, digest, question, check))

    def _ask(self, digest: str, question: str, check: Callable[[Round], None]) -> None:
        """Ask the process, and keep the answer or the failure; called in a thread."""
        try:
            asked = subprocess.run(
                self._command,
                input=f"{question}\n",
                capture_output=True,
                text=True,
                timeout=PATIENCE.total_seconds(),
                check=True,
            )
            made = read_round(asked.stdout)
            check(made)
        except NoPairingError as error:
            self._answers[digest] = error
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            self._failed[digest] = self._now(), repr(error)
        else:
            self._answers[digest] = made


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
    """Read a question, and write the answer: the round, or null where there is none."""
    import resource  # there is none on Windows, where the rest is imported too

    os.nice(LOWEST_PRIORITY)
    seconds = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    question = tuple[dict[int, list[Line]], list[int], list[frozenset[int]], list[Block]]
    try:
        made = pair_round(*msgspec.json.decode(sys.stdin.readline(), type=question))
    except NoPairingError:
        made = None
    sys.stdout.write(msgspec.json.encode(made).decode() + "\n")


if __name__ == "__main__":
    main()
