"""The greeting that the bot posts once in a server that it has joined.

Which servers are greeted, and when again, is decided in ``service.py``.
"""

from bot.features.greetings.service import GreetingService
