"""The databases that dumps are restored into."""

from tests.kit.databases import empty_url, server_url

__all__ = ["empty_url", "server_url"]
