"""An account of everybody's time that is kept outside the bots, by Discord's clock alone.

Between a board and the move that answers it lies what a player can have used. Whatever of it no
bot was there is to be made good, and so is each leap of the machine's clock, but not more.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from discord.utils import snowflake_time
from sqlalchemy import Connection, select

from bot.core.clocks import parse_clock
from bot.core.clocks.storage import decode
from data.ids import interaction_time
from data.shards import Shard
from data.states import EntryKind
from data.tables import clock_lines, entries, matches
from tests.chaos.acting import Played
from tests.chaos.failing_discord import Witness

SHORT = timedelta(seconds=1.5)
"""Nobody has to be missed who was away for less than this."""
POSTING = timedelta(minutes=1)
"""Time runs this long after a move in any case, seen or not."""
EXACTLY = timedelta(milliseconds=50)
AROUND = timedelta(seconds=20)
"""How long before a turn an outage may have begun that is made good in it."""
AFTER_OUTAGES = timedelta(hours=1)
"""More than a minute for each outage of a turn, which is left at least in one sitting."""
ZERO = timedelta()


@dataclass
class Account:
    """When bots were killed, by shard, and how far ahead the clock was set, and when.

    ``back`` is when somebody came to serve a shard again, of so many ``shards``.
    """

    back: Sequence[tuple[int, datetime]]
    shards: int
    killed: list[tuple[int, datetime]] = field(default_factory=list)
    settings: list[tuple[datetime, timedelta]] = field(default_factory=list)
    short: timedelta = SHORT
    around: timedelta = AROUND

    def note_killed(self, shard: int) -> None:
        """The bot of this shard is dead now."""
        self.killed.append((shard, datetime.now(UTC)))

    def note_set(self, ahead: timedelta) -> None:
        """The clock is about to be set to so much ahead."""
        self.settings.append((datetime.now(UTC), ahead))

    def away(self, server_id: int, *, live: bool) -> list[tuple[datetime, datetime]]:
        """From when to when nobody was there for a server; in ``live`` matches each gap counts."""
        short, shard = SHORT if live else self.short, Shard.of(server_id, self.shards).number
        came = sorted(at for number, at in self.back if number == shard)
        ends: dict[datetime, datetime] = {}
        for began in sorted(at for number, at in self.killed if number == shard):
            ended = next((at for at in came if at > began), None)
            if ended is not None and ended - began > short:
                ends.setdefault(ended, began)
        return [(began, ended) for ended, began in ends.items()]

    def leapt(self, began: datetime, ended: datetime) -> timedelta:
        """How much the clock was set forward between two moments, taken generously."""
        known, found = ZERO, ZERO
        for at, ahead in self.settings:
            if began - self.around <= at <= ended + self.around:
                found += max(ahead - known, ZERO)
            known = ahead
        return found

    def was_behind(self, began: datetime, ended: datetime) -> bool:
        """Whether the clock was behind Discord's at any moment between two."""
        before = [ahead for at, ahead in self.settings if at <= began]
        meanwhile = [ahead for at, ahead in self.settings if began < at <= ended]
        return any(ahead < ZERO for ahead in before[-1:] + meanwhile)


@dataclass
class Turn:
    """What one turn has cost by the bots' own ledger."""

    charged: timedelta = ZERO
    made_good: timedelta = ZERO


@dataclass
class Bank:
    """A match's ledger: its turns by ply, and by seat what its lines add up to and what is left."""

    turns: dict[int, Turn] = field(default_factory=dict)
    sums: dict[int, timedelta] = field(default_factory=dict)
    lowest: timedelta = ZERO
    left: dict[int, timedelta] = field(default_factory=dict)
    live: bool = False
    moved: dict[int, datetime] = field(default_factory=dict)
    """When the move of a ply reached Discord."""


def read_banks(connection: Connection) -> dict[int, Bank]:
    """The bots' own ledgers, by match; only of matches with a clock."""
    banks: dict[int, Bank] = {}
    for row in connection.execute(select(clock_lines).order_by(clock_lines.c.id)):
        bank = banks.setdefault(row.match_id, Bank())
        bank.sums[row.seat] = bank.sums.get(row.seat, ZERO) + row.amount
        bank.lowest = min(bank.lowest, row.balance)
        turn = bank.turns.setdefault(row.ply, Turn())
        if row.kind == "moved":
            turn.charged -= row.amount
        elif row.kind == "outage":
            turn.made_good += row.amount
    for row in connection.execute(select(matches).where(matches.c.clocks.is_not(None))):
        banks[row.id].live = parse_clock(row.clock).live
        banks[row.id].left = {each.seat: each.balance for each in decode(row.clocks).seats}
    for row in connection.execute(select(entries).where(entries.c.kind == EntryKind.MOVE)):
        at = interaction_time(row.key)
        if row.match_id in banks and at is not None:
            banks[row.match_id].moved[row.ply - 1] = at
    return banks


@dataclass(frozen=True)
class Judged:
    """A turn by the bots' ledger and by the account.

    ``lasted`` is from the board to the move, and ``missed`` the part of it for which nobody was
    there. ``leapt`` is how far the clock was set forward around it.
    """

    name: str
    turn: Turn
    lasted: timedelta
    since_the_last: timedelta
    missed: timedelta
    leapt: timedelta
    around: timedelta = AROUND
    spared: timedelta = ZERO
    """What those have at least whose deadline fell into an outage."""

    @property
    def is_wrong(self) -> bool:
        """Whether somebody has lost time by it, or won some."""
        lost = self.turn.charged - self.turn.made_good > self.lasted - self.missed + EXACTLY
        return (
            lost
            or self.turn.made_good > self.since_the_last + self.around + self.leapt + self.spared
        )


def adds_up(bank: Bank) -> bool:
    """Whether the lines lead to what is left, which is never below nothing."""
    return bank.sums == bank.left and bank.lowest >= ZERO


def judged(
    account: Account,
    away: list[tuple[datetime, datetime]],
    witness: Witness,
    match: Played,
    number: int,
    bank: Bank,
) -> Iterable[Judged]:
    """The turns of a match that ended with a move."""
    for ply, ended in bank.moved.items():
        seen = witness.at.get((number, ply))
        if seen is None or (ply and ply - 1 not in bank.moved):  # it began with no move
            continue
        before = bank.moved.get(ply - 1, snowflake_time(match.thread_id))
        began = min(seen, before + POSTING)
        answered = max(ended, witness.at.get((number, ply + 1), ended))
        if account.was_behind(ended, answered):  # then a bot can only tell when it heard of a move
            ended = answered
        missed = sum((b - a for a, b in away if began <= a and b <= ended), ZERO)
        leapt = account.leapt(before, ended)
        name = f"match {number} ply {ply}"
        lasted, since = ended - began, ended - before
        spared = AFTER_OUTAGES if bank.live and leapt + missed else ZERO
        yield Judged(name, bank.turns[ply], lasted, since, missed, leapt, account.around, spared)
