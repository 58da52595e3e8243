"""``/rules``: the rules of the games as pages, with pictures.

The texts stand in ``rules/games``; how they are divided into pages is decided in ``pages.py``.
"""
