"""Charts: ratings and places over time, how much was played, and who was ahead in a match.

Each is a value; ``draw_chart`` makes it a picture, and ``chart_text`` words for people who do not
see it.
"""

from typing import TypeAlias

from renderer.charts.activity import HEIGHT as ACTIVITY_HEIGHT
from renderer.charts.activity import ActivityChart, WeekOfPlay, draw_activity
from renderer.charts.canvas import Canvas
from renderer.charts.expectations import HEIGHT as STRIP_HEIGHT
from renderer.charts.expectations import ExpectationsChart, draw_expectations
from renderer.charts.places import MOST_LINES, PlaceLine, PlacesChart, draw_places, height_of
from renderer.charts.rating_curve import HEIGHT as CURVE_HEIGHT
from renderer.charts.rating_curve import RatingCurve, RatingPoint, draw_curve
from renderer.charts.words import chart_text
from renderer.lettering import Lettering
from renderer.themes import Theme

Chart: TypeAlias = RatingCurve | PlacesChart | ActivityChart | ExpectationsChart


def draw_chart(chart: Chart, theme: Theme, lettering: Lettering) -> bytes:
    """The chart as a PNG file; raises ValueError for one that has nothing, or too much, to show."""
    match chart:
        case RatingCurve():
            if not chart.points:
                raise ValueError("a curve has at least one point")
            canvas = Canvas(theme, lettering, CURVE_HEIGHT)
            draw_curve(canvas, chart)
        case PlacesChart():
            canvas = Canvas(theme, lettering, height_of(chart))
            draw_places(canvas, chart)
        case ActivityChart():
            if not chart.weeks:
                raise ValueError("activity is shown for at least one week")
            canvas = Canvas(theme, lettering, ACTIVITY_HEIGHT)
            draw_activity(canvas, chart)
        case ExpectationsChart():
            canvas = Canvas(theme, lettering, STRIP_HEIGHT)
            draw_expectations(canvas, chart)
    return canvas.png()
