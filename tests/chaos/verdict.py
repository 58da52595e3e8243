"""What was lost, doubled, out of order or left thinking, by comparing everybody's memories."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from discord.utils import snowflake_time
from sqlalchemy import Connection, select

from data.database import Database
from data.shards import Shard
from data.tables import entries
from tests.chaos.account import Account, Bank, Judged, adds_up, judged, read_banks
from tests.chaos.failing_discord import Witness
from tests.chaos.pairs import Pair, Played
from tests.kit.log_watch import FORBIDDEN

WRONG = (
    "lost",
    "doubled",
    "out_of_order",
    "unposted",
    "altered",
    "robbed",
    "logged",
    "left_thinking",
)
"""What there must be none of; ``robbed`` is who has lost or won time beside the account."""


@dataclass
class Verdict:
    """How it ended; the sequences name what is wrong."""

    moves: int = 0
    boards: int = 0
    matches: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    out_of_order: list[str] = field(default_factory=list)
    unposted: list[str] = field(default_factory=list)
    altered: list[str] = field(default_factory=list)
    robbed: list[str] = field(default_factory=list)
    turns: int = 0
    mended: int = 0
    """Turns with a clock, and those in which something was made good."""
    logged: list[str] = field(default_factory=list)
    left_thinking: list[str] = field(default_factory=list)
    """Who was promised an answer that never came, although their bot lived on."""
    cut_off: int = 0
    """How many were whose bot ended while it answered."""

    @property
    def is_well(self) -> bool:
        """Whether nothing is wrong; who was cut off is not counted."""
        return not any(getattr(self, name) for name in WRONG)

    def lines(self) -> Iterable[str]:
        """The figures."""
        yield f"matches {self.matches}, moves {self.moves}, boards {self.boards}"
        yield f"turns with a clock {self.turns}, something was made good in {self.mended}"
        for name in WRONG:
            found: list[str] = getattr(self, name)
            yield f"{name.replace('_', ' ')}: {len(found)} {found[:5] if found else ''}"
        yield f"cut off: {self.cut_off} whose bot was killed while it answered"


@dataclass(frozen=True)
class Times:
    """What happened to the bots by Discord's clock, and when each shard was served again."""

    account: Account
    back: Sequence[tuple[int, datetime]]
    shards: int

    def away(self, server_id: int) -> list[tuple[datetime, datetime]]:
        """From when to when nobody was there for a server."""
        return self.account.away(Shard.of(server_id, self.shards).number, self.back)


async def judge(
    database_url: str,
    witness: Witness,
    pairs: Sequence[Pair],
    cut_off: set[int],
    log: Path,
    times: Times,
) -> Verdict:
    """Compare what people were told, what is stored, what was posted, and everybody's time."""
    database = await Database.open(database_url)
    try:
        stored = await database.read(_texts)
        banks = await database.read(read_banks)
    finally:
        await database.close()
    verdict = Verdict()
    judge_messages(verdict, witness)
    for pair in pairs:
        for match in pair.matches:
            number = _judge_match(verdict, witness, match, stored)
            if number in banks:
                away = times.away(pair.server_id)
                found = judged(times.account, away, witness, match, number, banks[number])
                _judge_times(verdict, number, banks[number], list(found))
        judge_answers(verdict, pair, cut_off)
    verdict.logged += _secrets(log)
    return verdict


def judge_messages(verdict: Verdict, witness: Witness) -> None:
    """Count what was posted twice and is no board; of those it is known which ply they show."""
    verdict.doubled += [" and ".join(each) for each in witness.others.values() if len(each) > 1]


def judge_answers(verdict: Verdict, pair: Pair, cut_off: set[int]) -> None:
    """Count who of a pair still waits for an answer; ``cut_off`` are whose bot was killed."""
    for record in (each.record for each in pair.actions if each.record.loading):
        if record.id in cut_off:
            verdict.cut_off += 1
        else:
            asked = record.command_name or "a click"
            verdict.left_thinking.append(f"{asked} at {snowflake_time(record.id):%H:%M:%S}")


def _texts(connection: Connection) -> dict[int, dict[int, str]]:
    found: dict[int, dict[int, str]] = {}
    for number, ply, text in connection.execute(
        select(entries.c.match_id, entries.c.ply, entries.c.text)
    ):
        found.setdefault(number, {})[ply] = text
    return found


def _judge_match(
    verdict: Verdict, witness: Witness, match: Played, stored: dict[int, dict[int, str]]
) -> int:
    boards = witness.boards[match.thread_id]
    (number,) = {number for number, _ in boards}
    log, plies = stored.get(number, {}), [ply for _, ply in boards]
    verdict.matches += 1
    verdict.moves += len(log)
    verdict.boards += len(plies)
    verdict.lost += [f"match {number} ply {ply}" for ply in sorted(match.told - set(log))]
    verdict.doubled += [
        f"match {number} ply {ply}" for ply in sorted(set(plies)) if plies.count(ply) > 1
    ]
    verdict.unposted += [f"match {number} ply {ply}" for ply in {0, *log} - set(plies)]
    if plies != sorted(plies):
        verdict.out_of_order.append(f"match {number}: {plies}")
    if [log[ply] for ply in sorted(log)] != list(match.texts[: len(log)]):
        verdict.altered.append(f"match {number}")
    return number


def _judge_times(verdict: Verdict, number: int, bank: Bank, turns: list[Judged]) -> None:
    verdict.turns += len(turns)
    verdict.mended += sum(bool(turn.turn.made_good) for turn in turns)
    verdict.robbed += [str(turn) for turn in turns if turn.is_wrong]
    if not adds_up(bank):
        verdict.robbed.append(f"match {number}: {bank.sums} beside {bank.left}, {bank.lowest}")


def _secrets(log: Path) -> list[str]:
    """The lines in which stands a token, a move, or the name of somebody."""
    text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
    return [line for line in text.splitlines() if FORBIDDEN.search(line)]
