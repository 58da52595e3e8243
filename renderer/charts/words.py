"""What a chart shows, in words for people who do not see it: the trend first."""

from datetime import date, datetime
from functools import singledispatch

from renderer.alt import within_limit
from renderer.charts.activity import ActivityChart
from renderer.charts.expectations import ExpectationsChart
from renderer.charts.places import PlacesChart, ends
from renderer.charts.rating_curve import RatingCurve

LEVEL = 10
"""A rating that moved by no more than this stayed about the same."""

EVEN = 0.2
"""Who may expect no more than so much more than the next is not ahead."""

_MOST_CHANGES = 12

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


@singledispatch
def chart_text(chart: object) -> str:
    """The chart in a few sentences; raises TypeError for what is none."""
    raise TypeError(f"{type(chart).__name__} is no chart")


@chart_text.register
def _(curve: RatingCurve) -> str:
    first, last, best = curve.points[0], curve.points[-1], curve.highest
    lowest = min(curve.points, key=lambda point: point.points)
    if len(curve.points) == 1:
        return f"{curve.title}: {last.points} after one match, on {_day(last.at)}."
    moved = last.points - first.points
    way = "rose" if moved > 0 else "fell"
    trend = (
        f"stayed about {last.points}"
        if abs(moved) <= LEVEL
        else f"{way} from {first.points} to {last.points}"
    )
    return within_limit(
        f"{curve.title}: {trend} in {len(curve.points)} matches from {_day(first.at)} to "
        f"{_day(last.at)}. Highest {best.points} on {_day(best.at)}, lowest {lowest.points} on "
        f"{_day(lowest.at)}. The true strength is believed to lie between "
        f"{last.points - last.spread} and {last.points + last.spread}."
    )


@chart_text.register
def _(chart: PlacesChart) -> str:
    told = [f"{chart.title}: places from {_day(chart.begin)} to {_day(chart.end)}."]
    for line in ends(chart.lines):
        began = next((place for _, place in line.places if place is not None), line.last)
        whose = " (highlighted)" if line.highlighted else ""
        how = "as at the beginning" if began == line.last else f"was {began}"
        told.append(f"Place {line.last}{whose}: {how}.")
    gone = sum(line.last is None for line in chart.lines)
    if gone:
        told.append(f"{gone} who {'was' if gone == 1 else 'were'} there left.")
    return within_limit(" ".join(told))


@chart_text.register
def _(chart: ActivityChart) -> str:
    played = sum(week.played for week in chart.weeks)
    won = sum(week.won for week in chart.weeks)
    drawn = sum(week.drawn for week in chart.weeks)
    busiest = max(chart.weeks, key=lambda week: week.played)
    told = (
        f"{chart.title}: {played} matches in {len(chart.weeks)} weeks since "
        f"{_day(chart.weeks[0].begins)}, {won} won, {drawn} drawn and {played - won - drawn} lost."
    )
    if played:
        told += f" Most in the week of {_day(busiest.begins)}: {busiest.played}."
    return within_limit(told)


@chart_text.register
def _(chart: ExpectationsChart) -> str:
    leaders = [_ahead(chart, step) for step in range(len(chart.expected))]
    changes = [
        (step, who) for step, who in enumerate(leaders) if step == 0 or who != leaders[step - 1]
    ]
    (_, first), *later = changes
    held = ", ".join(
        f"{name} has {', then '.join(chart.held(seat))}"
        for seat, name in enumerate(chart.names)
        if chart.held(seat) != (name,)
    )
    whose = [f"{held}."] if held else []
    told = ["Who was ahead, move by move.", *whose, f"At the start: {first}."]
    told += [f"From move {step}: {who}." for step, who in later[:_MOST_CHANGES]]
    if len(later) > _MOST_CHANGES:
        told.append(
            f"It changed {len(later) - _MOST_CHANGES} more times. At the end: {leaders[-1]}."
        )
    marked = [str(step) for step, _ in chart.marks]
    if marked:
        told.append(f"Pointed out: {'move' if len(marked) == 1 else 'moves'} {', '.join(marked)}.")
    return within_limit(" ".join(told))


def _ahead(chart: ExpectationsChart, step: int) -> str:
    """Who may expect most by far, ``even`` if nobody may; by colour where names are shared."""
    expected = chart.expected[step]
    best, second = sorted(expected, reverse=True)[:2]
    if best - second <= EVEN:
        return "even"
    seat = expected.index(best)
    name = chart.names[seat]
    return name if chart.names.count(name) == 1 else chart.colours[step][seat]


def _day(moment: datetime | date) -> str:
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}"
