"""Knockouts as pictures: the last rounds, and where there are more the earlier ones by quarter."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.features.tournaments.knockout import Bracket, Tie, Unknown
from bot.features.tournaments.table_pages import named, points
from bot.features.tournaments.values import Field, Table
from bot.screen.names import plain
from data.ids import PlayerId
from renderer.charts import BracketChart, BracketRound, BracketSide, BracketTie
from renderer.charts.bracket import BYE, FINAL, MOST_ROUNDS, THIRD
from rules.texts import Text, Words, labelled

QUARTERS = range(1, 5)
LAST = 0
"""In place of a quarter: the last rounds."""

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
    return None if tie is None else Text("You went out: {stage}.", stage=stage(found, tie))


def pages(field: Field, table: Table) -> Sequence[Table]:
    """Where one picture has not room for all, a page for the last rounds and one for each quarter.

    ``division`` of a page is its quarter.
    """
    found = Bracket(field)
    if found.rounds <= MOST_ROUNDS:
        return [table]
    late = {who for tie in _shown(found, LAST) for who in tie.players}
    last = [row for row in table.rows if row.player_id in late]
    name = Text("The last {number}", "bracket", number=2**MOST_ROUNDS)
    quarters = [_quarter(found, table, number) for number in QUARTERS]
    return [*([replace(table, name=name, rows=tuple(last))] if last else []), *quarters]


def _quarter(found: Bracket, table: Table, quarter: int) -> Table:
    numbers = {found.field.numbers[who] for tie in _shown(found, quarter, 1) for who in tie.players}
    rows = tuple(row for row in table.rows if row.number in numbers)
    left = sum(each.is_open for tie in _shown(found, quarter) for each in tie.games)
    return Table(quarter, _named_quarter(quarter), rows, left)


def _named_quarter(quarter: int) -> Text:
    return Text("Quarter {number}", "bracket", number=quarter)


def _rounds(found: Bracket, quarter: int) -> range:
    """The rounds that a picture shows; a quarter's are the first ones, before the semi-finals."""
    if quarter == LAST:
        return range(max(1, found.rounds - MOST_ROUNDS + 1), found.rounds + 1)
    return range(1, min(MOST_ROUNDS, found.rounds - 2) + 1)


def _in_round(found: Bracket, quarter: int, number: int) -> tuple[Tie, ...]:
    ties = found.of_round(number)
    if quarter == LAST:
        return ties
    size = len(ties) // len(QUARTERS)
    return ties[size * (quarter - 1) : size * quarter]


def _shown(found: Bracket, quarter: int, only: int | None = None) -> list[Tie]:
    rounds = _rounds(found, quarter) if only is None else (only,)
    return [tie for number in rounds for tie in _in_round(found, quarter, number)]


def bracket(
    field: Field, table: Table, names: Mapping[PlayerId, Words], reader_id: PlayerId | None = None
) -> BracketChart:
    """The rounds of a knockout that a page of its table is about."""
    found = Bracket(field)

    def drawn(tie: Tie) -> BracketTie:
        upper, lower = (_side(field, tie, slot, names, reader_id) for slot in tie.slots)
        return BracketTie(upper, lower)

    rounds = []
    for number in _rounds(found, table.division):
        ties = _in_round(found, table.division, number)
        rounds.append(BracketRound(stage(found, ties[0]), tuple(map(drawn, ties))))
    name, third = plain(field.tournament.name), None
    if table.division != LAST:
        name = labelled(name, _named_quarter(table.division))
    elif found.third is not None:
        third = drawn(found.ties[found.third])
    return BracketChart(name, tuple(rounds), third, table.left)


def _side(
    field: Field,
    tie: Tie,
    slot: PlayerId | Unknown | None,
    names: Mapping[PlayerId, Words],
    reader_id: PlayerId | None,
) -> BracketSide:
    if slot is Unknown.YET:
        return BracketSide("")
    if slot is None:
        return BracketSide(BYE)
    number = field.numbers[slot]
    name = named(names, slot, number)
    score = points(tie.points(slot)) if tie.games else ""
    return BracketSide(name, score, tie.winner == slot, slot == reader_id, number)
