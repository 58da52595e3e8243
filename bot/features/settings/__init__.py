"""``/settings``, ``/server`` and ``/block``: the settings of people and servers, and block lists.

Each setting is declared once, in ``pages.py``; the values are stored by ``bot/core/settings.py``.
"""
