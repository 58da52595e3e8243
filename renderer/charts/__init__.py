"""Charts: ratings and places, now and over time, how much was played, who was ahead in a match.

Each is a value that draws itself on a ``Canvas``; ``chart_text`` puts it in words for people who do
not see it.
"""

from typing import TypeAlias

from renderer.charts.activity import ActivityChart, WeekOfPlay
from renderer.charts.axes import short_day_of
from renderer.charts.bracket import BracketChart, BracketRound, BracketSide, BracketTie
from renderer.charts.crosstable import Crosstable, CrosstableRow
from renderer.charts.expectations import ExpectationsChart
from renderer.charts.places import MOST_LINES, PlaceLine, PlacesChart
from renderer.charts.rating_curve import RatingCurve, RatingPoint
from renderer.charts.standings import StandingsChart, StandingsRow
from renderer.charts.swiss_table import SwissRow, SwissTable
from renderer.charts.words import chart_text, day_of

Chart: TypeAlias = (
    RatingCurve
    | PlacesChart
    | ActivityChart
    | ExpectationsChart
    | StandingsChart
    | Crosstable
    | BracketChart
    | SwissTable
)
