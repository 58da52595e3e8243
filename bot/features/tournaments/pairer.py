"""Pairs rounds of a Swiss: small fields at once, large ones in a process of their own."""

import subprocess
import sys
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256

from cachetools import LRUCache

from bot.core.matches import Now
from bot.features.tournaments.errors import PairingFailed
from bot.features.tournaments.pairing.history import Histories
from bot.features.tournaments.pairing.swiss import (
    Block,
    NoPairingError,
    Round,
    WrongPairingError,
    check_round,
    pair_round,
)
from bot.features.tournaments.pairing.worker import read_round, round_question
from data.transactions import UnpreparedError

AT_ONCE = 64
"""Up to so many players are paired in the transaction, which takes some milliseconds."""
PROCESSOR_SECONDS = 60
"""CPU time after which the process is ended."""
PATIENCE = timedelta(minutes=5)
"""Time after which a process that has not answered is killed."""
RETRY_AFTER = timedelta(seconds=30)
"""Delay until a round that could not be paired is tried again."""
REMEMBERED = 16

COMMAND = (sys.executable, "-m", "bot.features.tournaments.pairing.worker", str(PROCESSOR_SECONDS))


class Pairer:
    """Pairs rounds. Answers of the process are checked, and kept by the digest of the question."""

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
        if len(playing) <= AT_ONCE:
            try:
                return pair_round(histories, playing, never, blocked)
            except WrongPairingError as error:
                raise PairingFailed(repr(error)) from error
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
        check = partial(check_round, histories, playing, never, blocked)
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
        except (OSError, subprocess.SubprocessError, ValueError, WrongPairingError) as error:
            self._failed[digest] = self._now(), repr(error)
        else:
            self._answers[digest] = made
