"""Slash commands, one cog per area: parse, acknowledge, call one service, present."""

EXTENSIONS = (
    "bot.commands.advice",
    "bot.commands.challenges",
    "bot.commands.history",
    "bot.commands.learning",
    "bot.commands.life",
    "bot.commands.managing",
    "bot.commands.matches",
    "bot.commands.menus",
    "bot.commands.moves",
    "bot.commands.preferences",
)
"""Every extension the client loads, by name, so that nothing is found by accident."""
