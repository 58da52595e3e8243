"""``/profile``: a player's ratings and records, and how two players stand against each other.

What is counted, and of how many matches, is decided in ``service.py``.
"""

from bot.features.profiles.service import Profile
