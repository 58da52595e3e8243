"""The games, to choose one from."""

from __future__ import annotations

from discord import app_commands

from rules import GAMES

GAME_CHOICES = [
    app_commands.Choice(name=game.info.name, value=game.info.id) for game in GAMES.values()
]
"""For a command's option."""
