"""``/help``, and the greeting that the bot posts once in a server that it has joined.

What is advised, and in which order, is decided in ``screen.py``; which servers are greeted, and
when again, in ``service.py``.
"""

from bot.features.help.service import GreetingService
