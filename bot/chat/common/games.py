"""The games, to choose one from."""

from discord import app_commands

from rules import GAMES


def game_choices() -> list[app_commands.Choice[str]]:
    """The games that there are when a command is made, for its option."""
    return [app_commands.Choice(name=game.info.name, value=game.info.id) for game in GAMES.values()]
