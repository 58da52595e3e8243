"""Charts: ratings and places over time, how much was played, and who was ahead in a match.

Each is a value; ``draw_chart`` makes it a picture, and ``chart_text`` words for people who do not
see it.
"""

from __future__ import annotations

from renderer.charts.activity import ActivityChart as ActivityChart
from renderer.charts.activity import WeekOfPlay as WeekOfPlay
from renderer.charts.drawing import Chart as Chart
from renderer.charts.drawing import draw_chart as draw_chart
from renderer.charts.expectations import ExpectationsChart as ExpectationsChart
from renderer.charts.places import MOST_LINES as MOST_LINES
from renderer.charts.places import PlaceLine as PlaceLine
from renderer.charts.places import PlacesChart as PlacesChart
from renderer.charts.rating_curve import RatingCurve as RatingCurve
from renderer.charts.rating_curve import RatingPoint as RatingPoint
from renderer.charts.words import chart_text as chart_text
