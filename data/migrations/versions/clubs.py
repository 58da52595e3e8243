"""Club matches between two servers, and the second place of their games."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "clubs"
down_revision = "orders"

INSTANT = sa.DateTime(timezone=True)
BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")
PLAYER, SERVER = "players.id", "servers.id"


def upgrade() -> None:
    """Add the tables and the column."""
    op.add_column("matches", sa.Column("club_id", sa.BigInteger))
    _make_clubs()
    _make_games()
    op.create_table(
        "match_places",
        sa.Column("id", BIG, sa.ForeignKey("matches.id"), primary_key=True, autoincrement=False),
        _number("seat", nullable=False),
        _big("server_id", sa.ForeignKey(SERVER)),
        _big("channel_id", nullable=False),
        _big("thread_id"),
        sa.Column("thread_fallback", sa.String(64)),
        _big("board_channel_id"),
        _big("board_message_id"),
        sa.Column("contest", sa.Text, nullable=False),
    )
    _index("ix_match_places_server_id", "match_places", "server_id", "id")
    _index("ix_match_places_thread_id", "match_places", "thread_id")


def _make_clubs() -> None:
    op.create_table(
        "clubs",
        _id(),
        *(
            sa.Column(name, sa.String(length), nullable=False)
            for name, length in (("game", 32), ("variant", 32), ("clock", 48))
        ),
        sa.Column("rated", sa.Boolean, nullable=False),
        _number("boards", nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("code", sa.String(64)),
        sa.Column("until", INSTANT),
        sa.Column("ended_at", INSTANT),
        sa.Column("created_at", INSTANT, nullable=False),
        _big("previous_id"),
        _big("season_id"),
        _number("round", nullable=False, server_default=sa.text("0")),
        _number("weeks"),
        sa.Column("key", sa.String(64), nullable=False),
        *(sa.UniqueConstraint(name) for name in ("code", "previous_id", "key")),
    )
    _index("ix_clubs_season_id", "clubs", "season_id", "id")
    op.create_table(
        "club_sides",
        _id(),
        _club(),
        _number("number", nullable=False),
        _number("team"),
        sa.Column("name", sa.String(60), nullable=False),
        _big("captain_id", sa.ForeignKey(PLAYER), nullable=False),
        sa.Column("ready_at", INSTANT),
        sa.Column("gone_at", INSTANT),
        _big("server_id", sa.ForeignKey(SERVER)),
        _big("channel_id", nullable=False),
        _big("message_id"),
        sa.Column("shown", sa.String(64)),
        sa.Column("shown_at", INSTANT),
    )
    _index("uq_club_sides_club_id", "club_sides", "club_id", "number", unique=True)
    _index("ix_club_sides_server_id", "club_sides", "server_id", "club_id")
    _index("ix_club_sides_captain_id", "club_sides", "captain_id", "club_id")
    op.create_table(
        "club_players",
        _club(primary_key=True),
        _big("player_id", sa.ForeignKey(PLAYER), primary_key=True),
        _number("side", nullable=False),
        sa.Column("entered_at", INSTANT, nullable=False),
        sa.Column("left_out", sa.Boolean, nullable=False),
        sa.Column("withdrawn_at", INSTANT),
        sa.Column("removed", sa.Boolean, nullable=False, server_default=sa.text("false")),
    )
    _index("ix_club_players_player_id", "club_players", "player_id", "club_id")


def _make_games() -> None:
    op.create_table(
        "club_games",
        _id(),
        _club(),
        _number("board", nullable=False),
        _number("game", nullable=False),
        _big("one_id", sa.ForeignKey(PLAYER), nullable=False),
        _big("other_id", sa.ForeignKey(PLAYER), nullable=False),
        sa.Column("match_id", BIG, sa.ForeignKey("matches.id"), unique=True),
        _number("decided"),
    )
    _index("uq_club_games_club_id", "club_games", "club_id", "board", "game", unique=True)
    _index("ix_club_games_one_id", "club_games", "one_id")
    _index("ix_club_games_other_id", "club_games", "other_id")
    op.create_table(
        "club_log",
        _id(),
        _club(),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        _number("side"),
        _big("player_id", sa.ForeignKey(PLAYER)),
        _big("other_id", sa.ForeignKey(PLAYER)),
        sa.Column("match_id", BIG, sa.ForeignKey("matches.id")),
        sa.Column("text", sa.Text),
        sa.Column("key", sa.String(64), unique=True, nullable=False),
    )
    _index("ix_club_log_club_id", "club_log", "club_id", "id")
    op.create_table(
        "club_tries",
        _id(),
        _big("player_id", sa.ForeignKey(PLAYER), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
    )
    _index("ix_club_tries_player_id", "club_tries", "player_id", "at")


def _id() -> sa.Column[Any]:
    return sa.Column("id", BIG, primary_key=True)


def _club(*, primary_key: bool = False) -> sa.Column[Any]:
    named = ("club_id", BIG, sa.ForeignKey("clubs.id"))
    return sa.Column(*named, nullable=False, primary_key=primary_key)


def _number(name: str, **options: Any) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer, **options)


def _big(name: str, *parts: Any, **options: Any) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger, *parts, **options)


def _index(name: str, table: str, *columns: str, unique: bool = False) -> None:
    op.create_index(name, table, list(columns), unique=unique)
