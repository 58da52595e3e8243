"""The same position, seed and nodes give the same move in every process, and so the same match."""

import os
import subprocess
import sys

import pytest

from rules.engine import choose
from rules.engine.worker import judgement_question, move_question, read_reply
from tests.kit.positions import met
from tests.kit.rules import CASES

NODES = 12


def questions() -> list[str]:
    asked = []
    for number, (game, variant) in enumerate(CASES):
        (position,) = met(game, variant, 1)
        asked.append(move_question(position, 2 + number % 2, number, NODES))
        if number % 3 == 0:
            asked.append(judgement_question(position, choose(position, 1, number), 1))
    return asked


def answered(asked: list[str], hashes: str) -> list[object]:
    """What a process of its own answers whose hashes of texts are others."""
    done = subprocess.run(
        [sys.executable, "-m", "rules.engine.worker"],
        input="".join(f"{each}\n" for each in asked),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hashes},
    )
    return [read_reply(line) for line in done.stdout.splitlines()]


@pytest.mark.slow
def test_two_processes_answer_alike() -> None:
    asked = questions()
    first, second = answered(asked, "1"), answered(asked, "2")
    assert len(first) == len(asked)
    assert first == second
