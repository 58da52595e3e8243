"""A small Prometheus: it keeps what was scraped, and evaluates the expressions that alerts have."""

import operator
import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from prometheus_client.parser import text_string_to_metric_families

Labels = frozenset[tuple[str, str]]
Vector = dict[Labels, float]
Value = float | Vector
Points = list[tuple[float, float]]
TARGET = {("job", "quintet"), ("instance", "bot")}
SECONDS = {"s": 1, "m": 60, "h": 3600}
OPERATORS: Mapping[str, Callable[[float, float], float]] = {
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda one, other: one / other if other else float("nan"),
}
LEVELS = (("==", "!=", ">", "<"), ("+", "-"), ("*", "/"))
"""Operators from the weakest on."""
TOKEN = re.compile(r'\s*("[^"]*"|\[\d+[smh]\]|[A-Za-z_]\w*|\d+(?:\.\d+)?|[=!]=|[-+*/<>=(){},])')


@dataclass
class History:
    """The samples of every scrape, by name and labels, and the times of the scrapes."""

    scrapes: list[float] = field(default_factory=list)
    series: dict[str, dict[Labels, Points]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )

    def scrape(self, at: float, text: str | None) -> None:
        """Keep what ``/metrics`` has said at this time; None: nobody has answered."""
        self.scrapes.append(at)
        self.series["up"][frozenset(TARGET)].append((at, float(text is not None)))
        for family in text_string_to_metric_families(text or ""):
            for sample in family.samples:
                labels = frozenset({*sample.labels.items(), *TARGET})
                self.series[sample.name][labels].append((at, sample.value))

    def evaluate(self, expression: str) -> Value:
        """The value of an expression at the last scrape."""
        parsing = _Parsing(self, TOKEN.findall(expression))
        found = parsing.level(0)
        assert parsing.at == len(parsing.tokens), f"{expression} has more than is understood"
        return found


@dataclass
class _Parsing:
    history: History
    tokens: list[str]
    at: int = 0

    def take(self, *wanted: str) -> str:
        """The next token if it is one of those wanted; else empty."""
        token = self.tokens[self.at] if self.at < len(self.tokens) else ""
        if wanted and token not in wanted:
            return ""
        self.at += 1
        return token

    def level(self, number: int) -> Value:
        if number == len(LEVELS):
            return self.atom()
        found = self.level(number + 1)
        while sign := self.take(*LEVELS[number]):
            found = combined(sign, found, self.level(number + 1))
        return found

    def atom(self) -> Value:
        token = self.take()
        if token == "(":
            found = self.level(0)
        elif token[0].isdigit():
            return float(token)
        elif not self.take("("):
            points = self.selected(token)
            now = self.history.scrapes[-1]
            return {labels: each[-1][1] for labels, each in points.items() if each[-1][0] == now}
        else:
            found = self.called(token)
        assert self.take(")"), f"{token} is not closed"
        return found

    def called(self, name: str) -> Value:
        now = self.history.scrapes[-1]
        if name == "time":
            return now
        if name == "absent":
            found = self.level(0)
            return {} if found else {frozenset(): 1.0}
        if name == "histogram_quantile":
            share = float(self.take())
            assert self.take(",")
            buckets = self.level(0)
            assert isinstance(buckets, dict)
            return quantiles(share, buckets)
        points = self.selected(self.take())
        length = self.take()[1:-1]
        seconds = int(length[:-1]) * SECONDS[length[-1]]
        recent = {
            labels: [point for point in each if now - seconds <= point[0]]
            for labels, each in points.items()
        }
        return {
            labels: RANGES[name](each, now, seconds)
            for labels, each in recent.items()
            if len(each) > 1 or (each and name == "changes")
        }

    def selected(self, name: str) -> dict[Labels, Points]:
        """The series of this name whose labels match what follows in braces."""
        found = self.history.series.get(name, {})
        if self.take("{"):
            while not self.take("}"):
                label, sign, text = self.take(), self.take(), self.take().strip('"')
                equal = sign == "="
                found = {
                    k: v for k, v in found.items() if (dict(k).get(label, "") == text) is equal
                }
                self.take(",")
        return found


def combined(sign: str, one: Value, other: Value) -> Value:
    """Two numbers, or the pairs of samples with the same labels; a comparison filters samples."""
    work = OPERATORS[sign]
    if isinstance(one, float):
        assert sign not in LEVELS[0], "a number is compared by what stands on its right"
        return (
            work(one, other)
            if isinstance(other, float)
            else {labels: work(one, each) for labels, each in other.items()}
        )
    pairs = {
        labels: (each, other if isinstance(other, float) else other[labels])
        for labels, each in one.items()
        if isinstance(other, float) or labels in other
    }
    if sign in LEVELS[0]:
        return {labels: pair[0] for labels, pair in pairs.items() if work(*pair)}
    return {labels: work(*pair) for labels, pair in pairs.items()}


def increase(points: Points, now: float, seconds: int) -> float:
    """The growth within the seconds, over resets, extrapolated as Prometheus does."""
    steps = pairwise(value for _, value in points)
    grown = sum(later - before if later >= before else later for before, later in steps)
    covered = points[-1][0] - points[0][0]
    mean = covered / (len(points) - 1)
    start, end = points[0][0] - (now - seconds), now - points[-1][0]
    if grown > 0:
        start = min(start, covered * points[0][1] / grown)
    whole = covered + sum(gap if gap < 1.1 * mean else mean / 2 for gap in (start, end))
    return grown * whole / covered


RANGES: Mapping[str, Callable[[Points, float, int], float]] = {
    "increase": increase,
    "rate": lambda points, now, seconds: increase(points, now, seconds) / seconds,
    "changes": lambda points, *_: float(sum(a[1] != b[1] for a, b in pairwise(points))),
}


def quantiles(share: float, buckets: Vector) -> Vector:
    """The quantile of each histogram, between the limits of its bucket; NaN of an empty one."""
    whole: dict[Labels, list[tuple[float, float]]] = defaultdict(list)
    for labels, count in buckets.items():
        own = dict(labels)
        limit = float(own.pop("le"))
        whole[frozenset(own.items())].append((limit, count))
    return {labels: _quantile(share, sorted(each)) for labels, each in whole.items()}


def _quantile(share: float, counts: list[tuple[float, float]]) -> float:
    rank = share * counts[-1][1]
    if not rank:
        return float("nan")
    number = next(n for n, (_, count) in enumerate(counts) if count >= rank)
    if number == len(counts) - 1:
        return counts[-2][0]
    below, before = counts[number - 1] if number else (0.0, 0.0)
    limit, count = counts[number]
    return below + (limit - below) * (rank - before) / (count - before)
