"""Tables of tournaments as charts: a crosstable, the table of a Swiss, a bracket.

A large bracket has a page for its last rounds, and one for each quarter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from bot.features.tournaments.knockout import MAIN, Bracket, Slot, Tie, Unknown
from bot.features.tournaments.standings import Criterion, Line, Played, as_points
from bot.features.tournaments.swiss import histories
from bot.features.tournaments.values import Field, Pairing, Row, Table
from bot.screen.names import plain
from data.ids import PlayerId
from data.states import PairingOutcome
from renderer.charts import (
    BracketChart,
    BracketRound,
    BracketSide,
    BracketTie,
    Crosstable,
    CrosstableRow,
    SwissRow,
    SwissTable,
)
from renderer.charts.bracket import BYE, FINAL, MOST_ROUNDS, THIRD
from renderer.charts.crosstable import MOST_ROWS, OWN
from renderer.charts.rows import NUMBERED, RUNNING
from renderer.charts.swiss_table import MOST_LINES
from rules.texts import Text, Words, labelled

_PLAYED = {2: "1", 1: "=", 0: "0"}
_WITHOUT_PLAY = {2: "+", 1: "=", 0: "-"}
_WITHOUT_OPPONENT = {Played.BYE: "+1", Played.HALF_BYE: "+0.5"}
NOT_BEGUN = " "


def crosstable(
    field: Field, table: Table, names: Mapping[PlayerId, Words], reader_id: PlayerId | None = None
) -> Crosstable | None:
    """The crosstable of a group; None if it has too many rows for a picture."""
    if not 0 < len(table.rows) <= MOST_ROWS:
        return None
    within = [each for each in field.pairings if each.seats.division == table.division]
    name = plain(field.tournament.name)
    title = labelled(name, table.name) if table.name else name
    breaks = {
        after.player_id for before, after in pairwise(table.rows) if before.move != after.move
    }
    rows = tuple(
        CrosstableRow(
            place=place(row),
            name=named(names, row.player_id, row.number),
            number=row.number,
            points=as_points(row.points),
            cells=tuple(_cell(within, row.player_id, other.player_id) for other in table.rows),
            own=row.player_id == reader_id,
            counts=row.standing is not None,
            line=row.player_id in breaks,
        )
        for row in table.rows
    )
    return Crosstable(title, rows, table.left)


def swiss_table(
    field: Field, table: Table, names: Mapping[PlayerId, Words], reader_id: PlayerId | None = None
) -> SwissTable | None:
    """A page of a Swiss table; None before the first round."""
    if not table.rows:
        return None
    found, rounds = histories(field), field.tournament.rules.rounds
    rows = tuple(
        SwissRow(
            place=place(row),
            number=row.number,
            name=named(names, row.player_id, row.number),
            rounds=tuple(map(_round, found[row.number])),
            points=as_points(row.points),
            ties=row.standing.said(Criterion.CUT_ONE) if row.standing else "",
            own=row.player_id == reader_id,
        )
        for row in table.rows[:MOST_LINES]
    )
    title = Text(
        "{name}: round {number} of {rounds}",
        name=plain(field.tournament.name),
        number=field.latest_round,
        rounds=rounds,
    )
    return SwissTable(title, rows, table.left)


def named(names: Mapping[PlayerId, Words], who: PlayerId, number: int) -> Words:
    """A player's name, or their start number while the name is not known."""
    name = names.get(who)
    return NUMBERED.of(number=number) if name is None else plain(name)


def _round(line: Line) -> tuple[str, str]:
    """The opponent's number and a sign; for a bye the points."""
    if line.played is Played.RUNNING:
        return str(line.opponent), RUNNING
    if line.opponent:
        return str(line.opponent), line.played.value
    return "", _WITHOUT_OPPONENT.get(line.played, "")


def place(row: Row) -> str:
    """A place, marked if it is shared: ``1.``, ``2=``."""
    if row.standing is None:
        return "-"
    return f"{row.standing.place}{'=' if row.standing.shared else '.'}"


def _cell(within: list[Pairing], player_id: PlayerId, other_id: PlayerId) -> str:
    """The results of the games of two players, for the first of them."""
    if player_id == other_id:
        return OWN
    met = [each for each in within if {*each.players} == {player_id, other_id}]
    return "".join(_sign(each, player_id) for each in met)


def _sign(pairing: Pairing, player_id: PlayerId) -> str:
    if pairing.is_open:
        return RUNNING if pairing.is_running else NOT_BEGUN
    known = _PLAYED if pairing.score.outcome is PairingOutcome.PLAYED else _WITHOUT_PLAY
    return known[pairing.points(player_id)]


QUARTERS, QUARTER = range(1, 5), Text("Quarter {number}", "bracket")
LAST = 0
"""Stands for a quarter: the last rounds."""

_STAGES = (FINAL, Text("Semi-final", "bracket"), Text("Quarter-final", "bracket"))
"""The last rounds, from the end."""


def stage(found: Bracket, tie: Tie) -> Text:
    if tie.place.division:
        return THIRD
    from_the_end = found.rounds - tie.place.round
    if from_the_end < len(_STAGES):
        return _STAGES[from_the_end]
    return Text("Round {number}", "bracket", number=tie.place.round)


def went_out(field: Field, who: PlayerId) -> Text | None:
    found = Bracket(field)
    tie = found.last_of(who)
    return None if tie is None else Text("You were knocked out: {stage}.", stage=stage(found, tie))


def bracket_pages(field: Field, table: Table) -> Sequence[Table]:
    """The pages of a bracket: one if it fits, else the last rounds and each quarter.

    The ``division`` of a page is its quarter.
    """
    found = Bracket(field)
    if found.rounds <= MOST_ROUNDS:
        return [table]
    late = {who for tie in chain(*_rounds(found, LAST)) for who in tie.players}
    last = tuple(row for row in table.rows if row.player_id in late)
    name = Text("The last {number}", "bracket", number=2**MOST_ROUNDS)
    pages = [replace(table, name=name, rows=last)] if last else []
    for quarter in QUARTERS:
        rounds = _rounds(found, quarter)
        numbers = {field.numbers[who] for tie in rounds[0] for who in tie.players}
        rows = tuple(row for row in table.rows if row.number in numbers)
        left = sum(each.is_open for tie in chain(*rounds) for each in tie.games)
        pages.append(Table(quarter, QUARTER.of(number=quarter), rows, left))
    return pages


def _rounds(found: Bracket, quarter: int) -> list[list[Tie]]:
    """The ties on a page by round; those of a quarter are before the semi-finals."""
    numbers = range(1, min(MOST_ROUNDS, found.rounds - 2) + 1)
    if quarter == LAST:
        numbers = range(max(1, found.rounds - MOST_ROUNDS + 1), found.rounds + 1)
    rounds = []
    for number in numbers:
        every = found.ties.items()
        ties = [tie for at, tie in every if (at.round, at.division) == (number, MAIN)]
        size = len(ties) // len(QUARTERS)
        rounds.append(ties if quarter == LAST else ties[size * (quarter - 1) : size * quarter])
    return rounds


def bracket(
    field: Field, table: Table, names: Mapping[PlayerId, Words], reader_id: PlayerId | None = None
) -> BracketChart:
    """The chart of a page of a bracket."""
    found = Bracket(field)

    def side(tie: Tie, slot: Slot) -> BracketSide:
        if slot is Unknown.YET:
            return BracketSide("")
        if slot is None:
            return BracketSide(BYE)
        number, score = field.numbers[slot], as_points(tie.points(slot)) if tie.games else ""
        name = named(names, slot, number)
        return BracketSide(name, score, tie.winner == slot, slot == reader_id, number)

    def drawn(tie: Tie) -> BracketTie:
        upper, lower = tie.slots
        return BracketTie(side(tie, upper), side(tie, lower))

    rounds = [
        BracketRound(stage(found, ties[0]), tuple(map(drawn, ties)))
        for ties in _rounds(found, table.division)
    ]
    name, third = plain(field.tournament.name), None
    if table.division != LAST:
        name = labelled(name, QUARTER.of(number=table.division))
    elif found.third is not None:
        third = drawn(found.ties[found.third])
    return BracketChart(name, tuple(rounds), third, table.left)
