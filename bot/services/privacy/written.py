"""What is stored about somebody, as a file that people and programs read."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, is_dataclass
from datetime import datetime, time, timedelta
from typing import Any

from data.ids import PlayerId


def write_stored(
    player_id: PlayerId, tables: Mapping[str, Sequence[Mapping[str, Any]]], now: datetime
) -> str:
    """The rows by table as JSON, with moments in UTC and lengths of time in seconds."""
    told = {"discord_user": player_id, "written_at": now, "stored": tables}
    return json.dumps(told, default=_plain, indent=2, ensure_ascii=False)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    raise TypeError(f"{type(value).__name__} cannot be written")
