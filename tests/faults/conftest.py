"""A PostgreSQL database of a test's own."""

from collections.abc import Iterator

import pytest
from sqlalchemy import URL

from tests.kit.databases import Server


@pytest.fixture
def server_url() -> Iterator[URL]:
    """The address of an empty database, which is gone after the test."""
    server = Server()
    made = server.make()
    yield made
    server.drop(made)
