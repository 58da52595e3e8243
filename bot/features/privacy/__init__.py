"""Exporting and deleting what is stored about a person, and deleting what is about a server.

``bot/core/people/forgotten.py`` and ``forgotten_servers.py`` have the tables concerned; the order
of a deletion stands in ``service.py`` and ``servers.py``.
"""

from bot.features.privacy.servers import ServerPrivacy
from bot.features.privacy.service import PrivacyService
