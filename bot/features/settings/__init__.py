"""``/settings``, ``/server`` and ``/block``: the settings of people and servers, and block lists.

Each setting is declared once, in ``pages.py``; ``bot/core/people/settings.py`` stores them.
"""
