"""Two of three who share the first place have drawn; and nobody is counted as nobody."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "records_of_draws"
down_revision = "times_at_discord"


def upgrade() -> None:
    """Count what was counted as a win of both as a draw, and keep no empty counts."""
    shared = (
        "SELECT match_id FROM seat_results WHERE place = 0 GROUP BY match_id HAVING COUNT(*) > 1"
    )
    of_both = f"outcome = 1 AND match_id IN ({shared})"
    connection = op.get_bind()
    found = connection.execute(
        sa.text(
            "SELECT game, scope, player_id, COUNT(*) AS often FROM rating_changes "
            f"WHERE {of_both} GROUP BY game, scope, player_id"
        )
    )
    for row in found.mappings().all():
        connection.execute(
            sa.text(
                "UPDATE ratings SET won = won - :often, drawn = drawn + :often "
                "WHERE game = :game AND scope = :scope AND player_id = :player_id"
            ),
            dict(row),
        )
    connection.execute(sa.text(f"UPDATE rating_changes SET outcome = 0 WHERE {of_both}"))
    connection.execute(sa.text("DELETE FROM rating_counts WHERE players = 0"))
