"""The tables of reviews: how good the moves of ended matches were.

``judgements`` has a row for each move that was judged, in the order of the moves that stand, so
that a review goes on where it was left.
"""

from sqlalchemy import JSON, Column, ForeignKey, Integer, Table

from data.columns import Instant, WordOf
from data.schema import metadata
from data.states import ReviewState

reviews = Table(
    "reviews",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("state", WordOf(ReviewState), nullable=False),
    Column("moves", Integer, nullable=False),
    Column("updated_at", Instant, nullable=False),
)

judgements = Table(
    "judgements",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("before", JSON, nullable=False),
    Column("after", JSON, nullable=False),
    Column("better", JSON(none_as_null=True)),
)
