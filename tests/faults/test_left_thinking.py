"""Chaos' account of answers: who was cut off by a kill, and who was forgotten by a living bot."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from discord.utils import time_snowflake, utcnow

from data.shards import Shard
from tests.chaos.acting import Acting
from tests.chaos.run import ANSWERED, Plan, Run
from tests.chaos.verdict import Verdict, judge_answers
from tests.kit.friend import Action

AGES = {"just now": timedelta(), "long ago": ANSWERED + timedelta(seconds=5)}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    plan = Plan("sqlite://", tmp_path, 0, 0, 0, 0, processes=2, pairs=4)
    made = Run(plan)
    made.bots = list(made._bots())
    return made


def promised(pair: Acting, run: Run, age: timedelta) -> Any:
    """A command whose person sees that the bot is thinking."""
    made = run.discord.backend.new_interaction(2, 1, 2, pair.server_id)
    record = replace(made, id=time_snowflake(utcnow() - age), command_name="move")
    record.defer(3, ephemeral=True)
    pair.actions.append(Action(run.discord, record, {}))
    return record


def served_by(run: Run, shard: int) -> Acting:
    return next(pair for pair in run.people if Shard.of(pair.server_id, 2).number == shard)


async def verdict_of(run: Run, killed: int) -> Verdict:
    """Of a run in which one bot is killed."""
    await run._end(run.bots[killed])
    verdict = Verdict()
    for pair in run.people:
        judge_answers(verdict, pair, run.cut_off)
    return verdict


async def test_whoever_a_killed_bot_was_answering_is_cut_off(run: Run) -> None:
    promised(served_by(run, 0), run, AGES["just now"])
    verdict = await verdict_of(run, killed=0)
    assert (verdict.cut_off, verdict.left_thinking) == (1, [])
    assert verdict.is_well


@pytest.mark.parametrize(("shard", "age"), [(1, "just now"), (0, "long ago")])
async def test_no_kill_excuses_another_bot_nor_what_was_forgotten_before(
    run: Run, shard: int, age: str
) -> None:
    promised(served_by(run, shard), run, AGES[age])
    verdict = await verdict_of(run, killed=0)
    assert verdict.cut_off == 0
    assert [each.split(" at ")[0] for each in verdict.left_thinking] == ["move"]
    assert not verdict.is_well


async def test_what_was_answered_is_neither(run: Run) -> None:
    promised(served_by(run, 0), run, AGES["just now"]).complete_deferred()
    verdict = await verdict_of(run, killed=0)
    assert (verdict.cut_off, verdict.left_thinking) == (0, [])
