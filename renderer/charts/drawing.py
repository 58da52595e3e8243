"""Charts as pictures."""

from collections.abc import Callable, Mapping
from typing import Any

from renderer.charts import Chart
from renderer.charts.activity import ActivityChart, draw_activity
from renderer.charts.activity import height_of as height_of_activity
from renderer.charts.bracket import (
    BracketChart,
    draw_bracket,
)
from renderer.charts.bracket import height_of as height_of_bracket
from renderer.charts.canvas import Canvas
from renderer.charts.crosstable import Crosstable, draw_crosstable
from renderer.charts.crosstable import height_of as height_of_crosstable
from renderer.charts.expectations import HEIGHT as STRIP_HEIGHT
from renderer.charts.expectations import ExpectationsChart, draw_expectations
from renderer.charts.places import PlacesChart, draw_places, height_of
from renderer.charts.rating_curve import RatingCurve, draw_curve
from renderer.charts.rating_curve import height_of as height_of_curve
from renderer.charts.standings import StandingsChart, draw_standings
from renderer.charts.standings import height_of as height_of_standings
from renderer.charts.swiss_table import SwissTable, draw_swiss_table
from renderer.charts.swiss_table import height_of as height_of_swiss_table
from renderer.lettering import Lettering
from renderer.themes import Theme
from rules.texts import ENGLISH, Wording


def draw_chart(
    chart: Chart, theme: Theme, lettering: Lettering, wording: Wording = ENGLISH
) -> bytes:
    """The chart as a PNG file; raises ValueError for one that has nothing, or too much, to show."""
    height, draw = _DRAWN[type(chart)]
    canvas = Canvas(theme, lettering, height(chart), wording=wording)
    draw(canvas, chart)
    return canvas.png()


_DRAWN: Mapping[type, tuple[Callable[[Any], int], Callable[[Canvas, Any], None]]] = {
    RatingCurve: (height_of_curve, draw_curve),
    PlacesChart: (height_of, draw_places),
    ActivityChart: (height_of_activity, draw_activity),
    ExpectationsChart: (lambda _: STRIP_HEIGHT, draw_expectations),
    StandingsChart: (height_of_standings, draw_standings),
    Crosstable: (height_of_crosstable, draw_crosstable),
    BracketChart: (height_of_bracket, draw_bracket),
    SwissTable: (height_of_swiss_table, draw_swiss_table),
}
