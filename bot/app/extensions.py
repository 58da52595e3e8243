"""Every extension of the client, by name, so that nothing is found by accident."""

from __future__ import annotations

from importlib import import_module

from bot.chat.interaction.client import PlayingClient

EXTENSIONS = (
    "bot.chat.challenges.commands",
    "bot.chat.challenges.menus",
    "bot.chat.conditionals.commands",
    "bot.chat.help.commands",
    "bot.chat.ladders.commands",
    "bot.chat.leaderboards.commands",
    "bot.chat.matches.commands",
    "bot.chat.matches.list_commands",
    "bot.chat.opponents.commands",
    "bot.chat.privacy.commands",
    "bot.chat.profiles.commands",
    "bot.chat.puzzles.commands",
    "bot.chat.replay.commands",
    "bot.chat.requests.commands",
    "bot.chat.rulebook.commands",
    "bot.chat.rulings.commands",
    "bot.chat.settings.commands",
    "bot.chat.vacation.commands",
)


async def add_extensions(client: PlayingClient) -> None:
    """Give the client all commands.

    Its own ``load_extension`` would run each module a second time, to be able to reload it: two
    copies of what others import from there.
    """
    for extension in EXTENSIONS:
        await import_module(extension).setup(client)
