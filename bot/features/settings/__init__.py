"""``/settings``, ``/server`` and ``/block``: the settings of people and servers, and block lists.

Each setting is declared once, in ``screen/player_panel.py`` or ``screen/server_panel.py``; the
values are stored by ``bot/core/settings.py``.
"""
