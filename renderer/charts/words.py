"""What a chart shows, in words for people who do not see it: the trend first."""

from collections.abc import Sequence
from datetime import date, datetime
from functools import singledispatch

from renderer.alt import within_limit
from renderer.charts.activity import ActivityChart
from renderer.charts.axes import MONTHS
from renderer.charts.bracket import THIRD, BracketChart, BracketTie
from renderer.charts.crosstable import Crosstable, CrosstableRow
from renderer.charts.expectations import AHEAD, MIDDLE, ExpectationsChart, side
from renderer.charts.places import PlacesChart, ends
from renderer.charts.rating_curve import RatingCurve
from renderer.charts.standings import StandingsChart
from renderer.charts.swiss_table import SwissRow, SwissTable
from rules.texts import (
    Counted,
    Filling,
    Plain,
    Text,
    Words,
    in_a_row,
    labelled,
    listed,
    parted,
    sentences,
)

LEVEL = 10
"""A rating that moved by no more than this stayed about the same."""

EVEN = 0.2
"""Who may expect no more than so much more than the next is not ahead."""

_MOST_CHANGES = 12
_FIRST = 3


@singledispatch
def chart_text(chart: object) -> Text:
    """The chart in a few sentences; raises TypeError for what is none."""
    raise TypeError(f"{type(chart).__name__} is no chart")


@chart_text.register
def _(curve: RatingCurve) -> Text:
    first, last, best = curve.points[0], curve.points[-1], curve.highest
    lowest = min(curve.points, key=lambda point: point.points)
    if len(curve.points) == 1:
        return Text(
            "{title}: {points} after one match, on {day}.",
            title=curve.title,
            points=last.points,
            day=day_of(last.at),
        )
    moved = last.points - first.points
    trend = _LEVEL if abs(moved) <= LEVEL else _ROSE if moved > 0 else _FELL
    return within_limit(
        sentences(
            trend.of(
                title=curve.title,
                number=len(curve.points),
                first=first.points,
                last=last.points,
                begin=day_of(first.at),
                end=day_of(last.at),
            ),
            Text("Highest {points} on {day}.", points=best.points, day=day_of(best.at)),
            Text("Lowest {points} on {day}.", points=lowest.points, day=day_of(lowest.at)),
            curve.between,
        )
    )


_LEVEL = Text("{title}: stayed about {last} in {number} matches from {begin} to {end}.")
_ROSE = Text("{title}: rose from {first} to {last} in {number} matches from {begin} to {end}.")
_FELL = Text("{title}: fell from {first} to {last} in {number} matches from {begin} to {end}.")


@chart_text.register
def _(chart: PlacesChart) -> Text:
    begin, end = day_of(chart.begin), day_of(chart.end)
    told: list[Text] = [
        Text("{title}: places from {begin} to {end}.", title=chart.title, begin=begin, end=end)
    ]
    for line in ends(chart.lines):
        began = next((place for _, place in line.places if place is not None), line.last)
        place: Filling = line.last or 0
        if line.highlighted:
            place = Text("{place} (highlighted)", place=place)
        if began == line.last:
            told.append(Text("Place {place}: as at the beginning.", place=place))
        else:
            told.append(Text("Place {place}: was {before}.", place=place, before=began or 0))
    gone = sum(line.last is None for line in chart.lines)
    if gone:
        told.append(
            Counted("{number} of them has left since.", "{number} of them have left since.", gone)
        )
    return within_limit(sentences(*told))


@chart_text.register
def _(chart: ActivityChart) -> Text:
    won, drawn, lost = chart.sums
    played = won + drawn + lost
    busiest = max(chart.weeks, key=lambda week: week.played)
    day = day_of(busiest.begins)
    told = Text(
        "{title}: {number} matches in {weeks} weeks since {day}, {won} won, {drawn} drawn and "
        "{lost} lost.",
        title=chart.title,
        number=played,
        weeks=len(chart.weeks),
        day=day_of(chart.weeks[0].begins),
        won=won,
        drawn=drawn,
        lost=lost,
    )
    most = Text("Most in the week of {day}: {number}.", day=day, number=busiest.played)
    return within_limit(sentences(told, most if played else None))


@chart_text.register
def _(chart: ExpectationsChart) -> Text:
    leaders = [_ahead(chart, step) for step in range(len(chart.expected))]
    changes = [
        (step, who) for step, who in enumerate(leaders) if step == 0 or who != leaders[step - 1]
    ]
    (_, first), *later = changes
    held = [
        Text("{name} has {sides}", name=name, sides=chart.held_words(seat))
        for seat, name in enumerate(chart.names)
    ]
    told = [Text("{facts}.", facts=facts) for facts in (AHEAD, in_a_row(held))]
    told.append(Text("At the start: {who}.", who=first))
    told += [
        Text("From move {number}: {who}.", number=step, who=who)
        for step, who in later[:_MOST_CHANGES]
    ]
    if len(later) > _MOST_CHANGES:
        told.append(Text("It changed {number} more times.", number=len(later) - _MOST_CHANGES))
        told.append(Text("At the end: {who}.", who=leaders[-1]))
    marked = [str(step) for step, _ in chart.marks]
    if marked:
        text = Counted("Pointed out: move {moves}.", "Pointed out: moves {moves}.", len(marked))
        told.append(text.of(moves=in_a_row(marked)))
    return within_limit(sentences(*told))


@chart_text.register
def _(chart: StandingsChart) -> Text:
    rows: list[Text] = []
    for row in chart.rows:
        whose = _whose(Plain("{place}. {name}", place=row.place, name=row.name), row.own)
        if row.rated:
            sure = Text("{points}, give or take {spread}", points=row.written, spread=row.rated[1])
            rows.append(Plain("{whose} {sure}", whose=whose, sure=sure))
        else:
            rows.append(in_a_row([whose, *(each for each in (row.written, row.record) if each)]))
    return within_limit(Text("{title}: {rows}.", title=chart.title, rows=parted(rows)))


def _whose(name: Filling, own: bool) -> Text:
    return Text("{name} (you)", name=name) if own else Plain("{name}", name=name)


@chart_text.register
def _(chart: Crosstable) -> Text:
    return _table(chart)


@chart_text.register
def _(chart: SwissTable) -> Text:
    return _table(chart)


def _table(chart: Crosstable | SwissTable) -> Text:
    every: tuple[CrosstableRow | SwissRow, ...] = chart.rows
    shown = [row for place, row in enumerate(every) if place < _FIRST or row.own]
    rows = [
        Plain(
            "{place} {name} {points}",
            place=row.place,
            name=_whose(row.name, row.own),
            points=row.points,
        )
        for row in shown
    ]
    struck = [row.name for row in every if isinstance(row, CrosstableRow) and not row.counts]
    return _with_games(chart.title, rows, chart.left, _struck(struck))


def _struck(names: Sequence[Words]) -> Text | None:
    """Why columns are struck out; None where none is."""
    if not names:
        return None
    left = Text("Struck out, since they left before they had played half of their games: {names}.")
    return left.of(names=in_a_row(names))


def _with_games(title: Words, told: Sequence[Text], left: int, remark: Text | None = None) -> Text:
    rows = Text("{title}: {rows}.", title=title, rows=parted(told))
    games = Counted("{number} game left.", "{number} games left.", left)
    return within_limit(sentences(rows, games, remark))


@chart_text.register
def _(chart: BracketChart) -> Text:
    """What has come furthest: the last ties of which both are known, and the reader's last one."""
    known: list[tuple[Words, BracketTie]] = [
        (column.name, tie)
        for column in reversed(chart.rounds)
        for tie in column.ties
        if tie.upper.name and tie.lower.name
    ]
    own = [each for each in known if each[1].upper.own or each[1].lower.own][:1]
    shown = list(dict.fromkeys([*known[:_FIRST], *own]))
    if chart.third is not None and chart.third.upper.name and chart.third.lower.name:
        shown.insert(1, (THIRD, chart.third))
    told = [labelled(name, _tie(tie)) for name, tie in shown]
    return _with_games(chart.title, told, chart.left)


def _tie(tie: BracketTie) -> Text:
    sides = [
        Plain("{name} {points}", name=_whose(side.name, side.own), points=side.points)
        if side.points
        else _whose(side.name, side.own)
        for side in (tie.upper, tie.lower)
    ]
    won = [Text("{name} advances", name=side.name) for side in (tie.upper, tie.lower) if side.won]
    return in_a_row([listed(sides), *won])


def _ahead(chart: ExpectationsChart, step: int) -> Text:
    """Who may expect most by far, ``even`` if nobody may; by colour where names are shared."""
    expected = chart.expected[step]
    best, second = sorted(expected, reverse=True)[:2]
    if best - second <= EVEN:
        return MIDDLE
    seat = expected.index(best)
    name = chart.names[seat]
    if chart.names.count(name) == 1:
        return Plain("{name}", name=name)
    return side(chart.colours[step][seat])


def day_of(moment: datetime | date) -> Text:
    """``24 November 2026``."""
    month = MONTHS[moment.month - 1]
    return Counted("{number} {month} {year}", "", moment.day, month=month, year=moment.year)
