"""The whole schema, as the first release has it.

Names of keys and indexes follow the convention in ``data/schema.py``. A later change of the schema
is a step of its own; this one stays as it is.
"""

from data.migrations.baseline import playing, standing

revision = "baseline"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    playing.make_people()
    playing.make_challenges()
    playing.make_matches()
    playing.make_log()
    playing.make_moves_to_come()
    playing.make_time()
    standing.make_results()
    standing.make_ratings()
    standing.make_ladders()
    standing.make_ladder_history()
    standing.make_reviews()
    standing.make_standing_messages()
    standing.make_outbox()
