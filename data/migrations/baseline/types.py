"""What the columns of the baseline are made of."""

from typing import Any

from sqlalchemy import BigInteger, DateTime, Integer, text

BIG = BigInteger().with_variant(Integer(), "sqlite")
MOMENT = DateTime(timezone=True)


def only(condition: str, *, sqlite: str | None = None) -> dict[str, Any]:
    """What makes an index hold only the rows of a condition, which SQLite may write differently."""
    return {"sqlite_where": text(sqlite or condition), "postgresql_where": text(condition)}
