"""Playing against the bot: engines on seats of matches, practice boards, and hints.

``opponents.py`` makes the moves of engines in matches; ``service.py`` has the practice board that
each person can play on alone.
"""
