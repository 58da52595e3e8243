"""Discord servers."""

from datetime import datetime

from sqlalchemy import Connection

from data.ids import ServerId
from data.statements import insert_missing
from data.tables import servers


def ensure(connection: Connection, server_id: ServerId, now: datetime) -> None:
    """Make sure that there is a row for the server."""
    insert_missing(connection, servers, [{"id": server_id, "created_at": now}])
