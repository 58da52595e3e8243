from tests.kit.club_fixtures import club, open_club, path
from tests.kit.databases import shared_postgresql, url

__all__ = ["club", "open_club", "path", "shared_postgresql", "url"]
