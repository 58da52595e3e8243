"""The levels at which the bot plays, as people choose them."""

from discord import app_commands

from rules.engine import LEVELS

BEGINNER, CASUAL = 1, 2

LEVEL_CHOICES = [
    app_commands.Choice(name=f"{level.number} - {level.name}", value=level.number)
    for level in LEVELS.values()
]
