"""What was lost, doubled, out of order or left thinking, by comparing everybody's memories."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from discord.utils import snowflake_time

from data.operating import open_database
from data.states import EntryKind
from tests.chaos.account import Account, Bank, Judged, adds_up, judged, read_banks
from tests.chaos.acting import Acting, Played
from tests.chaos.endings import Endings, read_all
from tests.chaos.failing_discord import FailingDiscord, Witness
from tests.chaos.mail import Mail
from tests.chaos.reading import Stored
from tests.kit.log_watch import FORBIDDEN


@dataclass
class Verdict:
    """How it ended; the sequences name what is wrong, of which there must be nothing."""

    moves: int = 0
    boards: int = 0
    matches: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    out_of_order: list[str] = field(default_factory=list)
    unposted: list[str] = field(default_factory=list)
    altered: list[str] = field(default_factory=list)
    robbed: list[str] = field(default_factory=list)
    """Who has lost or won time beside the account."""
    untold: list[str] = field(default_factory=list)
    """What was promised and did not come."""
    misdirected: list[str] = field(default_factory=list)
    astray: list[str] = field(default_factory=list)
    """What does not stand as it follows from the matches and the histories."""
    tried_again: list[str] = field(default_factory=list)
    """What Discord had refused for good."""
    kinds: Counter[str] = field(default_factory=Counter)
    """How many messages there were of each kind."""
    worked_out: dict[str, int] = field(default_factory=dict)
    """How many rows, or entries of a history, were made again and compared."""
    turns: int = 0
    mended: int = 0
    """Turns with a clock, and those in which something was made good."""
    logged: list[str] = field(default_factory=list)
    """The lines of the log in which something private stands."""
    left_thinking: list[str] = field(default_factory=list)
    """Who was promised an answer that never came, although their bot lived on."""
    cut_off: int = 0
    """How many were whose bot ended while it answered."""

    @property
    def is_well(self) -> bool:
        """Whether nothing is wrong; who was cut off is not counted."""
        return not any(found for _, found in self._wrong())

    def _wrong(self) -> Iterable[tuple[str, list[str]]]:
        return ((name, found) for name, found in vars(self).items() if isinstance(found, list))

    def lines(self) -> Iterable[str]:
        """The figures."""
        yield f"matches {self.matches}, moves {self.moves}, boards {self.boards}"
        yield f"turns with a clock {self.turns}, something was made good in {self.mended}"
        yield "messages: " + ", ".join(f"{kind} {n}" for kind, n in sorted(self.kinds.items()))
        yield "made again: " + ", ".join(f"{name} {n}" for name, n in self.worked_out.items())
        for name, found in self._wrong():
            yield f"{name.replace('_', ' ')}: {len(found)} {found[:5] if found else ''}"
        yield f"cut off: {self.cut_off} whose bot was killed while it answered"


async def judge(
    database_url: str,
    discord: FailingDiscord,
    people: Sequence[Acting],
    cut_off: set[int],
    log: Path,
    account: Account,
    fading: Collection[int] = (),
) -> Verdict:
    """Compare what people were told, what is stored, what was posted, and everybody's time.

    ``fading`` are the servers in which places vanish.
    """
    database = await open_database(database_url)
    endings = Endings(database, discord.backend)
    try:
        stored = await database.read(read_all)
        banks = await database.read(read_banks)
        astray = list(await endings.wrong())
    finally:
        await database.close()
    verdict = Verdict(astray=astray, worked_out=endings.counted)
    witness = discord.witness
    verdict.tried_again += discord.tried_again
    # of boards it is known which ply they show
    verdict.doubled += [" and ".join(each) for each in witness.others.values() if len(each) > 1]
    verdict.astray += [
        f"the bot was there: {row}" for row in stored.of("absences") if row.server_id not in fading
    ]
    mail = Mail(discord, stored, fading)
    verdict.kinds = mail.counts()
    verdict.unposted += mail.untold()
    verdict.doubled += mail.doubled()
    verdict.out_of_order += mail.unordered()
    verdict.misdirected += mail.misdirected()
    for each in people:
        verdict.untold += each.missing(stored)
        for match in each.matches:
            number = _judge_match(verdict, witness, match, stored)
            if number in banks:
                away = account.away(each.server_id, live=banks[number].live)
                found = judged(account, away, witness, match, number, banks[number])
                _judge_times(verdict, number, banks[number], list(found))
        for record in (done.record for done in each.actions if done.record.loading):
            if record.id in cut_off:
                verdict.cut_off += 1
            else:
                asked = record.command_name or "a click"
                verdict.left_thinking.append(f"{asked} at {snowflake_time(record.id):%H:%M:%S}")
    verdict.logged += _secrets(log)
    return verdict


def _judge_match(verdict: Verdict, witness: Witness, match: Played, stored: Stored) -> int:
    boards = witness.boards[match.thread_id]
    (number,) = {number for number, _ in boards}
    entries = stored.of("entries", match_id=number)
    log, plies = {each.ply for each in entries}, [ply for _, ply in boards]
    moves = [each.text for each in entries if each.kind is EntryKind.MOVE]
    verdict.matches += 1
    verdict.moves += len(moves)
    verdict.boards += len(plies)
    verdict.lost += [f"match {number} ply {ply}" for ply in sorted(match.told - log)]
    verdict.doubled += [
        f"match {number} ply {ply}" for ply in sorted(set(plies)) if plies.count(ply) > 1
    ]
    verdict.unposted += [f"match {number} ply {ply}" for ply in {0, *log} - set(plies)]
    if plies != sorted(plies):
        verdict.out_of_order.append(f"match {number}: {plies}")
    if moves != list(match.texts[: len(moves)]):
        pairs = enumerate(zip(moves, match.texts, strict=False))
        first = next((ply for ply, (made, meant) in pairs if made != meant), len(match.texts))
        meant = match.texts[first : first + 3]
        verdict.altered.append(f"match {number} from move {first}: {moves[first:]} for {meant}")
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
