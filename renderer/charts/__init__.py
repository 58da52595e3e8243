"""Charts: ratings and places over time, how much was played, and who was ahead in a match.

Each is a value; ``draw_chart`` makes it a picture, and ``chart_text`` words for people who do not
see it.
"""

from renderer.charts.activity import ActivityChart, WeekOfPlay
from renderer.charts.drawing import Chart, draw_chart
from renderer.charts.expectations import ExpectationsChart
from renderer.charts.places import MOST_LINES, PlaceLine, PlacesChart
from renderer.charts.rating_curve import RatingCurve, RatingPoint
from renderer.charts.words import chart_text
